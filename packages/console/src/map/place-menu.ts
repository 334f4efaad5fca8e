import { formatNumber, formatPlace } from '../data/format.ts';
import type { MenuGroup } from '../kit/menu-items.ts';
import type { Texts } from '../texts/texts.ts';
import { gridIndex } from './geometry/grid-index.ts';
import type { WorldPoint } from './geometry/regions.ts';
import type { MapState } from './map-state.ts';
import { keyOf, type Mark } from './marks/mark.ts';
import { copyPlace, worldText } from './view/Readout.tsx';

/** A place that somebody has asked about, where its menu opens in the window, and what is drawn there. */
export interface PointedPlace {
  readonly place: WorldPoint;
  readonly marks: readonly Mark[];
  readonly at: { readonly x: number; readonly y: number };
}

/** Who is within so many metres counts as near. */
const NEAR_M = 500;
/** Most people that the menu lists. */
const MOST = 8;

/** What can be done at a place: copy it, open what is there, see who is near. */
export function placeMenu(
  { place, marks }: PointedPlace,
  state: MapState,
  text: Texts['map'],
  onOpen: (mark: Mark) => void,
): MenuGroup[] {
  const { x: X, y: Y } = place;
  const people = gridIndex(state.sources.marks.peek().get('online') ?? []).near(place, NEAR_M * 100);
  const metres = formatNumber(NEAR_M);
  return [
    {
      id: 'here',
      items: marks.slice(0, MOST).map((mark) => ({
        id: keyOf(mark),
        text: mark.name || mark.note || text.unnamedPlayer,
        run: () => onOpen(mark),
      })),
    },
    {
      id: 'copy',
      items: [
        {
          id: 'map',
          text: `${text.copyMap}: ${formatPlace({ X, Y })}`,
          run: () => void copyPlace(formatPlace({ X, Y })),
        },
        {
          id: 'world',
          text: `${text.copyWorld}: ${worldText(place)}`,
          run: () => void copyPlace(worldText(place)),
        },
        {
          id: 'ruler',
          text: state.ruler.peek() === undefined ? text.ruler : text.rulerOff,
          run: () => {
            state.ruler.value = state.ruler.peek() === undefined ? place : undefined;
          },
        },
      ],
    },
    {
      id: 'near',
      label: people.length === 0 ? text.nobodyNear(metres) : text.near(formatNumber(people.length), metres),
      items: people.slice(0, MOST).map(({ item, distanceCm }) => ({
        id: keyOf(item),
        text: `${item.name || text.unnamedPlayer} · ${text.distance(formatNumber(distanceCm / 100))}`,
        run: () => onOpen(item),
      })),
    },
  ].filter(({ items, id }) => items.length > 0 || id === 'near');
}
