import {
  type DeliveriesPage,
  type Delivery,
  type DeliveryState,
  type ErrorCode,
  parseGuid,
  Refusal,
  type RouteShape,
  ZERO_GUID,
} from '@palatine/contract';
import { recover } from '@palatine/platform/config-error';
import { COMMANDS } from '@palatine/world/commands';
import {
  deletionComing,
  deliveriesComingTo,
  pendingDeliveries,
  runDelivery,
} from '@palatine/world/deliveries';
import { findKnownPlayer, playerOf, uidOf } from '@palatine/world/find-player';
import type { GameContext } from '@palatine/world/game-context';
import type { DeliveredFiles, DeliveryRecord } from '@palatine/world/model';
import type { World } from '@palatine/world/world';
import type {
  AttachedRules,
  CommandCall,
  DeliveryFilters,
  DeliveryStep,
  DeliveryWork,
  Executed,
  RejectedDelivery,
  Write,
} from './calls.ts';
import { appliedEffect, routeOf } from './unit-of-work.ts';

/** A page of the deliveries, newest first. Throws VALIDATION_FAILED for an invalid cursor. */
export function deliveriesPage(
  world: World,
  { state, player, limit, cursor }: DeliveryFilters,
): DeliveriesPage {
  const uid = player === undefined ? undefined : (uidOf(world, player) ?? '');
  const matching = [...world.deliveries.values()]
    .reverse()
    .filter((delivery) => state === undefined || delivery.state === state)
    .filter((delivery) => uid === undefined || (uid !== '' && delivery.uid === uid));
  const from = cursor === undefined ? 0 : matching.findIndex(({ id }) => id === cursor) + 1;
  if (cursor !== undefined && from === 0) throw new Refusal('VALIDATION_FAILED', 'invalid Cursor');
  const page = matching.slice(from, from + limit);
  const last = matching.length > from + limit ? page.at(-1) : undefined;
  return {
    Meta: { Pending: countOf(world, 'Pending'), Delivering: countOf(world, 'Delivering') },
    Deliveries: page.map((record) => shownDelivery(world, record)),
    ...(last && { Next: last.id }),
  };
}

function countOf({ deliveriesByState }: World, state: DeliveryState): number {
  return deliveriesByState.keys(state).size;
}

function shownDelivery(world: World, record: DeliveryRecord): Delivery {
  const { uid, acceptedAtMs, endedAtMs } = record;
  return {
    Id: record.id,
    State: record.state,
    Route: record.route,
    Target: record.target,
    PlayerUID: uid,
    PlayerName: uid === '' ? '' : playerOf(world, uid).name,
    Summary: record.summary,
    Issuer: record.issuer.name,
    AcceptedAt: new Date(acceptedAtMs).toISOString(),
    ...(endedAtMs !== null && { EndedAt: new Date(endedAtMs).toISOString() }),
    Attempts: record.attempts,
    Reason: record.reason,
  };
}

/** Data of an event about a delivery. */
function eventData({ id, target, summary, issuer }: DeliveryRecord) {
  return { id, target, summary, issuer: issuer.name };
}

/** Writes that change a delivery in one of these states: one that is being delivered or has ended is refused. */
const CHANGES = {
  cancelDelivery: { from: ['Pending'], to: { state: 'Canceled' } },
  retryDelivery: { from: ['Pending', 'Failed'], to: { state: 'Pending', reason: '' } },
} as const;

export function changeDelivery({ world, now }: GameContext, name: keyof typeof CHANGES, id: string) {
  const { from, to } = CHANGES[name];
  const delivery = world.deliveries.get(parseGuid(id) ?? '');
  if (delivery === undefined) throw new Refusal('DELIVERY_NOT_FOUND', `no delivery has the id ${id}`);
  if (!from.some((state) => state === delivery.state)) {
    throw new Refusal('DELIVERY_ENDED', `the delivery ${delivery.id} is ${delivery.state.toLowerCase()}`);
  }
  const after = { ...delivery, ...to, endedAtMs: to.state === 'Canceled' ? now() : null };
  world.deliveries.put(after);
  return { Delivery: shownDelivery(world, after) };
}

/** Maximum ended deliveries that are kept; the oldest are deleted first. */
const MAX_ENDED = 10_000;

/** Performs a step of a delivery. @returns pending deliveries, and batches with an unknown end. */
export function deliveryStep(game: GameContext, step: DeliveryStep): DeliveryWork {
  change(game, step);
  const { world } = game;
  return { pending: pendingDeliveries(world), batches: [...world.deliveryBatches.values()] };
}

function change(game: GameContext, step: DeliveryStep): void {
  const { world, now } = game;
  switch (step.step) {
    case 'read':
      return;
    case 'begin': {
      const { batch } = step;
      world.deliveryBatches.put(batch);
      for (const id of batch.deliveries) {
        const delivery = world.deliveries.get(id);
        // Canceled since it was read: it must not reach the save.
        if (delivery?.state !== 'Pending') throw new Error(`delivery ${id} is no longer pending`);
        const attempts = delivery.attempts + 1;
        world.deliveries.put({ ...delivery, state: 'Delivering', batch: batch.id, attempts });
      }
      return;
    }
    case 'written': {
      const batch = world.deliveryBatches.get(step.batch);
      if (batch !== undefined) world.deliveryBatches.put({ ...batch, state: 'written' });
      return;
    }
    case 'delivered':
      return endBatch(game, step.batch, (delivery) => {
        world.emit('delivery.delivered', now(), eventData(delivery));
        return { ...delivery, state: 'Delivered', reason: '', endedAtMs: now() };
      });
    case 'reverted':
      return endBatch(game, step.batch, (delivery) => {
        return { ...delivery, state: 'Pending', batch: '', reason: step.reason };
      });
    case 'rejected':
      for (const rejected of step.rejected) putRejected(game, rejected);
  }
}

function endBatch(
  { world }: GameContext,
  id: string,
  ended: (delivery: DeliveryRecord) => DeliveryRecord,
): void {
  const batch = world.deliveryBatches.get(id);
  if (batch === undefined) return; // it ended before an interruption
  for (const delivery of world.pick(world.deliveries, batch.deliveries)) {
    if (delivery.batch === id && delivery.state === 'Delivering') world.deliveries.put(ended(delivery));
  }
  world.deliveryBatches.remove(id);
  removeOldest(world);
}

function putRejected({ world, now }: GameContext, { id, reason, permanent }: RejectedDelivery): void {
  const delivery = world.deliveries.get(id);
  if (delivery?.state !== 'Pending') return;
  const rejected = { ...delivery, attempts: delivery.attempts + 1, reason };
  world.deliveries.put(permanent ? { ...rejected, state: 'Failed', endedAtMs: now() } : rejected);
  if (permanent) world.emit('delivery.failed', now(), { ...eventData(delivery), reason });
}

const ENDED: readonly DeliveryState[] = ['Delivered', 'Canceled', 'Failed'];

function removeOldest(world: World): void {
  const over = ENDED.reduce((sum, state) => sum + countOf(world, state), 0) - MAX_ENDED;
  if (over <= 0) return;
  const ended = world.deliveries.values().filter(({ state }) => ENDED.includes(state));
  for (const { id } of [...ended.take(over)]) world.deliveries.remove(id);
}

/** Maximum pending deliveries of a player: each further grant is checked on top of them. */
const MAX_OF_A_PLAYER = 256;
const MAX_PENDING = 20_000;

/**
 * Accepts a write that only the save of a stopped game server can take, as a pending delivery. A dry run on the mirror,
 * on top of the pending deliveries of the same player, gives the errors and the reply of the real run.
 */
export function acceptDelivery(
  game: GameContext,
  write: Write & { kind: 'command' },
  rules: AttachedRules,
): Executed {
  const { world, now, newId } = game;
  const { input } = write;
  const code = routeOf(write).errors.includes('GRANT_FAILED') ? 'GRANT_FAILED' : 'REQUEST_FAILED';
  if (rules.deliveries === 'Refuse') throw new Refusal(code, REFUSED_BY_RULE);
  const uid = targetUid(game, input);
  const files = recordedFiles(game);
  const rehearsed = { ...game, files: files.reading };
  const campId = parseGuid(input.params.base_camp_id ?? '') ?? ZERO_GUID;
  const deletion = input.name === 'deleteBase' ? deletionComing(world, campId) : undefined;
  if (deletion !== undefined) {
    const reply = world.rehearse(() => runDelivery(rehearsed, deletion)); // the answer of the first request again
    return { reply, summary: deletion.summary, delivery: deletion.id };
  }
  assertRoom(world, uid, code);
  const { reply, summary } = world.rehearse(() => rehearse(rehearsed, write, uid));
  const delivery: DeliveryRecord = {
    id: newId(),
    state: 'Pending',
    command: input.name,
    params: input.params,
    body: input.body ?? null,
    issuer: { name: input.issuer.name, ip: input.issuer.ip, permissions: input.issuer.permissions },
    files: files.read(),
    route: input.audit.Route,
    target: input.audit.Target,
    uid,
    summary,
    acceptedAtMs: now(),
    endedAtMs: null,
    attempts: 0,
    reason: '',
    batch: '',
  };
  world.deliveries.put(delivery);
  world.emit('delivery.pending', now(), eventData(delivery));
  return { reply, summary, delivery: delivery.id };
}

const REFUSED_BY_RULE =
  'the game server is running, and Server.json does not allow writes to wait for its next stop ("Deliveries": "Refuse"); nothing was changed';

/** Target player of a write; '' for a base. The command itself refuses a missing one. */
function targetUid(game: GameContext, { params, body, name }: CommandCall): string {
  const inBody = name === 'legacyGive' ? (body as { UserID?: unknown } | null)?.UserID : undefined;
  const identifier = params.player_identifier ?? inBody;
  return typeof identifier === 'string' ? (findKnownPlayer(game, identifier)?.uid ?? '') : '';
}

function assertRoom(world: World, uid: string, code: ErrorCode): void {
  if (countOf(world, 'Pending') >= MAX_PENDING) {
    throw new Refusal(code, `${MAX_PENDING} deliveries are already pending; nothing was changed`);
  }
  if (uid === '' || deliveriesComingTo(world, uid).length < MAX_OF_A_PLAYER) return;
  const full = `${MAX_OF_A_PLAYER} deliveries are already pending for this player; nothing was changed`;
  throw new Refusal(code, full);
}

function rehearse(game: GameContext, write: Write & { kind: 'command' }, uid: string) {
  const { world } = game;
  for (const earlier of uid === '' ? [] : deliveriesComingTo(world, uid)) {
    const run = () => void world.transaction(() => runDelivery(game, earlier));
    recover(run, Refusal, () => {}); // it will be rejected, so it takes no room
  }
  // A loading player counts as loaded: a delivery waits until the server stops anyway.
  const session = world.sessions.get(uid);
  if (session?.characterLoaded === false) world.sessions.put({ ...session, characterLoaded: true });
  const { name, params, body, issuer } = write.input;
  const lastEventId = world.lastEventId;
  // The HTTP side has validated params and body against this route.
  const command = COMMANDS[name as keyof typeof COMMANDS] as (game: GameContext, call: unknown) => unknown;
  const reply = command(game, { params, body, issuer });
  return { reply, summary: appliedEffect(world, write, reply, lastEventId).summary };
}

/** Operator files for a dry run: archives nothing, and records what is read. */
function recordedFiles({ files }: GameContext): { reading: GameContext['files']; read(): DeliveredFiles } {
  const [palTemplates, importRules] = [new Map<string, unknown>(), new Map<string, unknown>()];
  const recorded = (read: (name: string) => unknown, values: Map<string, unknown>) => (name: string) => {
    const value = read(name);
    if (value !== undefined) values.set(name, value);
    return value;
  };
  return {
    reading: {
      ...files,
      palTemplate: recorded(files.palTemplate, palTemplates),
      importRules: recorded(files.importRules, importRules),
      writeArchive: (name) => `Archives/${name}.gz`,
    },
    read: () => ({
      palTemplates: Object.fromEntries(palTemplates),
      importRules: Object.fromEntries(importRules),
    }),
  };
}

/** Refusal of a write that a game server without a mod cannot perform. */
export function impossible({ title, tag, path }: RouteShape): Refusal {
  if (path === '/Alert') {
    return new Refusal(
      'REQUEST_FAILED',
      `${title}: the running game server has no interface for this, and nothing was sent; a Broadcast reaches everyone, and stands in for alerts where Server.json says "AlertAs": "Broadcast"`,
      { Reason: 'NOT_POSSIBLE' },
    );
  }
  const why =
    tag === 'Messages'
      ? 'the running game server has no interface for this, only for a Broadcast to everyone; nothing was sent'
      : 'the running game server has no interface for this, and it cannot be written into its save; nothing was changed';
  return new Refusal('REQUEST_FAILED', `${title}: ${why}`, { Reason: 'NOT_POSSIBLE' });
}

export function isStoodInFor({ input }: Write & { kind: 'command' }, { alertAs }: AttachedRules): boolean {
  return input.name === 'alert' && alertAs === 'Broadcast';
}
