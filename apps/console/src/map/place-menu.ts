import { MessageSquare } from 'lucide';
import type { PlayerTarget } from '../actions/action.ts';
import { actionGroups } from '../actions/action-menu.ts';
import { offersFor } from '../actions/blocked.ts';
import { openAction } from '../actions/dialog.ts';
import { formatNumber, formatPlace, formatWorldPlace } from '../data/format.ts';
import { toMapUnits } from '../data/map-units.ts';
import type { WorldPoint } from '../ground/regions.ts';
import type { MenuAction, MenuGroup } from '../kit/Menu.tsx';
import { texts } from '../texts/texts.ts';
import { visibleText } from '../views/visible-text.ts';
import type { MapState } from './map-state.ts';
import { heightNear, keyOf, type Mark, near } from './marks/mark.ts';
import type { PointedPlace } from './view/map-view.ts';
import { copyPlace } from './view/Readout.tsx';

/** Radii for who is near, in m. */
const RADII_M = [100, 500, 2_000] as const;
const MAX_ENTRIES = 5;

/** The menu of a place: copy it, open what is there, summon, list who is near and message them. */
export function placeMenu(
  { place, marks }: PointedPlace,
  state: MapState,
  onOpen: (mark: Mark) => void,
): MenuGroup[] {
  const { mapX, mapY } = toMapUnits(place);
  const { still, people } = state.sources;
  const height = heightNear([...still.peek().values(), ...people.peek().values()].flat(), place) ?? null;
  const here = marks.slice(0, MAX_ENTRIES);
  return [
    {
      id: 'here',
      items: here.map((mark) => ({ id: keyOf(mark), text: nameOf(mark), run: () => onOpen(mark) })),
    },
    { id: 'copy', items: copies(place, state) },
    ...actionGroups([{ kind: 'place', x: mapX, y: mapY }], [], { height }),
    nearGroup(place, state, onOpen),
  ].filter(({ items }) => items.length > 0);
}

function nameOf({ name, note }: Mark): string {
  return visibleText(name || note || texts.value.map.unnamedPlayer);
}

function copies(place: WorldPoint, { ruler }: MapState): MenuAction[] {
  const text = texts.value.map;
  const { x: X, y: Y } = place;
  const [map, world] = [formatPlace({ X, Y }), formatWorldPlace({ X, Y })];
  const isOff = ruler.peek() === undefined;
  return [
    { id: 'map', text: `${text.copyMap}: ${map}`, run: () => void copyPlace(map) },
    { id: 'world', text: `${text.copyWorld}: ${world}`, run: () => void copyPlace(world) },
    {
      id: 'ruler',
      text: isOff ? text.ruler : text.rulerOff,
      run: () => (ruler.value = isOff ? place : undefined),
    },
  ];
}

function nearGroup(place: WorldPoint, { nearM, sources }: MapState, onOpen: (mark: Mark) => void): MenuGroup {
  const text = texts.value.map;
  const people = near(sources.people.peek().get('online') ?? [], place, nearM.value * 100);
  const meters = formatNumber(nearM.value);
  const targets = people.map(
    ({ item }): PlayerTarget => ({ kind: 'player', uid: item.id, name: item.name, online: true }),
  );
  const canMessage = offersFor(targets).some(({ action }) => action.id === 'message');
  const message = {
    id: 'message',
    icon: MessageSquare,
    text: text.messageNear(people.length),
    run: () => openAction('message', targets),
  };
  return {
    id: 'near',
    label: people.length === 0 ? text.noPlayersNear(meters) : text.near(formatNumber(people.length), meters),
    items: [
      ...(canMessage ? [message] : []),
      ...people.slice(0, MAX_ENTRIES).map(({ item, distanceCm }) => ({
        id: keyOf(item),
        text: `${nameOf(item)} · ${text.distance(formatNumber(distanceCm / 100))}`,
        run: () => onOpen(item),
      })),
      {
        id: 'radius',
        label: text.radius,
        value: String(nearM.value),
        options: RADII_M.map((m) => ({ value: String(m), text: text.distance(formatNumber(m)) })),
        choose: (radius) => (nearM.value = Number(radius)),
      },
    ],
  };
}
