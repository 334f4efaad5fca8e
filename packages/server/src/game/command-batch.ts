import { type ErrorCode, Refusal, ROUTES, type RouteName, type RouteShape } from '@palatine/contract';
import { COMMANDS, type GameContext, LegacyGiveRefusal, type WorldEvent } from '@palatine/world';
import type { ArchivingFiles } from '../data-folder/operator-files.ts';
import type { NewAuditEntry } from '../store/audit-store.ts';
import type { StoredOutcome } from '../store/outcome-store.ts';
import type { Store, StoredChange } from '../store/store.ts';
import { type Bans, isBanTable } from './bans.ts';
import type { CommandAsk, Outcome } from './protocol.ts';

/** What a batch has come to, once it is on disk. */
export interface BatchResult {
  outcomes: { place: number; outcome: Outcome }[];
  /** Whether the world is another one now. */
  changed: boolean;
  events: WorldEvent[];
}

export interface BatchTools {
  game: GameContext;
  store: Store;
  bans: Bans;
  files: ArchivingFiles;
  /** Whether the caller at this place still waits; from then on it does until it is answered. */
  claim(place: number): boolean;
  /** Deletes what was archived for a change that did not come to be. */
  discard(archives: readonly string[]): void;
  /** Tells the operator. */
  report(message: string): void;
  /** Commands of the server's own, beside those of the world. */
  serverCommands: Readonly<Record<string, (ask: CommandAsk) => unknown>>;
}

interface CommandResult {
  outcome: Outcome;
  code: ErrorCode | 'OK';
  /** Whether a repeat with the same key gets this; what was not decided may be tried again. */
  final: boolean;
  /** Whether it was on disk before this batch began, so that it stands whatever becomes of the batch. */
  stands?: boolean;
}

/**
 * Runs commands one after another, each alone and whole or not at all, and writes all their changes, their
 * audit entries and their outcomes in one transaction. When that fails, nothing of the batch has happened, in
 * memory or on disk, and each of its callers is told so.
 */
export function runBatch(
  asks: readonly CommandAsk[],
  entries: readonly NewAuditEntry[],
  tools: BatchTools,
): BatchResult {
  const { game, store, bans } = tools;
  const { world } = game;
  const kept = new Map<string, StoredOutcome>();
  const audit: NewAuditEntry[] = [...entries];
  let ended = asks.flatMap((ask) => {
    if (!tools.claim(ask.place)) {
      audit.push({ ...ask.audit, atMs: game.now(), Outcome: 'REQUEST_TIMEOUT', Status: 500 });
      return [];
    }
    const end = runIdempotent(ask, kept, tools);
    audit.push(auditOf(ask, end, game.now()));
    return [{ ask, end }];
  });

  const changes = world.pendingChanges();
  const stored = changes.filter((change): change is StoredChange => !isBanTable(change.table));
  const archives = tools.files.drainArchives();
  let lost = false;
  try {
    store.commit({ changes: stored, audit, outcomes: [...kept.values()] });
    world.clearJournal();
  } catch (error) {
    lost = true;
    tools.report(
      `${asks.length} commands could not be stored, and none was applied: ${(error as Error).message}`,
    );
    world.rollbackTo(0);
    tools.discard(archives);
    restoreBans(tools);
    ended = ended.map(({ ask, end }) => ({ ask, end: end.stands ? end : storageFailure(ask) }));
  }
  return {
    outcomes: ended.map(({ ask, end }) => ({ place: ask.place, outcome: end.outcome })),
    changed: !lost && changes.length > 0,
    events: lost ? [] : eventsOf(stored),
  };

  function restoreBans({ report }: BatchTools): void {
    try {
      bans.save();
    } catch (error) {
      report(`Banlist.json may hold bans that were not confirmed: ${(error as Error).message}`);
    }
  }
}

/** The events among changes, oldest first. */
export function eventsOf(changes: readonly StoredChange[]): WorldEvent[] {
  return changes
    .filter(({ table, record }) => table === 'events' && record !== undefined)
    .map(({ record }) => record as WorldEvent); // the events table holds nothing else
}

function runIdempotent(ask: CommandAsk, kept: Map<string, StoredOutcome>, tools: BatchTools): CommandResult {
  const { idempotency, issuer } = ask;
  if (idempotency === undefined) return run(ask, tools);
  const { key, fingerprint } = idempotency;
  const name = JSON.stringify([issuer.name, key]);
  const nowMs = tools.game.now();
  const first = kept.get(name) ?? tools.store.outcome(issuer.name, key, nowMs);
  if (first !== undefined) {
    if (first.fingerprint !== fingerprint) {
      return ended(
        new Refusal('IDEMPOTENCY_KEY_REUSED', `the key ${key} was used before with another route or body`),
      );
    }
    const outcome = { status: first.status, body: first.body, replayed: true };
    return { outcome, code: 'OK', final: true, stands: !kept.has(name) };
  }
  const end = run(ask, tools);
  if (end.final) {
    const { status, body } = end.outcome;
    kept.set(name, { token: issuer.name, key, fingerprint, atMs: nowMs, status, body });
  }
  return end;
}

function run(ask: CommandAsk, tools: BatchTools): CommandResult {
  const { world } = tools.game;
  const { name, params, body, issuer } = ask;
  try {
    if (routeOf(name)?.changesBanlist) {
      const fault = tools.bans.takeEdits();
      if (fault !== undefined) tools.report(fault);
    }
    const reply = world.transaction(() => {
      const own = tools.serverCommands[name];
      const command = COMMANDS[name as keyof typeof COMMANDS] as
        | ((game: GameContext, call: unknown) => unknown)
        | undefined;
      const value = own ? own(ask) : command?.(tools.game, { params, body, issuer });
      tools.bans.save(); // the file is the record of bans: a ban it cannot hold is no ban
      return value;
    });
    return {
      outcome: { status: 200, body: JSON.stringify(reply), replayed: false },
      code: 'OK',
      final: true,
    };
  } catch (error) {
    if (error instanceof LegacyGiveRefusal) {
      const outcome = { status: 400, body: JSON.stringify(error.answer), replayed: false };
      return { outcome, code: 'VALIDATION_FAILED', final: true };
    }
    if (error instanceof Refusal) {
      if (error.cause !== undefined) tools.report(`${name}: ${causeOf(error.cause)}`);
      return ended(error);
    }
    tools.report(`${name} failed: ${causeOf(error)}`);
    if (isDiskFault(error)) return storageFailure(ask);
    const told = 'the work in the game thread failed; the log of the service says why';
    return { ...ended(new Refusal('REQUEST_FAILED', told)), final: false };
  }
}

/** A refusal of the game's is final; one of the machine's may turn out better the next time. */
function ended(refusal: Refusal): CommandResult {
  return {
    outcome: { status: refusal.status, body: JSON.stringify(refusal.toEnvelope()), replayed: false },
    code: refusal.code,
    final: refusal.status < 500 && refusal.code !== 'IDEMPOTENCY_KEY_REUSED',
  };
}

function storageFailure(ask: CommandAsk): CommandResult {
  const code = routeOf(ask.name)?.onStorageFailure ?? 'INTERNAL_ERROR';
  return ended(new Refusal(code, 'the change could not be stored, and nothing was applied'));
}

/** The route a command is named after. */
function routeOf(name: string): RouteShape | undefined {
  return Object.hasOwn(ROUTES, name) ? ROUTES[name as RouteName] : undefined;
}

function isDiskFault(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException | undefined)?.code;
  return (
    code !== undefined &&
    ['ENOSPC', 'EDQUOT', 'EIO', 'EROFS', 'EACCES', 'EPERM', 'EFBIG', 'EMFILE', 'EISDIR', 'ENOTDIR'].includes(
      code,
    )
  );
}

function auditOf({ audit }: CommandAsk, { code, outcome }: CommandResult, atMs: number): NewAuditEntry {
  return { ...audit, atMs, Outcome: outcome.replayed ? 'REPLAYED' : code, Status: outcome.status };
}

export function causeOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
