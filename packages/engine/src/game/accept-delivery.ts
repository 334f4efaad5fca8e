import { type ErrorCode, parseGuid, Refusal, type RouteShape, ZERO_GUID } from '@palatine/contract';
import {
  COMMANDS,
  type DeliveredFiles,
  type DeliveryRecord,
  deletionComing,
  deliveriesComingTo,
  findKnownPlayer,
  type GameContext,
  runDelivery,
  type World,
} from '@palatine/world';
import { auditDetails, routeOf } from './audit-entry.ts';
import type { AttachedRules, CommandCall, Executed, Write } from './calls.ts';

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
  const route = routeOf(write);
  if (rules.deliveries === 'Refuse') throw new Refusal(fullCode(route.errors), REFUSED_BY_RULE);
  const uid = targetUid(game, input);
  const deletion = deletionOf(world, input);
  if (deletion !== undefined) return deletedAlready(game, deletion);
  assertRoom(world, uid, route.errors);
  const files = recordedFiles(game);
  const { reply, summary } = world.rehearse(() => rehearse({ ...game, files: files.reading }, write, uid));
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
  const { id, target, issuer } = delivery;
  world.emit('delivery.pending', now(), { id, target, summary, issuer: issuer.name });
  return { reply, summary, delivery: id };
}

const REFUSED_BY_RULE =
  'the game server is running, and Server.json does not allow writes to wait for its next stop ("Deliveries": "Refuse"); nothing was changed';

function fullCode(errors: readonly ErrorCode[]): ErrorCode {
  return errors.includes('GRANT_FAILED') ? 'GRANT_FAILED' : 'REQUEST_FAILED';
}

/** Target player of a write; '' for a base. The command itself refuses a missing one. */
function targetUid(game: GameContext, { params, body, name }: CommandCall): string {
  const inBody = name === 'legacyGive' ? (body as { UserID?: unknown } | null)?.UserID : undefined;
  const identifier = params.player_identifier ?? inBody;
  return typeof identifier === 'string' ? (findKnownPlayer(game, identifier)?.uid ?? '') : '';
}

function assertRoom(world: World, uid: string, errors: readonly ErrorCode[]): void {
  if (world.deliveriesByState.keys('Pending').size >= MAX_PENDING) {
    throw new Refusal(fullCode(errors), `${MAX_PENDING} deliveries are already pending; nothing was changed`);
  }
  if (uid !== '' && deliveriesComingTo(world, uid).length >= MAX_OF_A_PLAYER) {
    throw new Refusal(
      fullCode(errors),
      `${MAX_OF_A_PLAYER} deliveries are already pending for this player; nothing was changed`,
    );
  }
}

function deletionOf(world: World, { name, params }: CommandCall): DeliveryRecord | undefined {
  if (name !== 'deleteBase') return undefined;
  return deletionComing(world, parseGuid(params.base_camp_id ?? '') ?? ZERO_GUID);
}

/** The answer of the first request again. */
function deletedAlready(game: GameContext, deletion: DeliveryRecord): Executed {
  const files = recordedFiles(game).reading;
  const reply = game.world.rehearse(() => runDelivery({ ...game, files }, deletion));
  return { reply, summary: deletion.summary, delivery: deletion.id };
}

function rehearse(
  game: GameContext,
  write: Write & { kind: 'command' },
  uid: string,
): { reply: unknown; summary: string } {
  const { world } = game;
  for (const earlier of uid === '' ? [] : deliveriesComingTo(world, uid)) {
    try {
      world.transaction(() => runDelivery(game, earlier));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error; // it will be rejected, so it takes no room
    }
  }
  loadCharacter(world, uid);
  const { name, params, body, issuer } = write.input;
  const lastEventId = world.lastEventId;
  // The HTTP side has validated params and body against this route.
  const command = COMMANDS[name as keyof typeof COMMANDS] as (game: GameContext, call: unknown) => unknown;
  const reply = command(game, { params, body, issuer });
  return { reply, summary: auditDetails(game).ofApplied(write, reply, lastEventId).summary };
}

/** Treats a loading player as loaded: a delivery waits until the server stops anyway. */
function loadCharacter({ sessions }: World, uid: string): void {
  const session = sessions.get(uid);
  if (session?.characterLoaded === false) sessions.put({ ...session, characterLoaded: true });
}

/** Operator files for a dry run: archives nothing, and records what is read. */
function recordedFiles({ files }: GameContext): { reading: GameContext['files']; read(): DeliveredFiles } {
  const palTemplates: Record<string, unknown> = {};
  const importRules: Record<string, unknown> = {};
  return {
    reading: {
      ...files,
      palTemplate: (name) => remember(palTemplates, name, files.palTemplate(name)),
      importRules: (name) => remember(importRules, name, files.importRules(name)),
      writeArchive: (name) => `Archives/${name}.gz`,
    },
    read: () => ({ palTemplates: { ...palTemplates }, importRules: { ...importRules } }),
  };
}

function remember(memory: Record<string, unknown>, name: string, value: unknown): unknown {
  if (value !== undefined)
    Object.defineProperty(memory, name, { value, enumerable: true, configurable: true });
  return value;
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
