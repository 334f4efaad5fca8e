import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FleetBackup, FleetBackupOrder } from '@palatine/contract';
import { connectBroker, type WorldKey } from '@palatine/fleet';
import { dataPaths } from '@palatine/server/data-folder/data-folder.ts';
import { restConfigFile } from '@palatine/server/data-folder/rest-config.ts';
import { Tokens } from '@palatine/server/data-folder/tokens.ts';
import { answerBackupOrders } from '@palatine/server/fleet/backups/answer-orders.ts';
import type { RetryPace } from '@palatine/server/fleet/backups/attempts.ts';
import { systemClock } from '@palatine/server/game/clock.ts';
import type { RefusedEntry } from '@palatine/server/game/protocol.ts';
import { type FleetBackups, startFleetBackups } from '@palatine/server/gateway/backups/fleet-backups.ts';
import { mountFleetBackups } from '@palatine/server/gateway/backups/mount-fleet-backups.ts';
import { DEFAULT_BACKUP_STORAGE, type Storage } from '@palatine/server/gateway/backups/storage-settings.ts';
import { makeApp } from '@palatine/server/http/app.ts';
import { RateLimit } from '@palatine/server/http/rate-limit.ts';
import { RefusalAudit } from '@palatine/server/http/refusal-audit.ts';
import type { RequestPolicy } from '@palatine/server/http/request-policy.ts';
import { TokenUse } from '@palatine/server/http/token-use.ts';
import { WorldBackups } from '@palatine/server/http/world-backups.ts';
import { Traffic } from '@palatine/server/telemetry/traffic.ts';
import { logOf } from '../harness/log-lines.ts';
import { type NatsNode, startNats } from '../harness/nats-server.ts';
import { newFolder } from '../harness/start-service.ts';
import { until } from '../harness/until.ts';
import { S3_BUCKET, S3_KEYS, S3_REGION, type S3Checker } from './s3-checker.ts';

export const WORLD: WorldKey = '0a1b2c3d0a1b2c3d0a1b2c3d0a1b2c3d';
export const OTHER: WorldKey = 'ffffffffffffffffffffffffffffffff';
export const ADMIN = 'fleet-administrator';
export const READER = 'fleet-reader';
/** Counts for OTHER only. */
export const LIMITED = 'fleet-limited';

/** A test waits for no pause that a storage or a broker needs. */
const QUICK: RetryPace = { attempts: 4, pauseMs: () => 5 };

export function storageOf({ endpoint }: Pick<S3Checker, 'endpoint'>, more = {}): Storage {
  const settings = {
    ...DEFAULT_BACKUP_STORAGE,
    Endpoint: endpoint,
    Region: S3_REGION,
    Bucket: S3_BUCKET,
    ...more,
  };
  return { settings, keys: S3_KEYS };
}

export interface Answer<Body = Record<string, unknown>> {
  status: number;
  body: Body;
}

export interface BackupFleet extends AsyncDisposable {
  nats: NatsNode;
  /** What was logged, by gateway and worlds, at any level. */
  lines: string[];
  audited: RefusedEntry[];
  backups: FleetBackups;
  send<Body>(
    method: string,
    path: string,
    options?: { body?: object; token?: string },
  ): Promise<Answer<Body>>;
  list(query?: string): Promise<{ Backups: FleetBackup[]; Orders: FleetBackupOrder[]; Next?: string }>;
  /** Orders something, and waits until it has ended. */
  ended(path: string, body?: object): Promise<FleetBackupOrder>;
  /** Lets the world of a data folder follow orders until it is disposed of. */
  join(
    world: WorldKey,
    data: string,
    options?: { allow?: string[]; pace?: RetryPace },
  ): Promise<AsyncDisposable>;
}

/** A broker, and a gateway with its routes of backups. */
export async function startBackupFleet(storage: Storage | undefined): Promise<BackupFleet> {
  await using undo = new AsyncDisposableStack();
  const nats = undo.use(await startNats());
  const { log, lines } = logOf('debug');
  const connection = await connectBroker({ servers: [nats.url], name: 'gateway' });
  undo.defer(() => connection.close());
  const backups =
    storage &&
    undo.use(startFleetBackups({ connection, gateway: 'gateway-1', storage, clock: systemClock, log }));
  const audited: RefusedEntry[] = [];
  const url = await serve(undo, backups, audited);

  async function send<Body>(
    method: string,
    path: string,
    { body, token = ADMIN }: { body?: object; token?: string } = {},
  ): Promise<Answer<Body>> {
    const response = await fetch(`${url}/v1/fleet${path}`, {
      method,
      headers: { authorization: `Bearer ${token}` },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as Body };
  }

  async function list(query = '') {
    type Page = { Backups: FleetBackup[]; Orders: FleetBackupOrder[]; Next?: string };
    const { status, body } = await send<Page>('GET', `/backups${query}`);
    if (status !== 200) throw new Error(JSON.stringify(body));
    return body;
  }

  const running = undo.move();
  return {
    nats,
    lines,
    audited,
    backups: backups as FleetBackups, // a test without a storage does not look at it
    send,
    list,
    async ended(path, body) {
      const { status, body: reply } = await send<{ Order: FleetBackupOrder }>('POST', path, {
        ...(body && { body }),
      });
      if (status !== 200) throw new Error(JSON.stringify(reply));
      const { World, Backup, Kind } = reply.Order;
      let found: FleetBackupOrder | undefined;
      await until('the order ends', async () => {
        const { Orders } = await list();
        found = Orders.find((one) => one.World === World && one.Backup === Backup && one.Kind === Kind);
        return found !== undefined && found.State !== 'Running';
      });
      return found as FleetBackupOrder; // until has seen it
    },
    async join(world, data, { allow = ['*'], pace = QUICK } = {}) {
      const own = await connectBroker({ servers: [nats.url], name: world });
      const paths = dataPaths(data);
      const made = new WorldBackups({ data, folder: paths.backups, clock: systemClock, onMade() {} });
      const orders = answerBackupOrders({
        connection: own,
        world,
        data: paths,
        backups: made,
        allow,
        log,
        pace,
      });
      await own.flush();
      return {
        async [Symbol.asyncDispose]() {
          orders[Symbol.dispose]();
          made.close();
          await own.close();
        },
      };
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

/** Serves the routes with the real checks of every request. @returns the address. */
async function serve(
  undo: AsyncDisposableStack,
  backups: FleetBackups | undefined,
  audited: RefusedEntry[],
): Promise<string> {
  const folder = newFolder();
  undo.defer(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'Tokens'));
  const addToken = (Token: string, Permissions: string) =>
    writeFileSync(
      join(folder, 'Tokens', `${Token}.json`),
      JSON.stringify({ Name: Token, Token, Permissions }),
    );
  addToken(ADMIN, '*');
  addToken(LIMITED, '*');
  addToken(READER, 'Palatine.Fleet.Backups.Read');
  const tokens = new Tokens(join(folder, 'Tokens'), { skipped() {}, doubtful() {} }, systemClock);
  await tokens.watch();
  undo.defer(() => tokens.close());

  const rest = restConfigFile.defaults;
  const refusals = new RefusalAudit((entry) => audited.push(entry), systemClock);
  undo.defer(() => refusals.close());
  const policy = {
    tokens,
    limit: new RateLimit(() => 0),
    use: new TokenUse(systemClock.now),
    settings: { current: { rest } },
    refusals,
  } as unknown as RequestPolicy; // of the settings only those of requests are read
  const app = makeApp({ policy, cors: rest.Cors, log: logOf('error').log, traffic: new Traffic() });
  mountFleetBackups(app, policy, backups, {
    sees: ({ name }, world) => name !== LIMITED || world === OTHER,
    audit: (entry) => audited.push(entry),
    clock: systemClock,
  });
  undo.defer(() => app.close());
  return await app.listen({ host: '127.0.0.1', port: 0 });
}
