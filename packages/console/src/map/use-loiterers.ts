import { effect } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { clock } from '../data/clock.ts';
import { preferences } from '../data/preferences.ts';
import { visibleText } from '../faces/visible-text.ts';
import { showToast } from '../kit/toasts.ts';
import { texts } from '../texts/texts.ts';
import type { MapState } from './map-state.ts';
import { keyOf } from './marks/mark.ts';
import { watchLoiterers } from './near-foreign.ts';

/** Between two looks, in ms. */
const LOOK_MS = 10_000;

/** Warns of players who stay beside foreign bases, while the layer of these warnings is shown. */
export function useLoiterers(state: MapState): void {
  useEffect(() => {
    const watch = watchLoiterers();
    const looks = clock(LOOK_MS);
    return effect(() => {
      if (!state.layers.value.has('warnings') || state.replay.value !== undefined) {
        state.warned.value = NOBODY;
        return;
      }
      void looks.value; // also while nobody moves
      const { marks } = state.sources;
      const [players, bases] = [marks.value.get('online') ?? [], marks.value.get('bases') ?? []];
      const { warningM, warningMinutes } = preferences.value;
      const beside = { besideCm: warningM * 100, stayedMs: warningMinutes * 60_000 };
      const { all, added } = watch.look(players, bases, Date.now(), beside);
      state.warned.value = new Set(all.map(({ player }) => keyOf(player)));
      for (const { player, base } of added) {
        const [name, guild] = [player.name, base.name || base.note].map((text) => visibleText(text));
        showToast({
          text: texts.value.map.nearForeign(name ?? '', guild ?? '', warningMinutes),
          tone: 'warn',
        });
      }
    });
  }, [state]);
}

const NOBODY: ReadonlySet<string> = new Set();
