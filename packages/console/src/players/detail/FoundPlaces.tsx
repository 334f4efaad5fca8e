import type { PlayerProgress } from '@palatine/contract';
import type { JSX } from 'preact';
import { catalogue, nameOf } from '../../data/catalogue.ts';
import { formatNumber } from '../../data/format.ts';
import { Card } from '../../kit/Layout.tsx';
import { Meter } from '../../kit/Meter.tsx';
import { texts } from '../../texts/texts.ts';
import { foundLines } from './found-places.ts';

/** How much of the world a player has found: points of travel, and relics by type. */
export function FoundPlaces({ found }: { found: PlayerProgress }): JSX.Element {
  const text = texts.value.player;
  const places = catalogue.value?.entries('Places') ?? [];
  const relics = catalogue.value?.entries('Relics') ?? [];
  const lines = foundLines(found, places, relics);
  return (
    <Card title={text.found}>
      {lines === undefined ? (
        <p class="faint">{text.unknownFound}</p>
      ) : (
        <ul class="found">
          {lines.map(({ id, done, all, held }) => {
            const name = id === 'fastTravel' ? text.fastTravel : nameOf('Relics', id);
            return (
              <li key={id}>
                <span>{name}</span>
                <Meter
                  label={name}
                  value={done}
                  max={Math.max(1, all)}
                  text={text.of(formatNumber(done), formatNumber(all))}
                >
                  {text.of(formatNumber(done), formatNumber(all))}
                </Meter>
                {held !== undefined && <span class="faint">{text.held(formatNumber(held))}</span>}
              </li>
            );
          })}
        </ul>
      )}
    </Card>
  );
}
