import type { ListReads } from './list-reads.ts';
import type { ListName, MovedList } from './protocol.ts';
import type { VersionPublisher } from './world-versions.ts';

/** Making lists of moves takes at most one part of the time in so many, so that requests have the others. */
const PARTS_OF_TIME = 6;
/** Moves wait no longer than this for their lists to be begun. */
const MOST_REST_MS = 1000;

export interface MoveNewsOptions {
  lists: Pick<ListReads, 'make' | 'showsLocations'>;
  versions: Pick<VersionPublisher, 'locations' | 'publish' | 'hold' | 'release' | 'passedOn'>;
  /** ms of a steady clock. */
  elapsed(): number;
  /** Passes lists on, with the moves that they show. */
  post(lists: readonly MovedList[]): void;
}

/**
 * Tells of moves. Players move ten times a second, and each time every caller of a list that shows them would wait for
 * the next one. So the moves of a list that is read count once the list that shows them is made, and go with it
 * (docs/decisions/0048); whoever asks meanwhile is answered with the one before. Whatever else changes counts at once.
 */
export class MoveNews {
  readonly #options: MoveNewsOptions;
  /** What somebody has read since it was made last, by its key. */
  readonly #read = new Map<string, ListName>();
  #making = false;
  #begunMs = 0;
  /** No list is begun before. */
  #restUntilMs = 0;

  constructor(options: MoveNewsOptions) {
    this.#options = options;
  }

  /** Somebody reads a list. */
  wasRead({ name, form }: ListName): void {
    if (this.#options.lists.showsLocations(name)) this.#read.set(`${name} ${form}`, { name, form });
  }

  /** Takes up what a step has moved that changed nothing else. */
  afterStep(): void {
    const { versions, elapsed } = this.#options;
    if (this.#making) return versions.hold(); // counts with the next lists
    if (versions.locations.published) return;
    const lists = [...this.#read.values()];
    if (lists.length > 0 && elapsed() < this.#restUntilMs) return versions.hold();
    this.#read.clear();
    if (lists.length === 0) return versions.release();
    versions.hold();
    this.#making = true;
    this.#begunMs = elapsed();
    this.#make(lists, []);
  }

  /** Makes one list after the other. */
  #make([list, ...left]: readonly ListName[], made: readonly Made[]): void {
    if (list === undefined) return this.#end(made);
    const { lists, versions } = this.#options;
    let shown = 0;
    const begun = lists.make(list, {
      onMoment: () => {
        shown = versions.locations.version;
      },
      onMade: (response) => this.#make(left, [...made, { list: { ...list, response }, shown }]),
      onFailed: () => this.#make(left, made), // whoever asks for it is told why
    });
    if (!begun) this.#make(left, made); // it is made for callers, and as new
  }

  #end(made: readonly Made[]): void {
    const { versions, elapsed, post } = this.#options;
    this.#making = false;
    const nowMs = elapsed();
    this.#restUntilMs = nowMs + Math.min(MOST_REST_MS, (nowMs - this.#begunMs) * (PARTS_OF_TIME - 1));
    const [first] = made; // the others show its moves too
    if (first === undefined) return versions.release();
    versions.passedOn(first.shown);
    post(made.map(({ list }) => list));
  }
}

interface Made {
  readonly list: MovedList;
  /** The version of the locations that it shows. */
  readonly shown: number;
}
