import { type EventData, type EventType, Refusal } from '@palatine/contract';
import { type NewAuditEntry, ownEntry } from '@palatine/contract/audit-records';
import { BANLIST_BOUNDS } from '@palatine/data-dir/banlist-file';
import type { Clock } from '@palatine/platform/clock';
import { recover } from '@palatine/platform/config-error';
import { settlePlayerBans } from '@palatine/world/bans';
import {
  type AppliedFleetBans,
  applyFleetBans,
  type FleetBan,
  planFleetBans,
} from '@palatine/world/fleet-bans';
import { applyGameBans, changesOurBans, type GameBansRead } from '@palatine/world/game-bans';
import type { GameContext } from '@palatine/world/game-context';
import type { AppliedSync, MirrorStage } from '@palatine/world/mirror';
import type { MirrorPart } from '@palatine/world/mirror-part';
import type { Survey } from '@palatine/world/model';
import type { Table } from '@palatine/world/table';
import type { TableName, World } from '@palatine/world/world';
import type { Batch, Store, StoredChange } from '../store/store.ts';
import type { FleetBansOutcome, GameBansOutcome, MirrorOutcome, ServiceNote } from './calls.ts';
import { causeOf, type Rows, type UnitTools } from './unit-of-work.ts';

export interface SystemTask<T> extends Rows {
  readonly output: T;
  readonly survey?: Survey;
  /** Whether to repeat the task in a later turn before it is answered. */
  readonly unfinished?: boolean;
}

type BanTools = Pick<UnitTools, 'game' | 'bans' | 'report'>;

/** A world with fewer characters may change all of them within one save. */
const MIN_CHARACTERS = 5;
/** The characters of a world change slowly: of another, at most players' ids are the same. */
const MIN_KEPT_SHARE = 0.05;

/** Why a save is no later state of the mirrored world; '' if it may be one (docs/decisions/0012). */
function whyReplaced(mirrored: Survey | null, { facts, characters }: AppliedSync): string {
  const { before, kept } = characters;
  if (before >= MIN_CHARACTERS && kept < MIN_KEPT_SHARE * before)
    return `the save holds another world: of ${before} Pals and players it has ${kept}`;
  const [then, now] = [mirrored?.inGameSeconds ?? 0, facts.survey?.inGameSeconds ?? 0];
  if (now === 0 || now >= then) return ''; // 0: it does not say
  return `the save went back in time by ${Math.ceil((then - now) / 60)} minutes of the game, as a restored copy does`;
}

export function takeMirrorPart(
  game: GameContext,
  stage: MirrorStage,
  part: MirrorPart,
): SystemTask<MirrorOutcome> {
  const { world, now } = game;
  const applied = stage.take(world, part);
  if (applied === undefined) return { output: undefined, unfinished: part.last !== undefined };
  const { facts, changedRecords, events } = applied;
  for (const { type, data } of events) world.emit(type, now(), data);
  const replaced = whyReplaced(world.survey, applied);
  if (replaced !== '') world.emit('save.replaced', now(), { reason: replaced });
  const entry = { route: 'Level.sav', target: facts.name, outcome: 'OK', summary: replaced } as const;
  const survey = facts.survey ?? undefined;
  if (survey !== undefined) world.survey = survey;
  return {
    output: { changedRecords, replaced },
    audit: replaced === '' ? [] : [ownAuditEntry(game, entry)],
    ...(survey && { survey }),
  };
}

export function noteTask(game: GameContext, { audit, event, entry }: ServiceNote): SystemTask<undefined> {
  const { world, now } = game;
  if (event !== undefined) world.emit(event.type as EventType, now(), event.data as EventData);
  const eventId = event && world.lastEventId;
  const own = audit === undefined ? [] : [ownAuditEntry(game, audit)];
  const caller = entry === undefined ? [] : [{ ...entry, atMs: now(), player: undefined, eventId }];
  return { output: undefined, audit: [...own, ...caller] };
}

function ownAuditEntry(
  { now, newId }: GameContext,
  { route, target, outcome, summary }: Required<ServiceNote>['audit'],
): NewAuditEntry {
  return ownEntry({ id: newId(), atMs: now(), Route: route, Target: target, Outcome: outcome, summary });
}

/** Adds bans by PlayerUID to the list once their UserId is known; not while Banlist.json cannot change. */
export function settleBans({ game, bans }: BanTools): void {
  bans.readEdits();
  if (bans.unit.blocked !== undefined) return;
  settlePlayerBans(game);
  bans.evict();
}

/** Changes bans as a whole, if Banlist.json can change. `change`: whether there are more. @returns why not; '' if done. */
function changeBans({ game, bans, report }: BanTools, what: string, change: () => boolean): string {
  bans.readEdits();
  if (bans.unit.blocked !== undefined) return bans.unit.blocked;
  const changeWorld = () =>
    game.world.transaction(() => {
      if (change()) bans.evict();
      return '';
    });
  return recover(changeWorld, Refusal, ({ message }) => {
    report(`${what} were not applied: ${message}`);
    return message;
  });
}

/** Applies bans of the game server's list, audited; not while Banlist.json cannot change. */
export function gameBansTask(tools: BanTools, read: GameBansRead): SystemTask<GameBansOutcome> {
  const { game } = tools;
  const apply = (mayChangeOurs: boolean) => applyGameBans(game, read, { mayChangeOurs });
  if (!changesOurBans(game.world, read)) return gameBansResult(game, apply(true));
  let applied: ReturnType<typeof apply> | undefined;
  const failure = changeBans(tools, 'bans of the game server', () => {
    applied = apply(true);
    return applied.taken.length > 0;
  });
  return gameBansResult(game, failure === '' && applied !== undefined ? applied : apply(false));
}

function gameBansResult(
  game: GameContext,
  { taken, lifted, ban, unban }: ReturnType<typeof applyGameBans>,
): SystemTask<GameBansOutcome> {
  const entry = (what: string) => (target: string) => {
    const summary = `${what}, as on the ban list of the game server`;
    return ownAuditEntry(game, { route: 'banlist.txt', target, outcome: 'OK', summary });
  };
  return { output: { ban, unban }, audit: [...taken.map(entry('banned')), ...lifted.map(entry('unbanned'))] };
}

/** With more changes at once, a single audit entry has their number. */
const MAX_ENTRIES = 50;

/** Applies bans of a fleet's shared lists in chunks. */
export function fleetBansTask(tools: BanTools, requested: readonly FleetBan[]): SystemTask<FleetBansOutcome> {
  const { game } = tools;
  const plan = () => planFleetBans(game.world, requested, BANLIST_BOUNDS);
  const { add, remove } = plan();
  let applied: AppliedFleetBans | undefined;
  let blocked = '';
  if (add.length + remove.length > 0) {
    blocked = changeBans(tools, 'bans of shared lists', () => {
      applied = applyFleetBans(game, plan());
      return applied.added.length > 0;
    });
  }
  const { inForce, overridden, local, leftOut } = plan();
  const isApplied = blocked === '' && applied !== undefined;
  return {
    output: { inForce, overridden, local, leftOut, ...(blocked !== '' && { blocked }) },
    audit: isApplied ? fleetBansAudit(game, applied as AppliedFleetBans) : [],
    unfinished: isApplied && applied?.more === true,
  };
}

function fleetBansAudit(game: GameContext, { added, removed }: AppliedFleetBans): NewAuditEntry[] {
  const entry = (target: string, summary: string): NewAuditEntry => ({
    ...ownAuditEntry(game, { route: 'applyFleetLists', target, outcome: 'OK', summary }),
    Token: 'fleet',
  });
  if (added.length + removed.length > MAX_ENTRIES) {
    return [entry('', `${added.length} bans of shared lists enforced, ${removed.length} removed`)];
  }
  return [
    ...added.map(({ id, list }) => entry(id, `banned by the list ${list}`)),
    ...removed.map(({ id, list }) => entry(id, `no longer banned by the list ${list}`)),
  ];
}

/** Records of a commit, which takes a few milliseconds. */
const ROWS = 300;
const RETRY_MS = 5000;

export interface DeferredWritesOptions {
  tables: readonly TableName[];
  world: World;
  store: Pick<Store, 'commit'>;
  clock: Clock;
  /** Runs a chunk in its own turn of the event loop. */
  later(part: () => void): void;
  report(message: string): void;
  /** Stored with the last of the records. */
  last?(): Pick<Batch, 'banlistDigest'>;
}

/**
 * Writes the changes of a save or of Banlist.json, a few hundred records a commit, with other work in between. The file
 * has it all, so nothing is lost when the process dies: the first sync afterwards is complete and compares every
 * record, and a start takes a Banlist.json whose digest is not stored. A record is written in its present state, so a
 * command that changes it is never undone.
 */
export class DeferredWrites {
  readonly #options: DeferredWritesOptions;
  readonly #pending: ReadonlyMap<TableName, Set<string>>;
  #scheduled = false;
  #cancelRetry: (() => void) | undefined;

  constructor(options: DeferredWritesOptions) {
    this.#options = options;
    this.#pending = new Map(options.tables.map((table) => [table, new Set()]));
  }

  get waiting(): number {
    return this.#pending.values().reduce((sum, { size }) => sum + size, 0);
  }

  /** Whether a part is to be written in the next turn. */
  get isWriting(): boolean {
    return this.#scheduled;
  }

  /** Defers the changes of its tables. @returns those to write at once, such as events. */
  defer(changes: readonly StoredChange[]): StoredChange[] {
    const atOnce = changes.filter(({ table, key }) => !this.#pending.get(table)?.add(key));
    this.#schedule();
    return atOnce;
  }

  writeAll(): void {
    while (this.waiting > 0) this.#writeSome();
  }

  /** The records that are not written yet, in their present state. */
  get changes(): StoredChange[] {
    return [...this.#present()];
  }

  abandon(): void {
    for (const keys of this.#pending.values()) keys.clear();
    this.#cancelRetry?.();
  }

  #schedule(): void {
    if (this.#scheduled || this.waiting === 0 || this.#cancelRetry !== undefined) return;
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
      report(`records could not be stored: ${causeOf(error)}`);
      this.#cancelRetry = clock.after(RETRY_MS, () => {
        this.#cancelRetry = undefined;
        this.#schedule();
      });
    }
  }

  #writeSome(): void {
    const { store, last } = this.#options;
    const changes = [...this.#present().take(ROWS)];
    if (changes.length === 0) return;
    store.commit({ changes, ...(changes.length === this.waiting && last?.()) });
    for (const { table, key } of changes) this.#pending.get(table)?.delete(key);
  }

  *#present(): Generator<StoredChange> {
    const { world } = this.#options;
    for (const [table, keys] of this.#pending)
      for (const key of keys) yield { table, key, record: (world[table] as Table<object>).get(key) };
  }
}
