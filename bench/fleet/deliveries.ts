/** What became of one ban at the worlds of a process. */
export interface BanDeliveries {
  /** The id of who was banned. */
  id: string;
  /** Worlds that have taken it over. */
  worlds: number;
  /** Times that a world has taken it over once more. */
  repeats: number;
  /** When each world took it over first, by the clock of the machine. */
  atMs: Float64Array;
}

/** Counts which world has taken over which ban, and when. */
export class Deliveries {
  readonly #worlds: number;
  readonly #bans = new Map<string, BanDeliveries & { seen: Uint8Array }>();
  #count = 0;

  constructor(worlds: number) {
    this.#worlds = worlds;
  }

  /** Without repeats. */
  get count(): number {
    return this.#count;
  }

  add(world: number, id: string, atMs: number): void {
    let ban = this.#bans.get(id);
    if (ban === undefined) {
      const [seen, times] = [new Uint8Array(this.#worlds), new Float64Array(this.#worlds)];
      ban = { id, worlds: 0, repeats: 0, atMs: times, seen };
      this.#bans.set(id, ban);
    }
    if (ban.seen[world] === 1) {
      ban.repeats++;
      return;
    }
    ban.seen[world] = 1;
    ban.atMs[ban.worlds++] = atMs;
    this.#count++;
  }

  /** Everything since the last call. */
  take(): BanDeliveries[] {
    const bans = [...this.#bans.values()].map(({ id, worlds, repeats, atMs }) => ({
      ...{ id, worlds, repeats },
      atMs: atMs.slice(0, worlds),
    }));
    this.#bans.clear();
    this.#count = 0;
    return bans;
  }
}

export interface DeliveryFigures {
  delivered: number;
  repeats: number;
  /** From the beginning of each ban to each world. */
  latenciesMs: number[];
  /** When the last world took over the last ban. */
  lastMs: number;
}

/** Puts together what the processes of a fleet have counted. `startedMs` tells when each ban began. */
export function deliveryFigures(
  counted: readonly BanDeliveries[],
  startedMs: Readonly<Record<string, number>>,
): DeliveryFigures {
  const figures: DeliveryFigures = { delivered: 0, repeats: 0, latenciesMs: [], lastMs: 0 };
  for (const { id, worlds, repeats, atMs } of counted) {
    const began = startedMs[id];
    if (began === undefined) continue; // of an earlier measurement
    figures.delivered += worlds;
    figures.repeats += repeats;
    for (const ms of atMs) {
      figures.latenciesMs.push(ms - began);
      figures.lastMs = Math.max(figures.lastMs, ms);
    }
  }
  return figures;
}
