import { changesOurBans, type GameContext, isBanTable, type WorldEvent } from '@palatine/world';
import type { Store, StoredChange } from '../store/store.ts';
import type { Bans } from './bans.ts';
import type { Clock } from './clock.ts';
import { causeOf, eventsOf } from './command-batch.ts';
import { changesFleetBans } from './fleet-bans-work.ts';
import { MirrorWrites } from './mirror-writes.ts';
import { ownWork } from './own-work.ts';
import type { CallMessage, CallResult, OwnCall, OwnWorkKind } from './protocol.ts';

export interface OwnWorkTools {
  readonly game: GameContext;
  readonly store: Store;
  readonly bans: Bans;
  readonly clock: Clock;
  /**
   * The world has changed, on disk as well, but for records of the mirror. `surveyed`: what the save says of itself has
   * changed too, which is in no table.
   */
  onChange(events: readonly WorldEvent[], surveyed: boolean): void;
  answer(result: CallResult<OwnWorkKind>): void;
  refuse(slot: number, error: unknown): void;
  /** Runs a part in a turn of its own of the event loop. */
  later(part: () => void): void;
  /** Logs an error. */
  report(message: string): void;
}

/** Does the work of the service itself: each piece whole or not at all, with a commit of its own. */
export class OwnWorkRunner {
  readonly #tools: OwnWorkTools;
  readonly #work: ReturnType<typeof ownWork>;
  readonly #mirrorWrites: MirrorWrites;
  #ended = false;

  constructor(tools: OwnWorkTools) {
    const { game, store, bans, clock, report } = tools;
    const later = (part: () => void) => tools.later(part);
    this.#tools = tools;
    this.#work = ownWork(game, { bans, report });
    this.#mirrorWrites = new MirrorWrites({ world: game.world, store, clock, later, report });
  }

  run(message: OwnCall): void {
    if (this.#changesBans(message)) this.#tools.bans.exclusively(() => this.#run(message));
    else this.#run(message);
  }

  #changesBans(message: OwnCall): boolean {
    const { world } = this.#tools.game;
    if (message.kind === 'gameBans') return changesOurBans(world, message.input);
    return message.kind === 'applyFleetLists' && changesFleetBans(world, message.input);
  }

  /** Writes what is still to be written of the mirror. */
  finish(): void {
    try {
      this.#mirrorWrites.writeAll();
    } catch (error) {
      this.#tools.report(`records of the save could not be stored: ${causeOf(error)}`);
    }
  }

  /** Does nothing further. */
  abandon(): void {
    this.#ended = true;
    this.#mirrorWrites.abandon();
  }

  #run<K extends OwnWorkKind>(message: CallMessage<K>): void {
    const { kind, slot, input } = message;
    const { game, store, bans, onChange, answer, refuse } = this.#tools;
    const { world } = game;
    try {
      const work = world.transaction(() => this.#work[kind](input));
      const { output, audit = [], survey, unfinished = false } = work;
      bans.save();
      const pending = world
        .pendingChanges()
        .filter((change): change is StoredChange => !isBanTable(change.table));
      const changes = kind === 'mirror' ? this.#mirrorWrites.defer(pending) : pending;
      if (changes.length + audit.length > 0) store.commit({ changes, audit });
      world.clearJournal();
      bans.keep();
      if (survey !== undefined) store.saveSurvey(survey);
      onChange(eventsOf(changes), survey !== undefined);
      if (unfinished) return this.#continueLater(message);
      const result: CallResult<K> = { kind, slot, output };
      answer(result);
    } catch (error) {
      world.rollbackTo(0);
      bans.takeBack();
      refuse(slot, error);
    }
  }

  /** Goes on with work that would hold the thread for too long, once other messages had their turn. */
  #continueLater<K extends OwnWorkKind>(message: CallMessage<K>): void {
    this.#tools.later(() => {
      if (!this.#ended) this.run(message as OwnCall);
    });
  }
}
