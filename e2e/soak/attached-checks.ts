import type { DeliveriesPage, Delivery, PlayersReply, ServerStatus } from '@palatine/contract';
import { POLLED } from '@palatine/sidecar/server-facts';
import { CALL_TIMEOUTS } from '@palatine/sidecar/wire';
import type { Audit, PlayerTruth } from '@palatine/stand-in/commands';
import type { Goods, Order } from './attached-callers.ts';
import type { AttachedTarget, Findings } from './target.ts';

// What was ordered, what the service lists, and what the server holds

/** The figures of one moment between two maintenances. */
interface Expected {
  readonly orders: ReadonlyMap<string, Order>;
  readonly deliveries: ReadonlyMap<string, Delivery>;
  readonly audit: Audit;
}

/** Reads it. Undefined while the server is down, or when a maintenance came between. */
export async function readExpected(
  target: AttachedTarget,
  orders: ReadonlyMap<string, Order>,
): Promise<Expected | undefined> {
  const expectedOrders = new Map(orders); // what is ordered from here on may not be listed
  const before = await lastMaintenance(target);
  if (before === undefined) return undefined;
  const deliveries = new Map((await allDeliveries(target)).map((delivery) => [delivery.Id, delivery]));
  const audit = await target.gameServer.control('audit').catch(() => undefined); // it is down
  if (audit === undefined || (await lastMaintenance(target)) !== before) return undefined;
  return { orders: expectedOrders, deliveries, audit };
}

/** Which maintenance was the last; undefined while one is running. */
async function lastMaintenance({ caller }: AttachedTarget): Promise<string | undefined> {
  const { Maintenance } = await caller.read<ServerStatus>('/v1/palatine/server');
  return Maintenance.Running === undefined ? (Maintenance.Last?.Id ?? 'none') : undefined;
}

/** All deliveries that the service knows. */
async function allDeliveries({ caller }: AttachedTarget): Promise<Delivery[]> {
  const listed: Delivery[] = [];
  let cursor: string | undefined = '';
  while (cursor !== undefined) {
    const more: string = cursor === '' ? '' : `&Cursor=${encodeURIComponent(cursor)}`;
    const page: DeliveriesPage = await caller.read(`/v1/palatine/deliveries?Limit=500${more}`);
    listed.push(...page.Deliveries);
    cursor = page.Next;
  }
  return listed;
}

/**
 * Lists what is lost or doubled, a sentence each. `first`: the server before anything was ordered. `atEnd`: nothing may wait any
 * more, and no delivery may be listed that nobody ordered.
 */
export function expectedErrors(expected: Expected, first: Audit, atEnd: boolean): string[] {
  const { orders, deliveries } = expected;
  const errors: string[] = [];
  for (const [delivery, { cancelAsked }] of orders) {
    const { State: state, Reason: reason } = deliveries.get(delivery) ?? {};
    if (state === undefined) errors.push(`delivery ${delivery} was accepted and is not listed`);
    if (state === 'Failed') errors.push(`delivery ${delivery} failed: ${reason}`);
    if (state === 'Canceled' && !cancelAsked) errors.push(`delivery ${delivery} was canceled by nobody`);
    if (atEnd && (state === 'Pending' || state === 'Delivering')) {
      errors.push(`delivery ${delivery} is ${state} at the end: ${reason}`);
    }
  }
  if (atEnd) {
    const unknown = [...deliveries.keys()].filter((id) => !orders.has(id));
    errors.push(...unknown.map((id) => `delivery ${id} is listed and nobody has ordered it`));
  }
  for (const [playerId, truth] of Object.entries(expected.audit.players)) {
    errors.push(...playerErrors(expected, truth, first.players[playerId]));
  }
  return errors;
}

/** Compares what a player has been given with what was delivered to them. */
function playerErrors(
  { orders, deliveries }: Expected,
  truth: PlayerTruth,
  first: PlayerTruth | undefined,
): string[] {
  const goods = new Map<string, { goods: Goods; min: number; max: number }>();
  for (const [delivery, { playerUid, goods: ordered }] of orders) {
    if (playerUid.replaceAll('-', '') !== truth.playerId) continue;
    const key = `${ordered.kind} ${ordered.id}`;
    const sum = goods.get(key) ?? { goods: ordered, min: 0, max: 0 };
    const state = deliveries.get(delivery)?.State;
    // One that is being delivered is in the save, and in the server once it has started.
    if (state === 'Delivered') sum.min += ordered.count;
    if (state === 'Delivered' || state === 'Delivering') sum.max += ordered.count;
    goods.set(key, sum);
  }
  return [...goods.values()].flatMap(({ goods: { kind, id }, min, max }) => {
    const has = countOf(truth, kind, id) - (first === undefined ? 0 : countOf(first, kind, id));
    if (has >= min && has <= max) return [];
    return [`${truth.name} (${truth.playerId}) has ${has} ${id} by deliveries of ${min} to ${max}`];
  });
}

function countOf({ items, pals, technologies }: PlayerTruth, kind: Goods['kind'], id: string): number {
  if (kind === 'items') return items[id] ?? 0;
  return (kind === 'pals' ? pals : technologies).filter((held) => held === id).length;
}

// Who is shown as online

/** s between two polls of the players. */
export const PLAYERS_SECONDS = 2;
/** A poll comes a tenth of its interval late at most. */
const JITTER = 1.1;
/**
 * So long a player may be shown with a wrong status while the service calls its roster live, in ms. Who is absent leaves
 * with the second good poll in a row, so two polls may pass. Each comes after its interval, and after at most one call of
 * each endpoint, since one call at a time is under way; a call takes as long as a read may take. While polls of the
 * players fail, the service says itself that its roster is stale, and after 60 s that it is unknown: that time does not
 * matter here.
 */
export const WRONG_STATUS_MS = 2 * (PLAYERS_SECONDS * 1000 * JITTER + POLLED.length * CALL_TIMEOUTS.readMs);

/** Compares who is shown as online with who is connected, at each look. `players`: how many the world has. None ever goes. */
export function statusWatch({ caller, gameServer }: AttachedTarget, players: number, findings: Findings) {
  /** The players who are shown wrong, and for how many ms while the roster was called live. */
  const wrong = new Map<string, { isOnline: boolean; liveMs: number }>();
  let lookedAtMs = performance.now();
  let wasLive = false;

  /** The players who are connected with a character, and all who are connected. A server that is down has none. */
  async function readTruth(): Promise<Record<'playing' | 'connected', ReadonlySet<string>>> {
    const { sessions } = await gameServer.control('audit').catch(() => ({ sessions: [] }));
    return {
      playing: new Set(sessions.filter(({ loading }) => !loading).map(({ userId }) => userId)),
      connected: new Set(sessions.map(({ userId }) => userId)),
    };
  }

  function addWrong(uid: string, isOnline: boolean, ms: number): void {
    const before = wrong.get(uid);
    const liveMs = before?.isOnline === isOnline ? before.liveMs + ms : 0;
    wrong.set(uid, { isOnline, liveMs });
    if (liveMs <= WRONG_STATUS_MS || liveMs - ms > WRONG_STATUS_MS) return; // an error is told once
    const status = isOnline ? 'online' : 'offline';
    findings.errors.push(`${uid} is shown as ${status} for ${WRONG_STATUS_MS} ms, and is not`);
  }

  return {
    /** Looks once. Throws when the service does not answer. @returns whether anybody is shown wrong */
    async look(): Promise<boolean> {
      const before = await readTruth();
      const { Players } = await caller.read<PlayersReply>('/v1/pdapi/players');
      const { Roster } = await caller.read<ServerStatus>('/v1/palatine/server');
      const after = await readTruth();
      const nowMs = performance.now();
      const isLive = Roster.State === 'Live';
      const liveMs = isLive && wasLive ? nowMs - lookedAtMs : 0;
      [lookedAtMs, wasLive] = [nowMs, isLive];
      if (Players.length < players)
        findings.errors.push(`${Players.length} players are listed of ${players}`);
      let isAnyWrong = false;
      for (const { UserId, PlayerUID, Status } of Players) {
        const isOnline = Status === 'Online';
        // Somebody who is loading, or comes or goes just now, is right either way.
        const mayBeOnline = before.connected.has(UserId) || after.connected.has(UserId);
        const mayBeOffline = !before.playing.has(UserId) || !after.playing.has(UserId);
        if (isOnline ? mayBeOnline : mayBeOffline) {
          wrong.delete(PlayerUID);
          continue;
        }
        isAnyWrong = true;
        addWrong(PlayerUID, isOnline, liveMs);
      }
      return isAnyWrong;
    },
  };
}

// The log

const WARN = 40;
const ERROR = 50;

/** Reads the log of the program: every line of an error is one, and so is every secret in it. Warnings are counted. */
export function readLog(output: string, secrets: readonly string[], findings: Findings): void {
  if (secrets.some((secret) => output.includes(secret))) findings.errors.push('a secret is in the log');
  for (const line of output.split('\n')) {
    if (!/^\{.*\}$/.test(line)) continue; // the welcome, and a line that a kill has cut off
    const { level, msg } = JSON.parse(line) as { level: number; msg: string };
    if (level >= ERROR) findings.errors.push(`in the log: ${line.slice(0, 600)}`);
    else if (level >= WARN) findings.count(`log: ${msg}`);
  }
}
