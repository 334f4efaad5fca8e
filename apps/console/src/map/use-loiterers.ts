import { effect } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { clock } from '../data/clock.ts';
import { preferences } from '../data/preferences.ts';
import { showToast } from '../kit/toasts.ts';
import { texts } from '../texts/texts.ts';
import { visibleText } from '../views/visible-text.ts';
import type { MapState } from './map-state.ts';
import { keyOf, type Mark, near } from './marks/mark.ts';

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

interface Loiterer {
  readonly player: Mark;
  readonly base: Mark;
  readonly sinceMs: number;
}

interface Beside {
  /** Distance from the edge of its area that is near, in cm. */
  readonly besideCm: number;
  /** For so long, in ms. */
  readonly stayedMs: number;
}

/** The largest area of a base, for the search. */
const MAX_AREA_CM = 20_000;

export function watchLoiterers() {
  let seen = new Map<string, Loiterer>();
  let warned = new Set<string>();
  return {
    /** Takes in where everybody is at a moment. @returns who has stayed too long, and who of them is new */
    look(players: readonly Mark[], bases: readonly Mark[], nowMs: number, { besideCm, stayedMs }: Beside) {
      const next = new Map<string, Loiterer>();
      for (const player of players) {
        for (const { item: base, distanceCm } of near(bases, player, MAX_AREA_CM + besideCm)) {
          if (base.guildId === player.guildId || !isBeside(base, distanceCm, besideCm)) continue;
          const key = `${keyOf(player)} ${base.id}`;
          next.set(key, { player, base, sinceMs: seen.get(key)?.sinceMs ?? nowMs });
        }
      }
      seen = next;
      const stayed = [...next].filter(([, { sinceMs }]) => nowMs - sinceMs >= stayedMs);
      const added = stayed.filter(([key]) => !warned.has(key)).map(([, loiterer]) => loiterer);
      warned = new Set(stayed.map(([key]) => key));
      return { all: stayed.map(([, loiterer]) => loiterer), added };
    },
  };
}

function isBeside({ areaCm = 0 }: Mark, distanceCm: number, besideCm: number): boolean {
  return distanceCm > areaCm && distanceCm <= areaCm + besideCm;
}
