import type { PlayerDetails, PlayerProgress } from '@palatine/contract';
import { useSignal } from '@preact/signals';
import { Check } from 'lucide';
import { type Catalogue, nameOf, palName, speciesOf } from '../../data/catalogue.ts';
import type { CatalogueEntries } from '../../data/catalogue-entries.ts';
import { dotted, formatNumber } from '../../data/format.ts';
import { aboutPlayer } from '../../data/live.ts';
import { useReply } from '../../data/use-resource.ts';
import { PalSeal } from '../../glyphs/Seals.tsx';
import { Button, Icon } from '../../kit/Button.tsx';
import { Card, Columns, Facts } from '../../kit/Layout.tsx';
import { Meter } from '../../kit/Meter.tsx';
import { hrefOf } from '../../navigation/router.ts';
import { speciesEntry } from '../../pals/PalFigures.tsx';
import { texts } from '../../texts/texts.ts';
import { WithCatalogue } from '../../views/CataloguePicker.tsx';
import { Unknown } from '../../views/Values.tsx';
import { ActionButton, PlayerPart } from './ActionButton.tsx';
import { bossLines, captureTally, ExpBar, relicRanks, statusPointLines, type Tally } from './progress.tsx';
import './progress.css';

export function ProgressTab({ details }: { details: PlayerDetails }) {
  const text = texts.value.player;
  const { Uid: uid } = details.Player;
  const progress = useReply('getPlayerProgress', { params: { uid } }, aboutPlayer(uid));
  return (
    <PlayerPart
      resource={progress}
      unknown={text.unknownProgress}
      tools={
        <>
          <a class="button plain" href={hrefOf('/map', { progress: uid })}>
            {text.missingOnMap}
          </a>
          <ActionButton action="giveProgress" player={details.Player} text={text.giveProgress} />
        </>
      }
    >
      {(value) => (
        <>
          <Columns>
            <Level progress={value} details={details} />
            <Card title={text.found}>
              <WithCatalogue>
                {(catalogue) => <FoundLines progress={value} catalogue={catalogue} />}
              </WithCatalogue>
            </Card>
          </Columns>
          <WithCatalogue>
            {() =>
              (['tower', 'raid', 'alpha', 'bounty'] as const).map((kind) => (
                <BossTicks key={kind} progress={value} kind={kind} />
              ))
            }
          </WithCatalogue>
          <Columns>
            <Captures progress={value} />
            <Activities progress={value} />
          </Columns>
        </>
      )}
    </PlayerPart>
  );
}

function Level({ progress, details }: { progress: PlayerProgress; details: PlayerDetails }) {
  const text = texts.value.player;
  const { Player, Currencies } = progress;
  return (
    <Card title={text.levelAndPoints}>
      <Facts
        facts={[
          [texts.value.players.columns.level, Player && formatNumber(Player.Level)],
          [text.exp, <ExpBar key="exp" details={details} />],
          [text.unusedPoints, Player && formatNumber(Player.UnusedStatusPoints)],
          ...statusPointLines(Player?.StatusPoints ?? {}),
          [text.tiles.technologyPoints, Currencies && formatNumber(Currencies.technologyPoints)],
          [text.ancientPoints, Currencies && formatNumber(Currencies.ancientTechnologyPoints)],
        ]}
      />
    </Card>
  );
}

function Activities({ progress: { Activities: done, Bosses } }: { progress: PlayerProgress }) {
  const text = texts.value.player.activities;
  const sum = (counts: Readonly<Record<string, number>>) =>
    formatNumber(Object.values(counts).reduce((total, count) => total + count, 0));
  return (
    <Card title={text.title}>
      <Facts
        facts={[
          [text.dungeons, done && formatNumber(done.normalDungeonClearCount + done.fixedDungeonClearCount)],
          [text.oilRigs, done && formatNumber(done.oilrigClearCount)],
          [text.camps, done && formatNumber(done.campConqueredCount)],
          [text.treasures, done && formatNumber(done.foundTreasureCount)],
          [text.arena, done && sum(done.arenaSoloClearCounts)],
          [text.fishing, done && sum(done.fishingCounts)],
          [text.crafted, done && sum(done.craftItemCounts)],
          [text.condensed, done && sum(done.palRankUpCounts)],
          [text.talks, done && sum(done.npcTalkCounts)],
          [text.predators, Bosses && formatNumber(Bosses.predatorDefeatCount)],
        ]}
      />
    </Card>
  );
}

function BossTicks(props: { progress: PlayerProgress; kind: 'tower' | 'raid' | 'alpha' | 'bounty' }) {
  const { progress, kind } = props;
  const text = texts.value.player;
  const lines = bossLines(progress, kind);
  if (lines === undefined) return null;
  const done = lines.filter(({ isDone }) => isDone).length;
  return (
    <Card title={text.bosses[kind]} note={text.of(formatNumber(done), formatNumber(lines.length))}>
      <ul class="ticks">
        {lines.map(({ boss, defeated, defeatedHard, isDone }) => (
          <li key={boss.ID} class={isDone ? 'done' : undefined}>
            <span class="tick">{isDone && <Icon shape={Check} size={14} />}</span>
            <span class="spoken">{isDone ? text.defeated : text.notDefeated}</span>
            <span class="tick-name truncate" title={boss.Tower || boss.ID}>
              {boss.Name || boss.ID}
            </span>
            {typeof boss.Level === 'number' && (
              <span class="faint">{texts.value.palDetails.lv(formatNumber(boss.Level))}</span>
            )}
            {kind === 'tower' || kind === 'raid' ? (
              <span class="faint">
                {defeated > 0 && text.times(formatNumber(defeated))}
                {defeatedHard > 0 && ` ${text.hardTimes(formatNumber(defeatedHard))}`}
              </span>
            ) : null}
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** Species that are shown until "show all" is pressed. */
const FIRST = 24;

function Captures({ progress }: { progress: PlayerProgress }) {
  const text = texts.value.player;
  const showsAll = useSignal(false);
  const tally = captureTally(progress);
  const caught = Object.entries(progress.Captures?.palCaptureCounts ?? {})
    .filter(([, count]) => count > 0)
    .sort((a, b) => b[1] - a[1]);
  const visible = showsAll.value ? caught : caught.slice(0, FIRST);
  return (
    <Card
      title={text.captures}
      note={tally && text.captureSum(formatNumber(tally.species), formatNumber(tally.caught))}
    >
      {caught.length === 0 && <p class="faint">{text.noCaptures}</p>}
      <ul class="captures">
        {visible.map(([id, count]) => (
          <li key={id}>
            <PalSeal species={speciesOf(id)} element={speciesEntry(id)?.Elements[0]} size={20} />
            <span class="tick-name truncate">{palName(id)}</span>
            <strong>{formatNumber(count)}</strong>
          </li>
        ))}
      </ul>
      {caught.length > visible.length && (
        <Button kind="bare" onClick={() => (showsAll.value = true)}>
          {text.showAll(formatNumber(caught.length))}
        </Button>
      )}
    </Card>
  );
}

function FoundLines({ progress, catalogue }: { progress: PlayerProgress; catalogue: Catalogue }) {
  const text = texts.value.player;
  const lines = foundLines(progress, catalogue.entries('Places'), catalogue.entries('Relics'));
  if (lines === undefined) return <p class="faint">{text.unknownFound}</p>;
  const ranks = relicRanks(progress.Player?.StatusPoints ?? {});
  return (
    <ul class="found stack tight">
      {lines.map(({ id, done, all, held }) => {
        const name = id === 'fastTravel' ? text.fastTravel : nameOf('Relics', id);
        const tally = text.of(formatNumber(done), formatNumber(all));
        return (
          <li key={id}>
            <span>{name}</span>
            {all === 0 ? (
              <Unknown why={text.noPlaces} />
            ) : (
              <Meter label={name} value={done} max={all} text={tally}>
                {tally}
              </Meter>
            )}
            <span class="faint">
              {dotted(
                held !== undefined && text.held(formatNumber(held)),
                ranks.has(id) && texts.value.palDetails.rank(ranks.get(id) ?? 0),
              )}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

interface FoundLine extends Tally {
  /** `fastTravel`, or the id of a relic type. */
  readonly id: string;
  /** How many relics of the type the player holds and has spent; undefined for places. */
  readonly held?: number | undefined;
}

/** How much of the world a player has found; undefined if unknown. Counts ids of the catalogue only. */
function foundLines(
  { Found, Currencies }: Pick<PlayerProgress, 'Found' | 'Currencies'>,
  places: readonly CatalogueEntries['Places'][],
  relics: readonly CatalogueEntries['Relics'][],
): FoundLine[] | undefined {
  if (Found === undefined) return undefined;
  const placesOf = (kinds: readonly string[], subject = '') =>
    places.filter(({ Kind, Subject }) => kinds.includes(Kind) && (subject === '' || Subject === subject));
  const tally = (all: readonly CatalogueEntries['Places'][], foundIds: readonly string[]): Tally => {
    const ids = new Set(foundIds.map((id) => id.toLowerCase()));
    return { done: all.filter(({ ID }) => ids.has(ID.toLowerCase())).length, all: all.length };
  };
  const held: Readonly<Record<string, number>> = Currencies?.relics ?? {};
  return [
    { id: 'fastTravel', ...tally(placesOf(['fastTravel', 'mapUnlock']), Found.FastTravel) },
    ...relics.map(({ ID }) => ({
      id: ID,
      ...tally(placesOf(['relic'], ID), Found.Relics[ID] ?? []),
      held: held[ID],
    })),
  ];
}
