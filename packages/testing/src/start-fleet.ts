import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { type Client, createClient, createFleetClient, type FleetClient } from '@palatine/client';
import type { OwnBroker } from '@palatine/gateway/open-broker';
import { type GatewayOptions, type RunningGateway, startGateway } from '@palatine/gateway/start-gateway';
import pino from 'pino';
import { type NatsAddress, natsAccount } from './nats-server.ts';
import { newFolder, startService, type TestOptions, type TestService } from './start-service.ts';
import { until } from './until.ts';

/** A broker of a gateway's own, on ports that are free. */
export const OWN_BROKER = { host: '127.0.0.1', port: 0, joinPort: 0, advertise: '127.0.0.1' } as const;

export interface TestGateway extends RunningGateway, AsyncDisposable {
  folder: string;
  token: string;
  /** Our own client, for the fleet; where this start made the token. */
  client: FleetClient;
  /** Our own client, for one world. */
  world(key: string, token?: string): Client;
  /** Sends the administrator's token unless `authorization` is given. */
  fetch(path: string, init?: RequestInit & { authorization?: string }): Promise<Response>;
}

export interface TestWorld extends TestService {
  key: string;
}

export interface TestFleet extends AsyncDisposable {
  nats: NatsAddress;
  gateway: TestGateway;
  worlds: TestWorld[];
}

export function newWorldKey(): string {
  return randomUUID().replaceAll('-', '');
}

/** Starts a gateway on a free port over a broker. `await using` stops it and deletes its folder. */
export async function startTestGateway(
  broker: NatsAddress | OwnBroker,
  options: Partial<GatewayOptions> = {},
): Promise<TestGateway> {
  const folder = options.folder ?? newFolder();
  const gateway = await startGateway({
    folder,
    broker: 'servers' in broker ? { ...broker, controlCredentials: broker.credentials } : broker,
    port: 0,
    log: pino({ level: 'silent' }),
    ...options,
  });
  const token = gateway.newAdminToken ?? '';
  return {
    ...gateway,
    folder,
    token,
    get client() {
      return createFleetClient({ url: gateway.url, token });
    },
    world: (key, secret = token) => createClient({ url: `${gateway.url}/worlds/${key}`, token: secret }),
    fetch(path, { authorization = `Bearer ${token}`, headers, ...init } = {}) {
      const all = new Headers(headers);
      if (authorization !== '') all.set('authorization', authorization);
      return fetch(`${gateway.url}${path}`, { ...init, headers: all });
    },
    async [Symbol.asyncDispose]() {
      await gateway.stop();
      if (options.folder === undefined) await rm(folder, { recursive: true, force: true });
    },
  };
}

export async function isBanned({ api }: Pick<TestWorld, 'api'>, user: string): Promise<boolean> {
  const { Banlist } = await api.getBanlist();
  return Banlist.UserEntries.some(({ UserId, Active }) => UserId === user && Active);
}

/** For a broker that anybody may use. */
export const WITHOUT_ACCOUNTS = { CredentialsFile: '', CAFile: '' };

function joinedTo({ servers, credentialsFile = '' }: NatsAddress) {
  return { ...WITHOUT_ACCOUNTS, Servers: servers, CredentialsFile: credentialsFile };
}

export async function startTestWorld(
  broker: NatsAddress,
  { key = newWorldKey(), fleet, ...options }: TestOptions & { key?: string } = {},
): Promise<TestWorld> {
  const joined = { ...joinedTo(broker), World: key, Name: `World ${key.slice(0, 4)}` };
  const service = await startService({ ...options, fleet: { ...joined, ...fleet } });
  return Object.assign(service, { key });
}

/** A gateway and some worlds, all of them there for each other when it resolves. `nats`: a broker of the test's own. */
export async function startFleet({
  nats,
  worlds = 1,
  gateway: gatewayOptions = {},
  world: worldOptions = {},
}: {
  nats?: NatsAddress;
  worlds?: number;
  gateway?: Partial<GatewayOptions>;
  world?: TestOptions;
} = {}): Promise<TestFleet> {
  await using undo = new AsyncDisposableStack();
  const broker = nats ?? (await natsAccount());
  const gateway = undo.use(await startTestGateway(broker, gatewayOptions));
  const started: TestWorld[] = [];
  for (let index = 0; index < worlds; index++) {
    started.push(undo.use(await startTestWorld(broker, worldOptions)));
  }
  await until('every world is online', () =>
    started.every(({ key }) => gateway.worlds.get(key)?.status === 'Online'),
  );
  const running = undo.move();
  return { nats: broker, gateway, worlds: started, [Symbol.asyncDispose]: () => running.disposeAsync() };
}
