import { isApplied, type Reply, type Sent } from './load.ts';
import type { Remains } from './snapshot.ts';
import { apply, type Balances, type Write } from './writes.ts';

/** What is known of one data folder while processes come and go over it. */
export interface Expected {
  /** What the world held when it was last looked at. */
  holdings: Balances;
  /** Names of all deeds that are on disk as applied. */
  applied: Set<string>;
  lastAuditId: number;
}

/** Codes a right request may be refused with while nothing is the matter. */
const REFUSALS = new Set(['VALIDATION_FAILED']);
/** Codes that say that the machine could not do it. */
const FAILURES = new Set(['INTERNAL_ERROR', 'GRANT_FAILED', 'REQUEST_TIMEOUT', 'SERVER_BUSY']);

const MOST_FAULTS = 10;

/**
 * Holds what is on disk against what was sent and answered since the ledger was last up to date, and brings
 * it up to date. The audit says which writes were applied; those that were answered must be among them, each
 * once, and the world must hold exactly what it held before and what all of them together give.
 */
export function faultsOf(
  remains: Remains,
  sent: readonly Sent[],
  ledger: Expected,
  failuresAllowed = false,
): string[] {
  const faults = [...remains.contradictions];
  const deeds = new Map(sent.map(({ deed }) => [deed.name, deed]));
  const expected = new Map(ledger.holdings);
  for (const { id, name, outcome } of remains.audit) {
    ledger.lastAuditId = id;
    if (outcome !== 'OK') continue;
    const deed = deeds.get(name);
    if (deed === undefined) faults.push(`the audit holds ${name || 'a nameless write'}, which was not sent`);
    else if (ledger.applied.has(name)) faults.push(`${name} ${deed.path} was applied twice`);
    else apply(deed.effect, expected);
    ledger.applied.add(name);
  }
  for (const one of sent) {
    faults.push(...faultsOfAnswers(one, ledger, failuresAllowed), ...faultsOfBan(one, remains, ledger));
  }
  faults.push(...differences(expected, remains.holdings));
  ledger.holdings = remains.holdings;
  const more = faults.length - MOST_FAULTS;
  return more > 0 ? [...faults.slice(0, MOST_FAULTS), `and ${more} more`] : faults;
}

function* faultsOfAnswers(sent: Sent, { applied }: Expected, failuresAllowed: boolean): Generator<string> {
  const { deed, times, replies } = sent;
  const name = `${deed.name} ${deed.path}`;
  const good = replies.filter(({ status }) => status === 200);
  if (isApplied(sent) && !applied.has(deed.name)) yield `${name} was answered 200 and is not on disk`;
  if (replies.length === times && !isApplied(sent) && applied.has(deed.name)) {
    yield `${name} was refused and is on disk: ${replies[0]?.body}`;
  }
  if (new Set(good.map(({ body }) => body)).size > 1) yield `${name} was answered 200 in two ways`;
  if (good.filter(({ replayed }) => !replayed).length > 1) yield `${name} was done anew for its repeat`;
  for (const reply of replies) {
    if (!isClear(reply, deed, failuresAllowed)) yield `${name} was answered ${reply.status} ${reply.body}`;
  }
}

/** A ban is in Banlist.json before it is in the store: one that was under way may be in the file alone. */
function* faultsOfBan(
  { deed, times, replies }: Sent,
  { banned }: Remains,
  { applied }: Expected,
): Generator<string> {
  if (deed.bans === undefined) return;
  const isApplied = applied.has(deed.name);
  if (isApplied && !banned.has(deed.bans))
    yield `the ban ${deed.name} was applied and is not in Banlist.json`;
  if (!isApplied && replies.length === times && banned.has(deed.bans)) {
    yield `the ban ${deed.name} was refused and is in Banlist.json: ${replies[0]?.body}`;
  }
}

/** Whether an answer is the success, the refusal or (where the machine is in trouble) the failure it may be. */
function isClear({ status, body }: Reply, { path }: Write, failuresAllowed: boolean): boolean {
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

function* differences(expected: Balances, found: Balances): Generator<string> {
  for (const name of new Set([...expected.keys(), ...found.keys()])) {
    const should = expected.get(name) ?? 0;
    const is = found.get(name) ?? 0;
    if (should !== is) yield `${name}: ${is} on disk, ${should} by what was applied`;
  }
}

/** What is wrong with the reply to a key that is sent again after the restart. `first`: what it was answered. */
export function* faultsOfReplay(
  { deed, replies }: Sent,
  replay: Reply,
  { applied }: Expected,
): Generator<string> {
  const name = `${deed.name} ${deed.path}, asked again after the restart,`;
  const first = replies.find(({ status }) => status < 500);
  if (first !== undefined) {
    if (!replay.replayed) yield `${name} was not replayed`;
    if (replay.status !== first.status || replay.body !== first.body) {
      yield `${name} answered ${replay.status} ${replay.body}, not ${first.status} ${first.body}`;
    }
  } else if (applied.has(deed.name) && !(replay.replayed && replay.status === 200)) {
    yield `${name} was on disk and answered ${replay.status} ${replay.body}, not replayed`;
  } else if (!applied.has(deed.name) && replay.replayed && replay.status === 200) {
    yield `${name} was replayed as done and was not on disk`;
  }
}
