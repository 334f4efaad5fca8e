import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Client, createClient } from '@palatine/client';
import { dataPaths } from '@palatine/server/data-folder/data-folder.ts';
import { liveSettings } from '@palatine/server/data-folder/live-settings.ts';
import { makePrivateFolder } from '@palatine/server/data-folder/private-files.ts';
import { Tokens } from '@palatine/server/data-folder/tokens.ts';
import { fingerprintOf } from '@palatine/server/gateway/broker/certificates.ts';
import { joinCodes } from '@palatine/server/gateway/broker/join-codes.ts';
import { type JoinRoutes, mountJoin, mountJoinCodes } from '@palatine/server/gateway/broker/join-routes.ts';
import { makeApp } from '@palatine/server/http/app.ts';
import { RateLimit, TokenUse } from '@palatine/server/http/authorize.ts';
import { ownWrites, type WriteRecorder } from '@palatine/server/http/own-writes.ts';
import { RefusalAudit } from '@palatine/server/http/refusal-audit.ts';
import { pinnedFetch } from '@palatine/server/outgoing/http-client.ts';
import { Traffic } from '@palatine/server/telemetry/traffic.ts';
import { pino } from 'pino';
import { aBroker, type TestBroker } from './broker.ts';
import { TestClock } from './test-clock.ts';

export interface JoinableGateway extends AsyncDisposable {
  broker: TestBroker;
  clock: TestClock;
  url: string;
  /** With a token that may make join codes. */
  client: Client;
  fetch: typeof fetch;
  /** What the audit was told. */
  audited: object[];
}

/** Starts a broker, and over HTTPS the routes by which worlds join it. The clock stands. */
export async function aJoinableGateway(): Promise<JoinableGateway> {
  const broker = await aBroker();
  const folder = mkdtempSync(join(tmpdir(), 'palatine-gateway-'));
  const clock = new TestClock();
  const log = pino({ level: 'silent' });
  const { tokens, app, audited } = await anApp(folder, clock, broker);
  const tls = { cert: readFileSync(broker.certificates.cert, 'utf8') };
  const fingerprint = fingerprintOf(tls.cert);
  const address = { host: '127.0.0.1', port: 0 };
  const write = ownWrites(app.app, app.policy, app.recorder, clock);
  const joining: JoinRoutes = {
    address,
    fingerprint: () => fingerprint,
    codes: joinCodes(broker.folder, clock.now),
    broker,
    servers: [broker.url],
    log,
    elapsed: clock.elapsed,
  };
  mountJoinCodes(write, joining);
  mountJoin(app.app, joining);
  await app.app.listen({ host: '127.0.0.1', port: 0 });
  address.port = (app.app.server.address() as AddressInfo).port;
  const url = `https://127.0.0.1:${address.port}`;
  const pinned = pinnedFetch(fingerprint);
  return {
    broker,
    clock,
    url,
    fetch: pinned,
    client: createClient({ url, token: 'a-secret-of-the-test', fetch: pinned }),
    audited,
    async [Symbol.asyncDispose]() {
      await app.app.close();
      tokens.close();
      await broker[Symbol.asyncDispose]();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function anApp(folder: string, clock: TestClock, { certificates }: TestBroker) {
  const data = dataPaths(folder);
  makePrivateFolder(data.tokens);
  const token = { Name: 'Panel', Token: 'a-secret-of-the-test', Permissions: ['Palatine.Fleet.*'] };
  writeFileSync(join(data.tokens, 'panel.json'), JSON.stringify(token));
  const tokens = new Tokens(data.tokens, { skipped: () => {}, doubtful: () => {} }, clock);
  await tokens.watch();
  const audited: object[] = [];
  const audit = (entry: object) => {
    audited.push(entry);
  };
  const policy = {
    tokens,
    settings: liveSettings(data),
    limit: new RateLimit(() => 0, clock.elapsed),
    use: new TokenUse(clock.now),
    refusals: new RefusalAudit(audit, clock),
  };
  const app = makeApp({
    policy,
    cors: { 'Allowed-Origins': [], 'Max-Age': 0 },
    log: pino({ level: 'silent' }),
    traffic: new Traffic(),
    connections: {
      tls: { cert: readFileSync(certificates.cert, 'utf8'), key: readFileSync(certificates.key, 'utf8') },
    },
  });
  const recorder: WriteRecorder = { audit, record: (entry) => Promise.resolve(audit(entry)) };
  return { tokens, audited, app: { app, policy, recorder } };
}
