import type { Command } from '../commands/registry.ts';
import type { Texts } from '../texts/texts.ts';
import { LAYERS } from './layers.ts';
import type { MapState } from './map-state.ts';
import { seek, startReplay, step } from './past/replay.ts';
import type { MapView } from './view/map-view.ts';

/** Pixels that an arrow key moves the map. */
const STEP_PX = 120;

interface MapCommandsContext {
  readonly state: MapState;
  readonly text: Texts['map'];
  readonly view: () => MapView | undefined;
  onWhole(): void;
  onNextRegion(): void;
  onFold(): void;
  onFind(): void;
  onCloseCard(): boolean;
}

export function mapCommands(context: MapCommandsContext): Command[] {
  const { state, text, view } = context;
  const command = (
    id: string,
    words: string,
    keys: string | readonly string[],
    run: () => unknown,
  ): Command => ({ id: `map.${id}`, text: words, group: 'map', keys, run });
  const pan = (id: keyof typeof text.pan, keys: string, across: number, down: number): Command => ({
    ...command(id, text.pan[id], keys, () => view()?.gestures.panBy(across * STEP_PX, down * STEP_PX)),
    listed: false,
    repeats: true,
  });
  return [
    pan('up', 'ArrowUp', 0, -1),
    pan('down', 'ArrowDown', 0, 1),
    pan('left', 'ArrowLeft', -1, 0),
    pan('right', 'ArrowRight', 1, 0),
    command('in', text.zoomIn, ['+', '='], () => view()?.gestures.zoomBy(1)),
    command('out', text.zoomOut, '-', () => view()?.gestures.zoomBy(-1)),
    command('whole', text.whole, '0', context.onWhole),
    command('region', text.nextRegion, 'r', context.onNextRegion),
    command('follow', text.followChosen, 'f', () => follow(state)),
    command('layers', text.toggleLayers, 'l', context.onFold),
    { ...command('back', text.back, '[', () => move(state, -1)), repeats: true },
    { ...command('forward', text.forward, ']', () => move(state, 1)), repeats: true },
    command('place', text.placeMenu, '.', () => view()?.openMenu()),
    command('find', text.find, '/', context.onFind),
    { ...command('close', text.close, 'Escape', context.onCloseCard), listed: false },
    ...LAYERS.map((layer) => {
      const words = text.toggle(text.layer[layer.id]);
      return command(`layer.${layer.id}`, words, 'key' in layer ? layer.key : [], () =>
        state.toggle(layer.id),
      );
    }),
  ];
}

/** Follows the player whose card is open, or nobody any more. @returns false when there is nobody to follow. */
function follow(state: MapState): boolean {
  const mark = state.markOf(state.selected.peek());
  const isPlayer = mark?.layer === 'online' || mark?.layer === 'offline';
  if (!isPlayer && state.followed.peek() === '') return false;
  state.followed.value = isPlayer && state.followed.peek() !== mark.id ? mark.id : '';
  return true;
}

/** Moves the replay a step. Without one, `[` begins one of the last hour, at its end. @returns false for nothing to move */
function move(state: MapState, steps: number): boolean {
  const replay =
    state.replay.peek() ?? (steps < 0 ? seek(startReplay('hour', Date.now()), Date.now()) : undefined);
  if (replay === undefined) return false;
  state.replay.value = step(replay, steps);
  return true;
}
