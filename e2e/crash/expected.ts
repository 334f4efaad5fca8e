import { apply, type Balances, type Write } from '@palatine/testing/crash-writes';
import type { DiskSnapshot } from '@palatine/testing/store-snapshot';
import { isApplied, type Reply, type Sent } from './load.ts';

/** The state one data folder must have, carried along while processes start and die over it. */
export interface Expected {
  /** Balances of the world at the last snapshot. */
  balances: Balances;
  /** Names of all writes that are on disk as applied. */
  applied: Set<string>;
  lastAuditId: number;
}

/** Codes that may refuse a valid request on a healthy machine. */
const REFUSALS = new Set(['VALIDATION_FAILED']);
/** Codes for a failure of the machine. */
const FAILURES = new Set(['INTERNAL_ERROR', 'GRANT_FAILED', 'REQUEST_TIMEOUT', 'SERVER_BUSY']);

const MAX_ERRORS = 10;

/**
 * Compares the disk with what was sent and answered since the last snapshot, and brings `expected` up to
 * date. The audit says which writes were applied: it must list each answered write once, and the world must
 * hold its former balances plus the effects of all applied writes, exactly.
 */
export function errorsIn(
  snapshot: DiskSnapshot,
  sent: readonly Sent[],
  expected: Expected,
  failuresAllowed = false,
): string[] {
  const errors = [...snapshot.contradictions];
  const writes = new Map(sent.map(({ write }) => [write.name, write]));
  const balances = new Map(expected.balances);
  for (const { id, name, outcome } of snapshot.audit) {
    expected.lastAuditId = id;
    if (outcome !== 'OK') continue;
    const write = writes.get(name);
    if (write === undefined) errors.push(`the audit lists ${name || 'a nameless write'}, which was not sent`);
    else if (expected.applied.has(name)) errors.push(`${name} ${write.path} was applied twice`);
    else apply(write.effect, balances);
    expected.applied.add(name);
  }
  for (const write of sent) {
    errors.push(...answerErrors(write, expected, failuresAllowed), ...banErrors(write, snapshot, expected));
  }
  errors.push(...differences(balances, snapshot.balances));
  expected.balances = snapshot.balances;
  const more = errors.length - MAX_ERRORS;
  return more > 0 ? [...errors.slice(0, MAX_ERRORS), `and ${more} more`] : errors;
}

function* answerErrors(sent: Sent, { applied }: Expected, failuresAllowed: boolean): Generator<string> {
  const { write, times, replies } = sent;
  const name = `${write.name} ${write.path}`;
  const successes = replies.filter(({ status }) => status === 200);
  if (isApplied(sent) && !applied.has(write.name)) yield `${name} was answered 200 and is not on disk`;
  if (replies.length === times && !isApplied(sent) && applied.has(write.name)) {
    yield `${name} was refused and is on disk: ${replies[0]?.body}`;
  }
  if (new Set(successes.map(({ body }) => body)).size > 1) yield `${name} has two different 200 answers`;
  if (successes.filter(({ replayed }) => !replayed).length > 1) yield `${name} ran again for its repeat`;
  for (const reply of replies) {
    if (!isAllowed(reply, write, failuresAllowed)) yield `${name} was answered ${reply.status} ${reply.body}`;
  }
}

/** A ban reaches Banlist.json before the store: an unanswered one may be in the file alone. */
function* banErrors(
  { write, times, replies }: Sent,
  { banned }: DiskSnapshot,
  { applied }: Expected,
): Generator<string> {
  if (write.bans === undefined) return;
  const isApplied = applied.has(write.name);
  if (isApplied && !banned.has(write.bans))
    yield `the ban ${write.name} was applied and is not in Banlist.json`;
  if (!isApplied && replies.length === times && banned.has(write.bans)) {
    yield `the ban ${write.name} was refused and is in Banlist.json: ${replies[0]?.body}`;
  }
}

/** True for a success, an expected refusal, and with `failuresAllowed` a failure in its whole envelope. */
function isAllowed({ status, body }: Reply, { path }: Write, failuresAllowed: boolean): boolean {
  const value = JSON.parse(body) as {
    Error?: { Code?: string; Message?: string; Details?: unknown };
    Errors?: number;
  };
  if (status === 200) return true;
  if (path === '/give' && status === 400) return (value.Errors ?? 0) > 0;
  const { Code = '', Message = '', Details } = value.Error ?? {};
  const isWhole = Message !== '' && typeof Details === 'object' && Details !== null;
  return isWhole && (REFUSALS.has(Code) || (failuresAllowed && FAILURES.has(Code)));
}

function* differences(expected: Balances, actual: Balances): Generator<string> {
  for (const name of new Set([...expected.keys(), ...actual.keys()])) {
    const should = expected.get(name) ?? 0;
    const is = actual.get(name) ?? 0;
    if (should !== is) yield `${name}: ${is} on disk, ${should} expected from the applied writes`;
  }
}

/** The errors of a reply to a key that was sent again after the restart. `replies`: the answers before it. */
export function* replayErrors(
  { write, replies }: Sent,
  replay: Reply,
  { applied }: Expected,
): Generator<string> {
  const name = `${write.name} ${write.path}, sent again after the restart,`;
  const first = replies.find(({ status }) => status === 200);
  if (first !== undefined) {
    if (!replay.replayed) yield `${name} was not replayed`;
    if (replay.status !== first.status || replay.body !== first.body) {
      yield `${name} was answered ${replay.status} ${replay.body}, not ${first.status} ${first.body}`;
    }
  } else if (applied.has(write.name) && !(replay.replayed && replay.status === 200)) {
    yield `${name} was on disk and was answered ${replay.status} ${replay.body}, not replayed`;
  } else if (!applied.has(write.name) && replay.replayed && replay.status === 200) {
    yield `${name} was replayed as applied and was not on disk`;
  }
}
