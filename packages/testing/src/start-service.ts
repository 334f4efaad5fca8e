import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { type Client, createClient } from '@palatine/client';
import type { Banlist } from '@palatine/contract';
import type { GameEnvironment } from '@palatine/engine/game';
import { createStore } from '@palatine/engine/store';
import type { Clock } from '@palatine/platform/clock';
import { type RunningService, type ServeOptions, serve } from '@palatine/server/serve';
import { loadCatalogue } from '@palatine/world/catalogue';
import { makeDemoWorld } from '@palatine/world/demo';
import type { World } from '@palatine/world/world';
import pino from 'pino';

type TestInit = RequestInit & { authorization?: string };

export interface TestService extends RunningService, AsyncDisposable {
  api: Client;
  token: string;
  /** Sends the administrator's token unless `authorization` is given; '' sends none. */
  fetch(path: string, init?: TestInit): Promise<Response>;
  /** Posts a body as JSON, and a text as it stands. */
  post(path: string, body?: unknown, init?: TestInit): Promise<Response>;
  /** The JSON of a response that has to be a 200; the caller names its shape, which apps/server/test/routes hold it to. */
  json<T>(path: string, init?: TestInit): Promise<T>;
  /** The status that a token gets from a route that reads. */
  statusFor(secret: string, path?: string): Promise<number>;
  /** A figure of /metrics, by its name and labels; 0 without it. */
  metric(name: string): Promise<number>;
  /** Writes a token file with these permissions only. @returns its secret. */
  addToken(permissions: string | string[], more?: Record<string, unknown>): string;
  /** A client with a token that has these permissions only. */
  clientFor(permissions: string | string[]): Client;
  /** A client with the token of this secret, which never retries. */
  clientWith(secret: string): Client;
}

export interface TestOptions extends Partial<Omit<ServeOptions, 'data'>> {
  /** The world to serve. Default: a small demo world, unless `origin` or `data` brings one. */
  world?: World;
  banlist?: Banlist;
  config?: Record<string, unknown>;
  restConfig?: Record<string, unknown>;
  /** fleet.json: the fleet that the world joins. */
  fleet?: Record<string, unknown>;
  /** An existing data folder, which stays. Default: a new one, deleted at the end. */
  data?: string;
}

/** The sizes of a demo world whose size proves nothing. */
export const SMALL_SIZES = { players: 12, online: 9, palsPerPlayer: 8, guilds: 3, camps: 4 };

const ADMIN = 'test-administrator';
let tokenCount = 0;

/**
 * Starts the whole service on a free port, over its own data folder. `await using` stops it. With a `clock` chance and
 * ids are the same in each run.
 */
export async function startService(options: TestOptions = {}): Promise<TestService> {
  const { data = newFolder(), config, restConfig, fleet, world: _, banlist: __, ...rest } = options;
  const { world, banlist } = initialWorld(options);
  const tokens = join(data, 'RESTAPI', 'Tokens');
  mkdirSync(tokens, { recursive: true });
  const write = (file: string, value: unknown) => writeFileSync(join(data, file), JSON.stringify(value));
  write('RESTAPI/Tokens/Administrator.json', { Name: 'Administrator', Token: ADMIN, Permissions: '*' });
  if (config) write('Config.json', config);
  if (restConfig) write('RESTAPI/RESTConfig.json', restConfig);
  if (banlist) write('Banlist.json', banlist);
  if (fleet) write('fleet.json', fleet);
  if (world) createStore(join(data, 'world.db'), world);

  const service = await serve({
    data,
    port: 0,
    simulate: 'Never',
    log: pino({ level: 'silent' }),
    ...(rest.clock && onClock(rest.clock)),
    ...rest,
  });
  function send(path: string, { authorization = `Bearer ${ADMIN}`, headers, ...init }: TestInit = {}) {
    const all = new Headers(headers);
    if (authorization !== '') all.set('authorization', authorization);
    return fetch(`${service.url}${path}`, { ...init, headers: all });
  }

  function addToken(permissions: string | string[], more = {}) {
    const secret = `example-panel-token-${++tokenCount}`;
    write(`RESTAPI/Tokens/${secret}.json`, {
      Name: secret,
      Token: secret,
      Permissions: permissions,
      ...more,
    });
    return secret;
  }

  return {
    ...service,
    token: ADMIN,
    api: createClient({ url: service.url, token: ADMIN }),
    fetch: send,
    post(path, body, init) {
      const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
      return send(path, { ...init, method: 'POST', ...(text !== undefined && { body: text }) });
    },
    async json(path, init) {
      const response = await send(path, init);
      assert.equal(response.status, 200, path);
      return (await response.json()) as never; // as the caller names it
    },
    async statusFor(secret, path = '/v1/pdapi/version') {
      const response = await send(path, { authorization: `Bearer ${secret}` });
      await response.arrayBuffer();
      return response.status;
    },
    async metric(name) {
      const lines = (await (await send('/metrics')).text()).split('\n');
      const line = lines.find((candidate) => candidate.startsWith(`${name} `)) ?? '';
      return Number(line.slice(name.length + 1));
    },
    addToken,
    clientWith: (token) => createClient({ url: service.url, token, retry: false }),
    clientFor: (permissions) => createClient({ url: service.url, token: addToken(permissions) }),
    async [Symbol.asyncDispose]() {
      await service.stop();
      if (options.data === undefined) await rm(data, { recursive: true, force: true });
    },
  };
}

/** A service for all tests of a file, which is stopped after them. */
export const sharedService = async (options?: TestOptions) => endedAfterTests(await startService(options));

export function endedAfterTests<T extends AsyncDisposable>(resource: T): T {
  after(() => resource[Symbol.asyncDispose]());
  return resource;
}

/**
 * A small demo world. Made here, because the thread of the service that makes one loads all code and the catalogue
 * once more: 0.5 s of CPU for each start.
 */
function initialWorld({ world, banlist, origin, data }: TestOptions): {
  world: World | undefined;
  banlist: Banlist | undefined;
} {
  if (world !== undefined || origin !== undefined || data !== undefined) return { world, banlist };
  const demo = makeDemoWorld({ catalogue: loadCatalogue(), seed: 1, nowMs: Date.now(), sizes: SMALL_SIZES });
  return { world: demo.world, banlist: banlist ?? demo.banlist };
}

/** The time of a test, with chance and ids that are the same in each run. */
function onClock(clock: Clock): GameEnvironment {
  let ids = 0;
  return {
    clock,
    random: () => 0.5,
    newId() {
      ids += 1;
      return `0000000F-00000000-00000000-${ids.toString(16).toUpperCase().padStart(8, '0')}`;
    },
  };
}

export function newFolder(): string {
  return mkdtempSync(join(tmpdir(), 'palatine-test-'));
}
