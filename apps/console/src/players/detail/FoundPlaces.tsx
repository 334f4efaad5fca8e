import type { PlayerProgress } from '@palatine/contract';
import { type Catalogue, nameOf } from '../../data/catalogue.ts';
import type { CatalogueEntries } from '../../data/catalogue-entries.ts';
import { formatNumber } from '../../data/format.ts';
import { Card } from '../../kit/Layout.tsx';
import { Meter } from '../../kit/Meter.tsx';
import { texts } from '../../texts/texts.ts';
import { WithCatalogue } from '../../views/CataloguePicker.tsx';
import { Unknown } from '../../views/Values.tsx';
import { relicRanks, type Tally } from './progress.tsx';

/** How much of the world a player has found: points of travel, and relics by type. */
export function FoundPlaces({ progress }: { progress: PlayerProgress }) {
  return (
    <Card title={texts.value.player.found}>
      <WithCatalogue>{(catalogue) => <Lines progress={progress} catalogue={catalogue} />}</WithCatalogue>
    </Card>
  );
}

function Lines({ progress, catalogue }: { progress: PlayerProgress; catalogue: Catalogue }) {
  const text = texts.value.player;
  const lines = foundLines(progress, catalogue.entries('Places'), catalogue.entries('Relics'));
  const ranks = relicRanks(progress.Player?.StatusPoints ?? {});
  return (
    <>
      {lines === undefined ? (
        <p class="faint">{text.unknownFound}</p>
      ) : (
        <ul class="found">
          {lines.map(({ id, done, all, held }) => {
            const name = id === 'fastTravel' ? text.fastTravel : nameOf('Relics', id);
            return (
              <li key={id}>
                <span>{name}</span>
                {all === 0 ? (
                  <Unknown why={text.noPlaces} />
                ) : (
                  <Meter
                    label={name}
                    value={done}
                    max={all}
                    text={text.of(formatNumber(done), formatNumber(all))}
                  >
                    {text.of(formatNumber(done), formatNumber(all))}
                  </Meter>
                )}
                <span class="faint">
                  {[
                    held === undefined ? '' : text.held(formatNumber(held)),
                    ranks.has(id) ? texts.value.palDetails.rank(ranks.get(id) ?? 0) : '',
                  ]
                    .filter((part) => part !== '')
                    .join(' · ')}
                </span>
              </li>
            );
          })}
        </ul>
      )}
    </>
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
  const of = (kinds: readonly string[], subject = '') =>
    places.filter(({ Kind, Subject }) => kinds.includes(Kind) && (subject === '' || Subject === subject));
  const tally = (all: readonly CatalogueEntries['Places'][], foundIds: readonly string[]): Tally => {
    const ids = new Set(foundIds.map((id) => id.toLowerCase()));
    return { done: all.filter(({ ID }) => ids.has(ID.toLowerCase())).length, all: all.length };
  };
  const held: Readonly<Record<string, number>> = Currencies?.relics ?? {};
  return [
    { id: 'fastTravel', ...tally(of(['fastTravel', 'mapUnlock']), Found.FastTravel) },
    ...relics.map(({ ID }) => ({
      id: ID,
      ...tally(of(['relic'], ID), Found.Relics[ID] ?? []),
      held: held[ID],
    })),
  ];
}
