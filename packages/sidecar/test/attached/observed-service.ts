import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { ServerState } from '@palatine/contract';
import type { JoiningPlayer } from '@palatine/stand-in/commands';
import { generatePlayers } from '@palatine/stand-in/generated-players';
import { DEFAULT_VARIANTS, type Endpoint, type Variants } from '@palatine/stand-in/variants';
import { type AttachedTest, startOnFastClock } from '@palatine/testing/start-attached-service';

/** Between two reads: pauses grow by 1 ms. */
const LOOK_MS = { min: 10, max: 40 };
const MAX_MS = 60_000;
/** Default behavior of the stand-in: short loading, and no saves by itself. */
const USUAL: Variants = { ...DEFAULT_VARIANTS, loadingMs: 0, autosaveMs: 0 };

export const PLAYERS = generatePlayers(4);
/** Always online, so that players are polled every 2 s. */
export const STAYS = PLAYERS[0]?.userId ?? '';
/** Comes and goes, to show that polls take effect. */
export const VISITS = PLAYERS[1]?.userId ?? '';

/** Starts a service attached to a stand-in, with its visible state and the events at the server. `STAYS` is online. */
export async function startObserved(options: Parameters<typeof startOnFastClock>[0] = {}) {
  const variants = { ...USUAL, ...options.gameServerOptions?.variants };
  const attached = await startOnFastClock({
    ...options,
    gameServerOptions: { ...options.gameServerOptions, variants },
  });
  const { clock } = attached;
  const { control } = attached.gameServer;
  const { api } = attached.service;
  const watching = new AbortController();
  const journeys: string[] = [];
  const followed = follow(attached, watching.signal, journeys);

  const online = async () =>
    (await api.getPlayers()).Players.filter(({ Status }) => Status === 'Online')
      .map(({ UserId }) => UserId)
      .sort();
  const player = async (userId: string) => {
    const found = (await api.getPlayers()).Players.find(({ UserId }) => UserId === userId);
    assert.ok(found, `${userId} is shown`);
    return found;
  };
  const showsOnline = (...userIds: string[]) => becomes(online, userIds.toSorted());
  const countAsked = async (endpoint: Endpoint) =>
    (await control('requests')).filter(({ path }) => path === `/v1/api/${endpoint}`).length;

  const observed = {
    ...attached,
    /** ms of the clock of both. */
    elapsed: () => clock.elapsed(),
    /** Waits until this much time has passed on their clock. */
    passes: (ms: number) => new Promise<void>((resolve) => void clock.after(ms, resolve)),
    server: () => api.getServer(),
    /** A player as shown. Fails for a missing one. */
    player,
    /** UserIds of players shown as online, sorted. */
    online,
    /** Waits until exactly these players are shown as online. */
    showsOnline,
    /** Waits until the server is in the state, for the reason. */
    showsState: (state: ServerState, reason?: string) =>
      becomes(
        async () => {
          const { State, Reason } = await api.getServer();
          return { State, Reason: reason === undefined ? undefined : Reason };
        },
        { State: state, Reason: reason },
      ),
    /** Waits until a player is in the roster of the server this many times, loading or not. */
    lists: (userId: string, times = 1) =>
      becomes(async () => {
        const { Players } = (await api.getServer()).Roster;
        return Players.filter(({ UserId }) => UserId === userId).length;
      }, times),
    /** Waits until the stand-in has been asked this many times from now on. */
    async asked(endpoint: Endpoint, times: number) {
      const before = await countAsked(endpoint);
      await becomes(async () => (await countAsked(endpoint)) - before >= times, true);
    },
    /** Sets variants while in scope. */
    async variants(changed: Partial<Variants>) {
      await control('variants', changed);
      const names = Object.keys(changed) as (keyof Variants)[]; // of a Partial<Variants>
      const before = Object.fromEntries(names.map((name) => [name, variants[name]])) as Partial<Variants>;
      return { [Symbol.asyncDispose]: async () => void (await control('variants', before)) };
    },
    /** A player comes and goes, which only good polls detect. @returns the player as shown */
    async visit({ userId = VISITS, ...visitor }: Partial<JoiningPlayer> = {}) {
      await control('join', { userId, ...visitor });
      await showsOnline(STAYS, userId);
      const shown = await player(userId);
      await control('leave', { userId });
      await showsOnline(STAYS);
      return shown;
    },
    /** Everybody who came or went, in order, from the events: `+ steam_1`, `- steam_1`. A test may empty it. */
    journeys,
    async [Symbol.asyncDispose]() {
      watching.abort();
      await followed;
      await attached[Symbol.asyncDispose]();
    },
  };
  await control('join', { userId: STAYS, ip: '192.0.2.1' });
  await showsOnline(STAYS);
  await becomes(async () => journeys.shift(), `+ ${STAYS}`);
  return observed;
}

async function follow({ service }: AttachedTest, signal: AbortSignal, journeys: string[]): Promise<void> {
  for await (const { Type, Data } of service.api.events({ signal, since: 0 })) {
    if (Type === 'player.joined') journeys.push(`+ ${Data.player.userId}`);
    if (Type === 'player.left') journeys.push(`- ${Data.player.userId}`);
  }
}

/** Waits until a value is read. Fails with the last one read. */
export async function becomes<Value>(read: () => Promise<Value>, expected: Value, longestMs = MAX_MS) {
  const end = performance.now() + longestMs;
  let value = await read();
  for (let pauseMs = LOOK_MS.min; !isDeepStrictEqual(value, expected) && performance.now() < end; pauseMs++) {
    await delay(Math.min(pauseMs, LOOK_MS.max));
    value = await read();
  }
  assert.deepEqual(value, expected);
}
