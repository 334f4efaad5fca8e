import { gridIndex } from './geometry/grid-index.ts';
import { keyOf, type Mark } from './marks/mark.ts';

/** A player who has stayed beside a base of another guild. */
export interface Loiterer {
  readonly player: Mark;
  readonly base: Mark;
  readonly sinceMs: number;
}

/** What counts as staying beside a base. */
export interface Beside {
  /** So near to the edge of its area, in cm. */
  readonly besideCm: number;
  /** For so long, in ms. */
  readonly stayedMs: number;
}

/** The largest area of a base, for the search. */
const MOST_AREA_CM = 20_000;

/** Watches who stays beside the bases of others. */
export interface LoiterWatch {
  /** Takes in where everybody is at a moment. @returns who has stayed too long, and who of them is new */
  look(
    players: readonly Mark[],
    bases: readonly Mark[],
    nowMs: number,
    beside: Beside,
  ): { all: readonly Loiterer[]; added: readonly Loiterer[] };
}

export function watchLoiterers(): LoiterWatch {
  let seen = new Map<string, Loiterer>();
  let told = new Set<string>();
  return {
    look(players, bases, nowMs, { besideCm, stayedMs }) {
      const index = gridIndex(bases);
      const next = new Map<string, Loiterer>();
      for (const player of players) {
        const near = index.near(player, MOST_AREA_CM + besideCm);
        for (const { item: base, distanceCm } of near) {
          if (base.guildId === player.guildId || !isBeside(base, distanceCm, besideCm)) continue;
          const key = `${keyOf(player)} ${base.id}`;
          next.set(key, { player, base, sinceMs: seen.get(key)?.sinceMs ?? nowMs });
        }
      }
      seen = next;
      const stayed = [...next].filter(([, { sinceMs }]) => nowMs - sinceMs >= stayedMs);
      const added = stayed.filter(([key]) => !told.has(key)).map(([, loiterer]) => loiterer);
      told = new Set(stayed.map(([key]) => key));
      return { all: stayed.map(([, loiterer]) => loiterer), added };
    },
  };
}

/** Outside the area, and not far from it. */
function isBeside({ areaCm = 0 }: Mark, distanceCm: number, besideCm: number): boolean {
  return distanceCm > areaCm && distanceCm <= areaCm + besideCm;
}
