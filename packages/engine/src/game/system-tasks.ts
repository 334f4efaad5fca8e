import { type EventData, type EventType, Refusal } from '@palatine/contract';
import { BANLIST_BOUNDS } from '@palatine/data-dir/banlist-file';
import type { Clock } from '@palatine/platform/clock';
import {
  type AppliedFleetBans,
  applyFleetBans,
  applyGameBans,
  changesOurBans,
  type FleetBan,
  type GameBansRead,
  type GameContext,
  MIRRORED_TABLES,
  type MirrorPart,
  type MirrorStage,
  planFleetBans,
  type Survey,
  settlePlayerBans,
  type Table,
  type World,
} from '@palatine/world';
import type { NewAuditEntry } from '../store/audit-rows.ts';
import type { Store, StoredChange } from '../store/store.ts';
import { ownAuditEntry } from './audit-entry.ts';
import type { FleetBansOutcome, GameBansOutcome, MirrorOutcome, ServiceNote } from './calls.ts';
import { causeOf, type Rows, type UnitTools } from './unit-of-work.ts';

export interface SystemTask<T> extends Rows {
  readonly output: T;
  /** What the newest save says of itself. */
  readonly survey?: Survey;
  /** Whether the same work is to be done again, in a later turn, before it is answered. */
  readonly unfinished?: boolean;
}

type BanTools = Pick<UnitTools, 'game' | 'bans' | 'report'>;

export function takeMirrorPart(
  { world, now }: GameContext,
  stage: MirrorStage,
  part: MirrorPart,
): SystemTask<MirrorOutcome> {
  const applied = stage.take(world, part);
  if (applied === undefined) return { output: undefined, unfinished: part.last !== undefined };
  const { facts, changedRecords, events } = applied;
  for (const { type, data } of events) world.emit(type, now(), data);
  const survey = facts.survey ?? undefined;
  if (survey !== undefined) world.survey = survey;
  return { output: { changedRecords }, ...(survey && { survey }) };
}

export function noteTask(
  { world, now, newId }: GameContext,
  { audit, event, entry }: ServiceNote,
): SystemTask<undefined> {
  if (event !== undefined) world.emit(event.type as EventType, now(), event.data as EventData);
  const eventId = event === undefined ? undefined : world.lastEventId;
  return {
    output: undefined,
    audit: [
      ...(audit === undefined ? [] : [ownAuditEntry({ now, newId }, audit)]),
      ...(entry === undefined ? [] : [{ ...entry, atMs: now(), player: undefined, eventId }]),
    ],
  };
}

/** Puts bans by PlayerUID whose UserId is now known on the list; not while Banlist.json cannot change. */
export function settleBans({ game, bans }: BanTools): void {
  bans.readEdits();
  if (bans.blocked !== undefined) return;
  settlePlayerBans(game);
  bans.makeRoom();
}

/** Takes over bans of the game server's list, audited; not while Banlist.json cannot be changed. */
export function gameBansTask(
  { game, bans, report }: BanTools,
  read: GameBansRead,
): SystemTask<GameBansOutcome> {
  const apply = (mayChangeOurs: boolean) => applyGameBans(game, read, { mayChangeOurs });
  if (!changesOurBans(game.world, read)) return gameBansResult(game, apply(true));
  bans.readEdits();
  if (bans.blocked !== undefined) return gameBansResult(game, apply(false));
  try {
    return game.world.transaction(() => {
      const applied = apply(true);
      if (applied.taken.length > 0) bans.makeRoom();
      return gameBansResult(game, applied);
    });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    report(`bans of the game server are not taken over: ${error.message}`);
    return gameBansResult(game, apply(false));
  }
}

function gameBansResult(
  game: GameContext,
  { taken, lifted, ban, unban }: ReturnType<typeof applyGameBans>,
): SystemTask<GameBansOutcome> {
  const entry = (target: string, summary: string) =>
    ownAuditEntry(game, { route: 'banlist.txt', target, outcome: 'OK', summary });
  const audit = [
    ...taken.map((userId) => entry(userId, 'banned, as on the ban list of the game server')),
    ...lifted.map((userId) => entry(userId, 'unbanned, as on the ban list of the game server')),
  ];
  return { output: { ban, unban }, audit };
}

/** With more changes than that in one go, one audit entry tells how many there were. */
const MAX_ENTRIES = 50;

/** Puts the wanted bans of the shared lists of a fleet in force, a part of them at a time. */
export function fleetBansTask(tools: BanTools, wanted: readonly FleetBan[]): SystemTask<FleetBansOutcome> {
  const { game, bans, report } = tools;
  const plan = () => planFleetBans(game.world, wanted, BANLIST_BOUNDS);
  const result = (
    done: { applied?: AppliedFleetBans; blocked?: string } = {},
  ): SystemTask<FleetBansOutcome> => {
    const { inForce, overridden, local, leftOut } = plan();
    const { applied, blocked } = done;
    return {
      output: { inForce, overridden, local, leftOut, ...(blocked !== undefined && { blocked }) },
      audit: applied === undefined ? [] : fleetBansAudit(game, applied),
      unfinished: applied?.more === true,
    };
  };
  const { add, remove } = plan();
  if (add.length + remove.length === 0) return result();
  bans.readEdits();
  if (bans.blocked !== undefined) return result({ blocked: bans.blocked });
  try {
    return game.world.transaction(() => {
      const applied = applyFleetBans(game, plan());
      if (applied.added.length > 0) bans.makeRoom();
      return result({ applied });
    });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    report(`bans of shared lists are not enforced: ${error.message}`);
    return result({ blocked: error.message });
  }
}

function fleetBansAudit(game: GameContext, { added, removed }: AppliedFleetBans): NewAuditEntry[] {
  const entry = (target: string, summary: string): NewAuditEntry => ({
    ...ownAuditEntry(game, { route: 'applyFleetLists', target, outcome: 'OK', summary }),
    Token: 'fleet',
  });
  if (added.length + removed.length > MAX_ENTRIES) {
    return [entry('', `${added.length} bans of shared lists put in force, ${removed.length} removed`)];
  }
  return [
    ...added.map(({ id, list }) => entry(id, `banned by the list ${list}`)),
    ...removed.map(({ id, list }) => entry(id, `no longer banned by the list ${list}`)),
  ];
}

/** Records of one commit: it takes a few milliseconds. */
const ROWS = 300;
const RETRY_MS = 5000;

export interface MirrorWritesOptions {
  world: World;
  store: Pick<Store, 'commit'>;
  clock: Clock;
  /** Runs a part in a turn of its own of the event loop. */
  later(part: () => void): void;
  report(message: string): void;
}

/**
 * Writes what a save of the game has changed, a few hundred records a commit, and other work runs in between. The save
 * has it all, so nothing is lost when the thread dies meanwhile: the first sync after that is whole, and compares every
 * record. A record is written as it is by then, so a command that changes it is never undone.
 */
export class MirrorWrites {
  readonly #options: MirrorWritesOptions;
  readonly #waiting = new Map<string, Pick<StoredChange, 'table' | 'key'>>();
  #scheduled = false;
  #cancelRetry: (() => void) | undefined;

  constructor(options: MirrorWritesOptions) {
    this.#options = options;
  }

  /** How many records are not written yet. */
  get waiting(): number {
    return this.#waiting.size;
  }

  /** Takes the changes that a save has made. @returns those that are to be written at once, such as events. */
  defer(changes: readonly StoredChange[]): StoredChange[] {
    const atOnce: StoredChange[] = [];
    for (const change of changes) {
      const { table, key } = change;
      if ((MIRRORED_TABLES as readonly string[]).includes(table))
        this.#waiting.set(`${table} ${key}`, { table, key });
      else atOnce.push(change);
    }
    this.#schedule();
    return atOnce;
  }

  /** Writes all that waits. Throws when it cannot. */
  writeAll(): void {
    while (this.#waiting.size > 0) this.#writeSome();
  }

  abandon(): void {
    this.#waiting.clear();
    this.#cancelRetry?.();
  }

  #schedule(): void {
    if (this.#scheduled || this.#waiting.size === 0 || this.#cancelRetry !== undefined) return;
    this.#scheduled = true;
    this.#options.later(() => {
      this.#scheduled = false;
      this.#tryToWrite();
      this.#schedule();
    });
  }

  #tryToWrite(): void {
    const { clock, report } = this.#options;
    try {
      this.#writeSome();
    } catch (error) {
      report(`records of the save could not be stored: ${causeOf(error)}`);
      this.#cancelRetry = clock.after(RETRY_MS, () => {
        this.#cancelRetry = undefined;
        this.#schedule();
      });
    }
  }

  #writeSome(): void {
    const { world, store } = this.#options;
    const some = [...this.#waiting.entries().take(ROWS)];
    if (some.length === 0) return;
    const changes = some.map(([, { table, key }]): StoredChange => {
      const record = (world[table] as Table<object>).get(key);
      return { table, key, record };
    });
    store.commit({ changes });
    for (const [name] of some) this.#waiting.delete(name);
  }
}
