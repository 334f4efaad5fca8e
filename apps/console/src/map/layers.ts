import { words } from '@palatine/contract/words';

export const LAYER_GROUPS = ['people', 'bases', 'places', 'lying', 'ground'] as const;

interface LayerShape {
  readonly id: string;
  readonly group: (typeof LAYER_GROUPS)[number];
  readonly on?: boolean;
  readonly key?: string;
  /** It holds marks, which are also in the list; the others are ground that is drawn below them. */
  readonly marks?: true;
}

export const LAYERS = [
  { id: 'online', group: 'people', on: true, key: '1', marks: true },
  { id: 'offline', group: 'people', key: '2', marks: true },
  { id: 'trails', group: 'people', key: '5' },
  { id: 'heat', group: 'people' },
  { id: 'bases', group: 'bases', on: true, key: '3', marks: true },
  { id: 'areas', group: 'bases', on: true, key: '4' },
  { id: 'plans', group: 'bases', on: true, marks: true },
  { id: 'fastTravel', group: 'places', key: '6', marks: true },
  { id: 'towers', group: 'places', on: true, marks: true },
  { id: 'mapUnlocks', group: 'places', marks: true },
  { id: 'bosses', group: 'places', key: '7', marks: true },
  { id: 'relics', group: 'places', key: '8', marks: true },
  { id: 'dungeons', group: 'places', key: '9', marks: true },
  { id: 'summoned', group: 'lying', marks: true },
  { id: 'drops', group: 'lying', marks: true },
  { id: 'chests', group: 'lying', marks: true },
  { id: 'picture', group: 'ground', on: true },
  { id: 'grid', group: 'ground', on: true },
] as const satisfies readonly LayerShape[];

export type LayerId = (typeof LAYERS)[number]['id'];
/** `holders`, those of the item in the address, are no layer that is shown or hidden. */
export type MarkLayerId = Extract<(typeof LAYERS)[number], { marks: true }>['id'] | 'holders';

/** Layers of marks from the lowest to the highest, as they are drawn: people lie above everything. */
export const DRAWN_ORDER: readonly MarkLayerId[] = words(
  'chests drops relics dungeons bosses mapUnlocks fastTravel towers summoned bases plans holders offline online',
);

export const LAYERS_AT_FIRST: readonly LayerId[] = LAYERS.filter((layer: LayerShape) => layer.on).map(
  ({ id }) => id,
);

export function isLayer(id: string): id is LayerId {
  return LAYERS.some((layer) => layer.id === id);
}
