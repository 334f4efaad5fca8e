import { MessageSquare } from 'lucide';
import type { PlayerTarget } from '../actions/action.ts';
import { actionGroups } from '../actions/action-menu.ts';
import { offersFor } from '../actions/blocked.ts';
import { openAction } from '../actions/dialog.ts';
import { formatNumber, formatPlace } from '../data/format.ts';
import { toMapUnits } from '../data/map-units.ts';
import type { WorldPoint } from '../ground/regions.ts';
import { assign } from '../kit/assign.ts';
import type { MenuAction, MenuGroup } from '../kit/Menu.tsx';
import type { Texts } from '../texts/texts.ts';
import { visibleText } from '../views/visible-text.ts';
import type { MapState } from './map-state.ts';
import { heightNear, keyOf, type Mark, near } from './marks/mark.ts';
import { copyPlace, worldText } from './view/Readout.tsx';

/** A place that somebody has asked about, where its menu opens in the window, and what is drawn there. */
export interface PointedPlace {
  readonly place: WorldPoint;
  readonly marks: readonly Mark[];
  readonly at: { readonly x: number; readonly y: number };
}

/** Radii for who is near, in m. */
const RADII_M = [100, 500, 2_000] as const;
/** Maximum of players that the menu lists. */
const MAX_ENTRIES = 5;

/** The menu of a place: copy it, open what is there, summon, list who is near and message them. */
export function placeMenu(
  pointed: PointedPlace,
  state: MapState,
  text: Texts['map'],
  onOpen: (mark: Mark) => void,
): MenuGroup[] {
  const { place, marks } = pointed;
  const { mapX, mapY } = toMapUnits(place);
  const height = heightNear([...state.sources.marks.peek().values()].flat(), place) ?? null;
  return [
    {
      id: 'here',
      items: marks.slice(0, MAX_ENTRIES).map((mark) => ({
        id: keyOf(mark),
        text: nameOf(mark, text),
        run: () => onOpen(mark),
      })),
    },
    { id: 'copy', items: copies(place, state, text) },
    ...actionGroups([{ kind: 'place', x: mapX, y: mapY }], [], { height }),
    nearGroup(place, state, text, onOpen),
  ].filter(({ items }) => items.length > 0);
}

function nameOf({ name, note }: Mark, text: Texts['map']): string {
  return visibleText(name || note || text.unnamedPlayer);
}

function copies(place: WorldPoint, { ruler }: MapState, text: Texts['map']): MenuAction[] {
  const { x: X, y: Y } = place;
  const [map, world] = [formatPlace({ X, Y }), worldText(place)];
  return [
    { id: 'map', text: `${text.copyMap}: ${map}`, run: () => void copyPlace(map) },
    { id: 'world', text: `${text.copyWorld}: ${world}`, run: () => void copyPlace(world) },
    {
      id: 'ruler',
      text: ruler.peek() === undefined ? text.ruler : text.rulerOff,
      run: () => assign(ruler, ruler.peek() === undefined ? place : undefined),
    },
  ];
}

function nearGroup(
  place: WorldPoint,
  { nearM, sources }: MapState,
  text: Texts['map'],
  onOpen: (mark: Mark) => void,
): MenuGroup {
  const people = near(sources.marks.peek().get('online') ?? [], place, nearM.value * 100);
  const metres = formatNumber(nearM.value);
  const targets = people.map(
    ({ item }): PlayerTarget => ({ kind: 'player', uid: item.id, name: item.name, online: true }),
  );
  const canMessage = offersFor(targets).some(({ action }) => action.id === 'message');
  return {
    id: 'near',
    label: people.length === 0 ? text.nobodyNear(metres) : text.near(formatNumber(people.length), metres),
    items: [
      ...(canMessage
        ? [
            {
              id: 'message',
              icon: MessageSquare,
              text: text.messageNear(people.length),
              run: () => openAction('message', targets),
            },
          ]
        : []),
      ...people.slice(0, MAX_ENTRIES).map(({ item, distanceCm }) => ({
        id: keyOf(item),
        text: `${nameOf(item, text)} · ${text.distance(formatNumber(distanceCm / 100))}`,
        run: () => onOpen(item),
      })),
      {
        id: 'radius',
        label: text.radius,
        value: String(nearM.value),
        options: RADII_M.map((radius) => ({
          value: String(radius),
          text: text.distance(formatNumber(radius)),
        })),
        choose: (radius) => assign(nearM, Number(radius)),
      },
    ],
  };
}
