import { ALL_ROUTES, parseGuid, Refusal, type RouteReply, type UserId } from '@palatine/contract';
import type { Outcome } from '@palatine/contract/audit-records';
import { requestSummary } from '@palatine/contract/audit-summary';
import type { CommandCall } from '@palatine/engine/calls';
import type { Game } from '@palatine/engine/game';
import { canonicalAddress } from '@palatine/platform/address';
import { type Clock, orLate, pause } from '@palatine/platform/clock';
import { trackPending } from '@palatine/platform/pending';
import type { RosterPlayer } from '@palatine/world/roster';
import type { Logger } from 'pino';
import type { GameServerClient } from '../rest/game-server-client.ts';
import type { ServerState } from '../rest/link-memory.ts';
import { type CallOutcome, failureMessage, SHORT_FAILURES } from '../rest/outcome.ts';
import type { BanlistSync } from './banlist-sync.ts';
import type { KickQueue } from './kicking.ts';

export interface ModerationOptions {
  readonly writes: Pick<Game['writes'], 'run' | 'rehearse' | 'note' | 'audit'>;
  readonly client: Pick<GameServerClient, 'announce' | 'kick'>;
  readonly clock: Pick<Clock, 'after'>;
  readonly log: Logger;
  readonly kicking: Pick<KickQueue, 'onKicked' | 'expel' | 'nameOf'>;
  readonly banlist: Pick<BanlistSync, 'ban' | 'unban'>;
  readonly alertAs: 'Refuse' | 'Broadcast';
  readonly serverState: () => ServerState;
  readonly announcePunishments: () => boolean;
}

/** Maximum time that a response waits for the game server to enforce a ban. */
const PUSH_MS = 3000;
/** Delay before recording a write of the game server is tried again. */
const RECORD_AGAIN_MS = 1000;
const AWAY: Partial<Record<ServerState, string>> = {
  Offline: 'the game server is offline',
  Paused: 'the game server is paused while nobody plays',
  Maintenance: 'the game server is stopped for a maintenance',
};

const BAN_CALLS: readonly CommandCall['name'][] = ['banPlayer', 'unbanPlayer', 'banIP', 'unbanIP'];

type Reply<Name extends keyof typeof ALL_ROUTES> = RouteReply<(typeof ALL_ROUTES)[Name]>;

/** Performs and records writes on the game server: event, audit, and outcome by its key. */
export function liveWrites(options: ModerationOptions): (call: CommandCall) => Promise<Outcome> {
  const { writes, client, clock, log, kicking, banlist, alertAs, serverState, announcePunishments } = options;
  /** Serializes requests with the same key, so that a repeated one finds the outcome of the first. */
  const lastOfKey = new Map<string, Promise<unknown>>();

  function live(call: CommandCall): Promise<Outcome> {
    const isSaid = call.name === 'broadcast' || (call.name === 'alert' && alertAs === 'Broadcast');
    if (isSaid) return broadcast(call);
    if (call.name === 'kickPlayer') return kick(call);
    return BAN_CALLS.includes(call.name) ? ban(call) : writes.run(call);
  }

  function broadcast(call: CommandCall): Promise<Outcome> {
    const { Message = '', Sender = '' } = (call.body ?? {}) as { Message?: string; Sender?: string }; // validated against the route
    const text = Sender === '' ? Message : `${Sender}: ${Message}`;
    const undone = /[\r\n]/.test(text) ? 'it was not announced, or not whole' : 'nothing was announced';
    return rehearsed(call, undone, () => client.announce(text));
  }

  async function kick(call: CommandCall): Promise<Outcome> {
    const reason = reasonOf(call, 'Kicked by an administrator');
    const outcome = await rehearsed(call, 'nobody was disconnected', (reply) =>
      client.kick((reply as Reply<'kickPlayer'>).UserId, reason),
    );
    if (outcome.code !== 'OK' || outcome.replayed) return outcome;
    const { UserId } = JSON.parse(outcome.body) as Reply<'kickPlayer'>; // of this route
    kicking.onKicked(UserId, reason);
    announce(`${kicking.nameOf(UserId)} was kicked: ${reason}`);
    return outcome;
  }

  /** Performs a write on the game server after a dry run here, and then here. */
  async function rehearsed(
    call: CommandCall,
    undone: string,
    act: (reply: unknown) => Promise<CallOutcome<void>>,
  ): Promise<Outcome> {
    const rehearsal = await writes.rehearse(call);
    // A refusal, or the outcome of the same key: the command writes the audit entry.
    if ('outcome' in rehearsal) return writes.run(call);
    const away = AWAY[serverState()];
    if (away !== undefined) return failed(call, `${away}; ${undone}`);
    const outcome = await act(rehearsal.reply);
    if (outcome.ok) return record(call);
    log.warn(
      { route: call.audit.Route, failure: outcome.failure.text },
      'the game server did not perform a write',
    );
    return failed(call, failureMessage(outcome.failure, undone));
  }

  /** Records a write of the game server, which must not be repeated because recording failed. */
  async function record(call: CommandCall): Promise<Outcome> {
    const recorded = await writes.run(call).catch(async () => {
      await pause(clock, RECORD_AGAIN_MS);
      return writes.run(call).catch((error: unknown) => error as Error);
    });
    if (!(recorded instanceof Error) && recorded.code === 'OK') return recorded;
    const why = recorded instanceof Error ? recorded.message : recorded.code;
    log.error(
      { route: call.audit.Route, target: call.audit.Target, why },
      'a completed write could not be recorded',
    );
    return failed(
      call,
      `the game server has done this, and it could not be recorded here (${why}): do not repeat it`,
    );
  }

  /** Audits a failure of the game server and frees its key. */
  function failed(call: CommandCall, message: string): Outcome {
    const refusal = new Refusal('REQUEST_FAILED', message);
    const { code, status } = refusal;
    const summary = requestSummary(ALL_ROUTES[call.name], call.body);
    writes.audit({ ...call.audit, summary, Outcome: code, Status: status });
    return { status, code, body: JSON.stringify(refusal.toEnvelope()), replayed: false };
  }

  /** Banlist.json is the record; the response reports what the game server does at once. */
  async function ban(call: CommandCall): Promise<Outcome> {
    const outcome = await writes.run(call);
    if (outcome.code !== 'OK' || outcome.replayed) return outcome;
    const reply = JSON.parse(outcome.body) as Record<string, unknown>; // of the route
    const pushed = push(call, reply).catch((error: unknown) => {
      log.error({ err: error }, 'could not enforce a ban at once');
      return 'it failed; the log has the reason';
    });
    const pending = await orLate(clock, PUSH_MS, pushed, () => 'the game server has not responded yet');
    return { ...outcome, enforcement: pending === undefined ? 'done' : `pending; ${pending}` };
  }

  /** @returns why it is not active on the game server yet; undefined if it is. */
  async function push(call: CommandCall, reply: Record<string, unknown>): Promise<string | undefined> {
    const { name, body } = call;
    const userId = name === 'banPlayer' || name === 'unbanPlayer' ? textIn(reply.UserId) : '';
    const reason = reasonOf({ body }, name.startsWith('un') ? '' : 'Banned by an administrator');
    const isBan = name === 'banPlayer' || name === 'banIP';
    if (name === 'banPlayer' && userId !== '') {
      announce(`${kicking.nameOf(userId)} was banned: ${reason}`);
    }
    const away = AWAY[serverState()];
    // No player is online while the server is away, and the polls catch them all once it is back.
    if (away !== undefined) return userId === '' ? undefined : away;
    const listed =
      userId === '' ? undefined : await (isBan ? banlist.ban(userId, reason) : banlist.unban(userId));
    const kicked = isBan ? await expel(call, reply, reason) : undefined;
    const failure = kicked ?? (listed?.ok === false ? listed.failure : undefined);
    return failure && SHORT_FAILURES[failure.kind];
  }

  function expel({ name, params }: CommandCall, reply: Record<string, unknown>, reason: string) {
    const address = textIn(name === 'banIP' ? reply.IP : reply.BannedIP);
    const userId: UserId = name === 'banIP' ? '' : textIn(reply.UserId);
    const uid = name === 'banIP' ? undefined : parseGuid(params.player_identifier ?? '');
    const covers = (player: RosterPlayer) =>
      (userId !== '' && player.userId === userId) ||
      (uid !== undefined && player.uid === uid) ||
      (address !== '' && canonicalAddress(player.ip) === address);
    return kicking.expel(covers, `banned: ${reason}`);
  }

  function announce(text: string): void {
    if (!announcePunishments()) return;
    void client.announce(text).then((outcome) => {
      if (!outcome.ok) log.warn({ failure: outcome.failure.text }, 'could not announce a punishment');
    });
  }

  return (call) => {
    const { idempotency, issuer } = call;
    if (idempotency === undefined) return live(call);
    const key = `${issuer.id} ${idempotency.key}`;
    const work = () => live(call);
    const result = (lastOfKey.get(key) ?? Promise.resolve()).then(work, work);
    trackPending(lastOfKey, key, result, result);
    return result;
  };
}

function reasonOf({ body }: Pick<CommandCall, 'body'>, otherwise: string): string {
  const { Reason } = (body ?? {}) as { Reason?: string }; // validated against the route
  return Reason?.trim() ? Reason : otherwise;
}

function textIn(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
