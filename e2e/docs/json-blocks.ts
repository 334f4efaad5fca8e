import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { restConfigFile } from '@palatine/data-dir/rest-config';
import { serverFile } from '@palatine/data-dir/server-file';
import { configFile } from '@palatine/engine/config';
import { testFolder } from '@palatine/platform/testing';
import { logOf } from '@palatine/testing/log-lines';
import { selfSigned } from '@palatine/testing/self-signed';
import { startService, type TestOptions, type TestService } from '@palatine/testing/start-service';

type Json = Record<string, unknown>;

const CONFIG = JSON.parse(configFile.defaultText) as Json;
const REST_CONFIG = JSON.parse(restConfigFile.defaultText) as Json;
const SERVER = JSON.parse(serverFile.defaultText) as Json;

const has = (key: string) => (json: Json) => Object.hasOwn(json, key);
const isPartOf = (file: Json) => (json: Json) => Object.keys(json).every((key) => Object.hasOwn(file, key));

/** Kinds of JSON in the documents, and how a reader uses them. */
const JSON_BLOCKS: [is: (json: Json) => boolean, use: (json: Json) => Promise<void>][] = [
  [has('Permissions'), useToken],
  [has('columns'), useCatalogueFile],
  [has('requestId'), compareLogLine],
  [isPartOf(CONFIG), useConfig],
  [isPartOf(REST_CONFIG), useRestConfig],
  [isPartOf(SERVER), useServerFile],
];

/** @returns the function that tries it, if a block of this kind is known. */
export function useOfJson(text: string): (() => Promise<void>) | undefined {
  const json = JSON.parse(text) as Json;
  const kind = JSON_BLOCKS.find(([is]) => is(json));
  return kind && (() => kind[1](json));
}

async function withData(files: Json, options: TestOptions, use: (service: TestService) => Promise<void>) {
  const data = testFolder();
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(join(data, file, '..'), { recursive: true });
    writeFileSync(join(data, file), typeof content === 'string' ? content : JSON.stringify(content));
  }
  await using service = await startService({ ...options, data });
  await use(service);
}

/** A token file opens the routes of its permissions. */
function useToken(token: Json): Promise<void> {
  return withData({ 'RESTAPI/Tokens/Shop.json': token }, {}, async (service) => {
    const authorization = `Bearer ${token.Token}`;
    const response = await service.fetch('/v1/pdapi/players', { authorization });
    assert.equal(response.status, 200, await response.text());
  });
}

/** An item that the file adds can be given. */
function useCatalogueFile(items: Json): Promise<void> {
  return withData({ 'Catalogue/items.json': items }, {}, async ({ api }) => {
    const ItemID = (items.rows as string[][])[0]?.[0] ?? assert.fail('no row');
    const { Players } = await api.getPlayers();
    const gifts = Players.filter(({ Status }) => Status === 'Online').map(
      ({ UserId }) =>
        api
          .giveItems({ params: { player_identifier: UserId }, body: { Items: [{ ItemID, Count: 1 }] } })
          .then(({ Granted }) => Granted.Items)
          .catch((error: Error) => error.message), // a full inventory
    );
    assert.ok((await Promise.all(gifts)).includes(1), `no player gets ${ItemID}`);
  });
}

/** A start takes it as Config.json, without a warning. */
async function useConfig(config: Json): Promise<void> {
  assertKeysIn(CONFIG, config);
  const { log, lines } = logOf('warn');
  await using _ = await startService({ config, log });
  assert.deepEqual(lines, []);
}

/** A start takes it as RESTConfig.json. With certificates in the data folder it serves HTTPS. */
async function useRestConfig(restConfig: Json): Promise<void> {
  assertKeysIn(REST_CONFIG, restConfig);
  const { cert, key } = selfSigned();
  const tls = restConfig.TLS as { Certificate: string; Key: string } | undefined;
  const files = tls === undefined ? {} : { [tls.Certificate]: cert, [tls.Key]: key };
  await withData(files, { restConfig }, async ({ url }) => {
    assert.match(url, tls === undefined ? /^http:/ : /^https:/);
  });
}

/** Server.json takes it. What it names is not here. */
async function useServerFile(server: Json): Promise<void> {
  assertKeysIn(SERVER, server);
  const folder = testFolder();
  const file = join(folder, 'Server.json');
  writeFileSync(file, JSON.stringify(server));
  assert.deepEqual(serverFile.warnings(file), []);
  serverFile.read(file);
}

/** The service leaves keys alone that it does not know, so a misspelled one would go unnoticed. */
function assertKeysIn(file: Json, part: Json, at = ''): void {
  for (const [key, value] of Object.entries(part)) {
    assert.ok(Object.hasOwn(file, key), `there is no setting ${at}${key}`);
    if (typeof value !== 'object' || Array.isArray(value)) continue;
    assertKeysIn(file[key] as Json, value as Json, `${at}${key}.`);
  }
}

/** The log has such lines. */
async function compareLogLine(line: Json): Promise<void> {
  const { log, lines } = logOf('debug');
  await using service = await startService({ log });
  const { requestId, path, code } = line as { requestId: string; path: string; code: string };
  await service.fetch(path, { headers: { 'X-Request-Id': requestId } });
  const logged = lines.map((line) => JSON.parse(line) as Json).find((line) => line.requestId === requestId);
  assert.equal(logged?.code, code);
  const kind = (line: Json) =>
    Object.keys(line).filter((name) => !['time', 'pid', 'hostname', 'name'].includes(name));
  assert.deepEqual(kind(logged ?? {}).sort(), kind(line).sort());
  assert.equal(logged?.msg, line.msg);
}
