import { ALL_ROUTES, ERRORS, parseGuid, Refusal, type RouteReply, type UserId } from '@palatine/contract';
import { requestSummary } from '@palatine/engine/audit-entry';
import type { CommandCall, Outcome } from '@palatine/engine/calls';
import type { Game } from '@palatine/engine/game';
import { type Clock, orLate, pause } from '@palatine/platform/clock';
import { trackPending } from '@palatine/platform/pending';
import { canonicalAddress, type RosterPlayer } from '@palatine/world';
import type { Logger } from 'pino';
import type { GameServerClient } from '../rest/game-server-client.ts';
import type { ServerState } from '../rest/link-status.ts';
import { type CallFailure, type CallOutcome, failureMessage, SHORT_FAILURES } from '../rest/outcome.ts';
import type { BanlistSync } from './banlist-sync.ts';
import type { Kicking } from './kicking.ts';

export interface ModerationOptions {
  readonly game: Pick<Game, 'write' | 'rehearse' | 'note' | 'audit'>;
  readonly client: Pick<GameServerClient, 'announce' | 'kick'>;
  readonly clock: Pick<Clock, 'after'>;
  readonly log: Logger;
  readonly kicking: Pick<Kicking, 'onKicked' | 'expel' | 'nameOf'>;
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

export class Moderation {
  readonly #options: ModerationOptions;
  /** Serializes requests with the same key, so that a repeated one finds the outcome of the first. */
  readonly #lastOfKey = new Map<string, Promise<unknown>>();

  constructor(options: ModerationOptions) {
    this.#options = options;
  }

  /** Performs and records a write: event, audit, and outcome by its key. */
  live(call: CommandCall): Promise<Outcome> {
    const { idempotency, issuer } = call;
    if (idempotency === undefined) return this.#live(call);
    const key = `${issuer.id} ${idempotency.key}`;
    const work = () => this.#live(call);
    const result = (this.#lastOfKey.get(key) ?? Promise.resolve()).then(work, work);
    trackPending(this.#lastOfKey, key, result, result);
    return result;
  }

  #live(call: CommandCall): Promise<Outcome> {
    const { game, alertAs } = this.#options;
    const isSaid = call.name === 'broadcast' || (call.name === 'alert' && alertAs === 'Broadcast');
    if (isSaid) return this.#broadcast(call);
    if (call.name === 'kickPlayer') return this.#kick(call);
    return BAN_CALLS.includes(call.name) ? this.#ban(call) : game.write(call);
  }

  #broadcast(call: CommandCall): Promise<Outcome> {
    const { Message = '', Sender = '' } = (call.body ?? {}) as { Message?: string; Sender?: string }; // validated against the route
    const text = Sender === '' ? Message : `${Sender}: ${Message}`;
    const undone = /[\r\n]/.test(text) ? 'it was not announced, or not whole' : 'nothing was announced';
    return this.#rehearsed(call, undone, () => this.#options.client.announce(text));
  }

  async #kick(call: CommandCall): Promise<Outcome> {
    const { client, kicking } = this.#options;
    const reason = reasonOf(call, 'Kicked by an administrator');
    const outcome = await this.#rehearsed(call, 'nobody was disconnected', (reply) =>
      client.kick((reply as Reply<'kickPlayer'>).UserId, reason),
    );
    if (outcome.code !== 'OK' || outcome.replayed) return outcome;
    const { UserId } = JSON.parse(outcome.body) as Reply<'kickPlayer'>; // of this route
    kicking.onKicked(UserId, reason);
    this.#announce(`${kicking.nameOf(UserId)} was kicked: ${reason}`);
    return outcome;
  }

  /** Performs a write on the game server after a dry run here, and then here. */
  async #rehearsed(
    call: CommandCall,
    undone: string,
    act: (reply: unknown) => Promise<CallOutcome<void>>,
  ): Promise<Outcome> {
    const { game, serverState, log } = this.#options;
    const rehearsal = await game.rehearse(call);
    // A refusal, or the outcome of the same key: the command writes the audit entry.
    if ('outcome' in rehearsal) return game.write(call);
    const away = AWAY[serverState()];
    if (away !== undefined) return this.#failed(call, `${away}; ${undone}`);
    const outcome = await act(rehearsal.reply);
    if (outcome.ok) return this.#record(call);
    log.warn(
      { route: call.audit.Route, failure: outcome.failure.text },
      'the game server did not perform a write',
    );
    return this.#failed(call, failureMessage(outcome.failure, undone));
  }

  /** Records a write of the game server, which must not be repeated because recording failed. */
  async #record(call: CommandCall): Promise<Outcome> {
    const { game, clock, log } = this.#options;
    const recorded = await game.write(call).catch(async () => {
      await pause(clock, RECORD_AGAIN_MS);
      return game.write(call).catch((error: unknown) => error as Error);
    });
    if (!(recorded instanceof Error) && recorded.code === 'OK') return recorded;
    const why = recorded instanceof Error ? recorded.message : recorded.code;
    log.error(
      { route: call.audit.Route, target: call.audit.Target, why },
      'a completed write could not be recorded',
    );
    return this.#failed(
      call,
      `the game server has done this, and it could not be recorded here (${why}): do not repeat it`,
    );
  }

  /** Audits a failure of the game server and frees its key. */
  #failed(call: CommandCall, message: string): Outcome {
    const refusal = new Refusal('REQUEST_FAILED', message);
    const { code } = refusal;
    const { status } = ERRORS[code];
    const summary = requestSummary(ALL_ROUTES[call.name], call.body);
    this.#options.game.audit({ ...call.audit, summary, Outcome: code, Status: status });
    return { status, code, body: JSON.stringify(refusal.toEnvelope()), replayed: false };
  }

  /** Banlist.json is the record; the response reports what the game server does at once. */
  async #ban(call: CommandCall): Promise<Outcome> {
    const { game, clock, log } = this.#options;
    const outcome = await game.write(call);
    if (outcome.code !== 'OK' || outcome.replayed) return outcome;
    const reply = JSON.parse(outcome.body) as Record<string, unknown>; // of the route
    const pushed = this.#push(call, reply).catch((error: unknown) => {
      log.error({ err: error }, 'could not enforce a ban at once');
      return 'it failed; the log has the reason';
    });
    const pending = await orLate(clock, PUSH_MS, pushed, () => 'the game server has not responded yet');
    return { ...outcome, enforcement: pending === undefined ? 'done' : `pending; ${pending}` };
  }

  /** @returns why it is not active on the game server yet; undefined if it is. */
  async #push(
    { name, params, body }: CommandCall,
    reply: Record<string, unknown>,
  ): Promise<string | undefined> {
    const { banlist, serverState } = this.#options;
    const userId = name === 'banPlayer' || name === 'unbanPlayer' ? textIn(reply.UserId) : '';
    const reason = reasonOf({ body }, name.startsWith('un') ? '' : 'Banned by an administrator');
    const isBan = name === 'banPlayer' || name === 'banIP';
    if (name === 'banPlayer' && userId !== '') {
      this.#announce(`${this.#options.kicking.nameOf(userId)} was banned: ${reason}`);
    }
    const away = AWAY[serverState()];
    // Nobody is online while the server is away, and the polls catch everybody once it is back.
    if (away !== undefined) return userId === '' ? undefined : away;
    const listed =
      userId === '' ? undefined : await (isBan ? banlist.ban(userId, reason) : banlist.unban(userId));
    const kicked = isBan ? await this.#expel(name, params, reply, reason) : undefined;
    const failure = kicked ?? (listed?.ok === false ? listed.failure : undefined);
    return failure && SHORT_FAILURES[failure.kind];
  }

  #expel(
    name: CommandCall['name'],
    params: CommandCall['params'],
    reply: Record<string, unknown>,
    reason: string,
  ): Promise<CallFailure | undefined> {
    const address = textIn(name === 'banIP' ? reply.IP : reply.BannedIP);
    const userId: UserId = name === 'banIP' ? '' : textIn(reply.UserId);
    const uid = name === 'banIP' ? undefined : parseGuid(params.player_identifier ?? '');
    const covers = (player: RosterPlayer) =>
      (userId !== '' && player.userId === userId) ||
      (uid !== undefined && player.uid === uid) ||
      (address !== '' && canonicalAddress(player.ip) === address);
    return this.#options.kicking.expel(covers, `banned: ${reason}`);
  }

  #announce(text: string): void {
    const { announcePunishments, client, log } = this.#options;
    if (!announcePunishments()) return;
    void client.announce(text).then((outcome) => {
      if (!outcome.ok) log.warn({ failure: outcome.failure.text }, 'could not announce a punishment');
    });
  }
}

function reasonOf({ body }: Pick<CommandCall, 'body'>, otherwise: string): string {
  const { Reason } = (body ?? {}) as { Reason?: string }; // validated against the route
  return Reason?.trim() ? Reason : otherwise;
}

function textIn(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
