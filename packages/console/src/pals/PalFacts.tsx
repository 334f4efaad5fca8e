import type { PalDetails, PalRow } from '@palatine/contract';
import type { JSX } from 'preact';
import { formatNumber } from '../data/format.ts';
import { Name } from '../faces/Name.tsx';
import { Unknown } from '../faces/Unknown.tsx';
import { Facts } from '../kit/Layout.tsx';
import { Meter } from '../kit/Meter.tsx';
import { hrefOf } from '../navigation/router.ts';
import { texts } from '../texts/texts.ts';

/** The game's highest SAN. */
const MOST_SAN = 100;

/** Figures of a Pal: how it is, what was put into it, and whose it is. `details` undefined leaves out what only they tell. */
export function PalFacts({ row, details }: { row: PalRow; details: PalDetails | undefined }): JSX.Element {
  const text = texts.value.palDetails;
  const { HP, MaxHP, SAN, Hunger, MaxHunger, Owner, WorkerSick, PhysicalHealth } = row;
  const souls = details?.Pal.PalSouls;
  return (
    <Facts
      of={[
        [text.hp, MaxHP === undefined ? formatNumber(HP) : <Bar name={text.hp} value={HP} most={MaxHP} />],
        [text.san, <Bar key="san" name={text.san} value={SAN} most={MOST_SAN} />],
        [text.food, <Bar key="food" name={text.food} value={Hunger} most={MaxHunger} />],
        [
          text.health,
          PhysicalHealth === 'Healthful' && WorkerSick === 'None'
            ? undefined
            : [
                PhysicalHealth === 'Healthful' ? '' : text.physical[PhysicalHealth],
                WorkerSick === 'None' ? '' : text.sicknesses[WorkerSick],
              ]
                .filter((word) => word !== '')
                .join(' · '),
        ],
        [text.exp, details && formatNumber(details.Pal.Exp)],
        [text.condensed, details && text.condensedCount(details.Pal.CondensedPals)],
        [
          text.souls,
          souls &&
            text.soulCounts(
              formatNumber(souls.Health),
              formatNumber(souls.Attack),
              formatNumber(souls.Defense),
              formatNumber(souls.CraftSpeed),
            ),
        ],
        [text.friendship, details && text.rank(details.FriendshipRank)],
        [
          text.owner,
          Owner === undefined ? (
            <Unknown />
          ) : (
            <a href={hrefOf(`/players/${Owner.Uid}/pals`)}>
              <Name text={Owner.Name} otherwise={Owner.Uid} />
            </a>
          ),
        ],
        [
          text.caughtBy,
          details?.CaughtBy && <Name text={details.CaughtBy.Name} otherwise={details.CaughtBy.Uid} />,
        ],
      ]}
    />
  );
}

function Bar({ name, value, most }: { name: string; value: number; most: number }): JSX.Element {
  const said = texts.value.palDetails.ofMost(formatNumber(value), formatNumber(most));
  const share = most > 0 ? value / most : 0;
  return (
    <Meter label={name} value={value} max={most} text={said} tone={share < 0.3 ? 'warn' : 'accent'}>
      {said}
    </Meter>
  );
}
