import type { PlayerPals } from '@palatine/contract';
import type { JSX } from 'preact';
import { formatNumber } from '../../data/format.ts';
import { setQuery } from '../../navigation/router.ts';
import { texts } from '../../texts/texts.ts';

/** The boxes of a player; while one looks for something, with how many of each fit. */
export function BoxChoice({
  boxes,
  shown,
}: {
  boxes: NonNullable<PlayerPals['Boxes']>;
  shown: string;
}): JSX.Element {
  const text = texts.value.player;
  let bases = 0;
  return (
    <fieldset class="chips">
      <legend class="spoken">{text.boxes}</legend>
      {boxes.map(({ Box, Slots, Occupied, Hits }) => {
        if (Box.startsWith('Camp:')) bases += 1;
        const name =
          Box === 'Team' ? text.team : Box === 'Palbox' ? text.palbox : text.base(formatNumber(bases));
        return (
          <button
            key={Box}
            type="button"
            aria-pressed={Box === shown}
            onClick={() => setQuery({ box: Box === 'Team' ? '' : Box, page: '' })}
          >
            {name}{' '}
            <span class="faint">
              {Hits === undefined
                ? text.of(formatNumber(Occupied), formatNumber(Slots))
                : text.fitting(formatNumber(Hits))}
            </span>
          </button>
        );
      })}
    </fieldset>
  );
}
