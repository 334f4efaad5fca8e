import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Client, createClient } from '@palatine/client';
import type { Banlist } from '@palatine/contract';
import { type RunningService, type ServeOptions, serve } from '@palatine/server/service/serve.ts';
import { createStore } from '@palatine/server/store/store.ts';
import type { World } from '@palatine/world';
import pino from 'pino';

export interface TestService extends RunningService, AsyncDisposable {
  /** Our own client, with a token that may do everything. */
  api: Client;
  token: string;
  /** Asks with the token that may do everything, unless `authorization` says otherwise ('' sends none). */
  fetch(path: string, init?: RequestInit & { authorization?: string }): Promise<Response>;
  /** Writes a token file with just these permissions. @returns its secret. */
  addToken(permissions: string | string[], more?: Record<string, unknown>): string;
}

export interface TestOptions extends Partial<Omit<ServeOptions, 'data'>> {
  /** A world to serve; without it and without `origin`, the demo world. */
  world?: World;
  banlist?: Banlist;
  config?: Record<string, unknown>;
  restConfig?: Record<string, unknown>;
  /** A data folder that is there already and stays; without it, a new one that goes. */
  data?: string;
}

const ADMIN = 'test-administrator';
let tokensMade = 0;

/** The whole service as it is, on a free port, over a folder of its own. `await using` tidies up. */
export async function startService(options: TestOptions = {}): Promise<TestService> {
  const { world, banlist, config, restConfig, data = newFolder(), ...rest } = options;
  const tokens = join(data, 'RESTAPI', 'Tokens');
  mkdirSync(tokens, { recursive: true });
  const write = (file: string, value: unknown) => writeFileSync(join(data, file), JSON.stringify(value));
  write('RESTAPI/Tokens/Administrator.json', { Name: 'Administrator', Token: ADMIN, Permissions: '*' });
  if (config) write('Config.json', config);
  if (restConfig) write('RESTAPI/RESTConfig.json', restConfig);
  if (banlist) write('Banlist.json', banlist);
  if (world) createStore(join(data, 'world.db'), world);

  const service = await serve({ data, port: 0, simulate: 'Never', log: pino({ level: 'silent' }), ...rest });
  return {
    ...service,
    token: ADMIN,
    api: createClient({ url: service.url, token: ADMIN }),
    fetch(path, { authorization = `Bearer ${ADMIN}`, headers, ...init } = {}) {
      const all = new Headers(headers);
      if (authorization !== '') all.set('authorization', authorization);
      return fetch(`${service.url}${path}`, { ...init, headers: all });
    },
    addToken(permissions, more = {}) {
      const secret = `test-token-${++tokensMade}`;
      write(`RESTAPI/Tokens/${secret}.json`, {
        Name: secret,
        Token: secret,
        Permissions: permissions,
        ...more,
      });
      return secret;
    },
    async [Symbol.asyncDispose]() {
      await service.stop();
      if (options.data === undefined) await rm(data, { recursive: true, force: true });
    },
  };
}

/** An empty folder under the system's own. */
export function newFolder(): string {
  return mkdtempSync(join(tmpdir(), 'palatine-test-'));
}
