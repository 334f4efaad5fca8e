import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { DELIVERY_HEADER, type DeliveriesPage } from '@palatine/contract';
import { type PlayerTruth, RANDOM_KINDS } from '@palatine/stand-in/commands';
import type { RunningGameServer } from '@palatine/stand-in/open-game-server';
import { ANSWER_FAULTS, type DiskFault } from '@palatine/stand-in/variants';
import { loadCatalogue } from '@palatine/world/catalogue';
import { between, pick, seededRandom } from '@palatine/world/random';
import { type AttachedTarget, type Findings, RefusedError, repeatedly, untilAnswered } from './target.ts';

// Shops

/** Things that no player of the stand-in finds, catches or learns: all there is of them was delivered. */
const ITEMS = ['PalSphere', 'Arrow', 'Cloth', 'Leather'] as const;
const PALS = ['Anubis', 'Kitsunebi', 'Ganesha'] as const;
const TECHNOLOGIES = loadCatalogue()
  .technologies.all()
  .slice(0, 60)
  .map(({ id }) => id);
/** The share of the orders that are canceled at once. */
const CANCELED = 0.05;

export interface Goods {
  readonly kind: 'items' | 'pals' | 'technology';
  readonly id: string;
  readonly count: number;
}

/** An order for a player that was accepted as a delivery. */
export interface Order {
  readonly playerUid: string;
  readonly goods: Goods;
  cancelAsked: boolean;
}

/**
 * Orders by chance for players, online or not, each with its own key. Nobody else may sell to these. `orders`: those
 * that were accepted, by the id of the delivery. @returns how to stop it. Every order that was sent has its answer then
 */
export function startShop(
  { caller }: AttachedTarget,
  players: readonly PlayerTruth[],
  orders: Map<string, Order>,
  findings: Findings,
  seed: number,
): () => Promise<void> {
  const random = seededRandom(`shop ${seed}`);
  /** By player. One that is known or waits already makes no delivery. */
  const technologies = new Map(players.map((player) => [uidOf(player), new Set(player.technologies)]));

  function chooseGoods(playerUid: string): Goods {
    const kind = random();
    if (kind < 0.15) return { kind: 'pals', id: pick(random, PALS), count: 1 };
    const learnt = technologies.get(playerUid) ?? new Set();
    const technology = TECHNOLOGIES.find((id) => !learnt.has(id));
    if (kind < 0.3 && technology !== undefined) {
      learnt.add(technology);
      return { kind: 'technology', id: technology, count: 1 };
    }
    return { kind: 'items', id: pick(random, ITEMS), count: between(random, 1, 3) };
  }

  async function listedFor(playerUid: string): Promise<Set<string>> {
    const path = `/v1/palatine/deliveries?Player=${playerUid}&Limit=500`;
    const { Deliveries } = await caller.read<DeliveriesPage>(path);
    return new Set(Deliveries.map(({ Id }) => Id));
  }

  /** An answer that was lost belongs to a delivery that is listed, or to none at all. */
  async function order(): Promise<void> {
    const playerUid = pick(random, [...technologies.keys()]);
    const goods = chooseGoods(playerUid);
    const key = randomUUID();
    let listed: Set<string> | undefined;
    const answer = await untilAnswered(
      () => caller.request('POST', ...requestOf(playerUid, goods), key),
      async () => {
        findings.count('orders asked for again');
        listed = await listedFor(playerUid).catch(() => undefined); // still down
      },
    );
    if (answer.status !== 200) return findings.count(`order refused: ${new RefusedError(answer).message}`);
    const header = String(answer.headers[DELIVERY_HEADER.toLowerCase()]);
    const delivery = /id=([0-9A-F-]{35})$/.exec(header)?.[1] ?? '';
    const was = listed?.has(delivery);
    if (was !== undefined && was !== (answer.headers['idempotent-replayed'] === 'true')) {
      throw new Error(`delivery ${delivery} was ${was ? '' : 'not '}there when the order was repeated`);
    }
    if (delivery === '' || orders.has(delivery)) {
      throw new Error(`order ${key} of ${playerUid} was answered with the delivery "${delivery}"`);
    }
    const cancelAsked = random() < CANCELED;
    orders.set(delivery, { playerUid, goods, cancelAsked });
    if (!cancelAsked) return;
    await caller.request('POST', `/v1/palatine/deliveries/${delivery}/cancel`).catch(() => {}); // the list tells
  }

  return repeatedly(findings, () => between(random, 200, 1500), order);
}

function requestOf(playerUid: string, { kind, id, count: Count }: Goods): [path: string, body: object] {
  switch (kind) {
    case 'items':
      return [`/v1/pdapi/give/items/${playerUid}`, { Items: [{ ItemID: id, Count }] }];
    case 'pals':
      return [`/v1/pdapi/give/pals/${playerUid}`, { Pals: [{ PalID: id, Level: 5 }] }];
    case 'technology':
      return [`/v1/pdapi/learntech/${playerUid}`, { Technology: id }];
  }
}

function uidOf({ playerId }: PlayerTruth): string {
  return playerId.replace(/(.{8})(.{8})(.{8})(.{8})/, '$1-$2-$3-$4');
}

// A moderator

/** A kick is repeated for so long while the player stays: three times, 10 s apart, with polls between. */
const REPEATED_MS = 60_000;

/** The period in which a kick or ban of this player is expected. */
interface Warrant {
  readonly userId: string;
  readonly fromMs: number;
  untilMs: number;
}

/** Kicks, bans, unbans and broadcasts by chance, and knows at any time who may be kicked. */
export function startModerator(
  { caller, gameServer }: AttachedTarget,
  /** Nobody else is ever kicked or banned. */
  troublemakers: readonly string[],
  findings: Findings,
  seed: number,
) {
  const random = seededRandom(`moderator ${seed}`);
  const banned = new Set<string>();
  const warrants: Warrant[] = [];
  const body = { Reason: 'soak' };
  let seenMs = 0;

  function addWarrant(userId: string): Warrant {
    const warrant = { userId, fromMs: Date.now(), untilMs: Number.POSITIVE_INFINITY };
    warrants.push(warrant);
    return warrant;
  }

  /** Sends it once; whoever kicks by hand sees whether it worked. */
  async function once(what: string, path: string, sent: object): Promise<void> {
    const answer = await caller.request('POST', path, sent).catch(() => undefined); // the program is down
    if (answer?.status === 200) findings.count(what);
  }

  /** Repeats it until its answer is known. @returns whether it is done; `already`: the refusal that says that it was. */
  async function isDone(what: string, path: string, already = ''): Promise<boolean> {
    const answer = await untilAnswered(() => caller.request('POST', path, body));
    if (answer.status !== 200) return new RefusedError(answer).code === already;
    findings.count(what);
    return true;
  }

  async function unban(userId: string): Promise<void> {
    if (!(await isDone('unbans', `/v1/pdapi/unban/${userId}`, 'BAN_NOT_FOUND'))) return;
    banned.delete(userId);
    const untilMs = Date.now() + REPEATED_MS;
    for (const warrant of warrants) {
      if (warrant.userId === userId) warrant.untilMs = Math.min(warrant.untilMs, untilMs);
    }
  }

  async function act(): Promise<void> {
    const userId = pick(random, troublemakers);
    const chance = random();
    if (chance < 0.25) return once('broadcasts', '/v1/pdapi/Broadcast', { Message: 'The soak goes on' });
    if (chance >= 0.5 && banned.has(userId)) return unban(userId);
    const warrant = addWarrant(userId);
    if (chance < 0.5) await once('kicks', `/v1/pdapi/kick/${userId}`, body);
    // A ban may be active although its answer was lost, so it is repeated until it is known.
    else if (await isDone('bans', `/v1/pdapi/ban/${userId}`)) return void banned.add(userId);
    warrant.untilMs = Date.now() + REPEATED_MS;
  }

  return {
    stop: repeatedly(findings, () => between(random, 1000, 6000), act),

    async unbanAll(): Promise<void> {
      for (const userId of [...banned]) await unban(userId);
    },

    /** Looks whom the server was told to kick or ban since the last look. A crash of the server takes its list along. */
    async look(): Promise<void> {
      const requests = await gameServer.control('requests').catch(() => []);
      const recent = requests.filter(({ atMs, path }) => atMs > seenMs && /\/(kick|ban)$/.test(path));
      for (const { atMs, path, body: sentBody } of recent) {
        seenMs = Math.max(seenMs, atMs);
        const userId = (sentBody as { userid?: string } | null)?.userid ?? '';
        const fits = (warrant: Warrant) =>
          warrant.userId === userId && atMs >= warrant.fromMs - 1000 && atMs <= warrant.untilMs;
        if (!warrants.some(fits)) {
          findings.errors.push(`${path} of ${userId}, whom nobody has kicked or banned`);
        }
      }
    },
  };
}

// Players, and what fails at the game server

/** Players come more often than they go, since a crash or a maintenance sends all away. */
const KINDS = [...RANDOM_KINDS, 'join', 'join'] as const;
const EVERY_MS = 250;
const MAX_STALL_MS = 3000;
/** Two may still meet a fault that was set before, and fail; the next leaves Level.sav empty, and the last is whole. */
const HEALING_ROUNDS = 4;
/**
 * Faults after which the game's own next round of saving makes all well, or that harm nothing. Not the empty file of a
 * player: once the server is stopped, nothing mends it, and rightly no maintenance edits such a save. An empty Level.sav
 * does not last, since with it no server starts.
 */
const PASSING = ['emptyMeta', 'halfWrittenTmp', 'diskFull', 'unfinishedGeneration'] as const;
const DISK_FAULTS: readonly DiskFault[] = ['emptyLevel', ...PASSING];
/** Those that stand there several times come as often. */
const WRONG = ['wrong answers', 'wrong answers', 'wrong answers'] as const;
const FAULTS = [...WRONG, 'hang', 'pause', 'disk', 'disk', 'crash'] as const;

/** Lets players come and go and things fail, by chance, until it is told to stop. */
export async function startServerLife({ control }: RunningGameServer, findings: Findings, seed: number) {
  const random = seededRandom(`life ${seed}`);
  const down = { errors: [] }; // what rejects is a server that is down just now
  /** Rounds of saving that have to be written before the server may crash: the files are the game's to mend. */
  let healsAt = 0;
  let emptyLevel: Promise<unknown> = Promise.resolve();
  let isMaintained = false;

  async function emptyForAMoment(): Promise<void> {
    await control('diskFault', { fault: 'emptyLevel' });
    await control('save');
    await delay(MAX_STALL_MS * random());
    for (let round = 0; round < HEALING_ROUNDS; round++) await control('save');
  }

  /** @returns false when the server must not be hurt so just now. Rejects while it is down. */
  const inject: Record<(typeof FAULTS)[number], () => Promise<boolean>> = {
    async 'wrong answers'() {
      const times = 1 + Math.floor(3 * random());
      await control('answerFault', { fault: pick(random, ANSWER_FAULTS), times });
      return true;
    },
    async hang() {
      await control('hang', { ms: MAX_STALL_MS * random() });
      return true;
    },
    async pause() {
      await control('pause', {});
      await delay(MAX_STALL_MS * random());
      await control('resume');
      return true;
    },
    async disk() {
      const fault = pick(random, DISK_FAULTS);
      if (fault === 'emptyLevel') {
        if (isMaintained) return false;
        emptyLevel = emptyForAMoment().catch(() => {}); // the server is down: the next start is whole
        await emptyLevel;
        return true;
      }
      const { saves } = await control('status');
      healsAt = saves + 3;
      await control('diskFault', { fault });
      return true;
    },
    async crash() {
      const { saves } = await control('status');
      if (saves < healsAt) return false;
      healsAt = 0;
      await control('crash', {});
      return true;
    },
  };

  await control('random', { seed, everyMs: EVERY_MS, kinds: KINDS });
  const stopInjecting = repeatedly(
    down,
    () => between(random, 1000, 5000),
    async () => {
      const name = pick(random, FAULTS);
      if (await inject[name]()) findings.count(`fault: ${name}`);
    },
  );

  /** No further fault; those that are set end. */
  async function stopFaults(): Promise<void> {
    await stopInjecting();
    await control('clearAnswerFaults').catch(() => {}); // a new process has none
    await control('resume').catch(() => {}); // likewise
  }

  return {
    random,
    stopFaults,

    /** Nobody does anything any more. */
    async stop(): Promise<void> {
      await stopFaults();
      await control('random', {});
    },

    /** Maintains the server once Level.sav is whole, and leaves it so: a server that is stopped over an empty one is lost. */
    async whileMaintained<T>(maintain: () => Promise<T>): Promise<T> {
      isMaintained = true;
      try {
        await emptyLevel;
        return await maintain();
      } finally {
        isMaintained = false;
      }
    },
  };
}
