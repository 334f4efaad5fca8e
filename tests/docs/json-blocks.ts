import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { logOf } from '../harness/log-lines.ts';
import { selfSigned } from '../harness/self-signed.ts';
import { newFolder, startService, type TestOptions, type TestService } from '../harness/start-service.ts';

type Json = Record<string, unknown>;

/** What each kind of JSON in the documents is, by a key it has, and how a reader uses it. */
const JSON_BLOCKS: [key: string, use: (json: Json) => Promise<void>][] = [
  ['Permissions', useToken],
  ['columns', useCatalogueFile],
  ['TLS', useRestConfig],
  ['requestId', compareLogLine],
];

/** @returns the function that tries it, if a block of this kind is known. */
export function useOfJson(text: string): (() => Promise<void>) | undefined {
  const json = JSON.parse(text) as Json;
  const known = JSON_BLOCKS.find(([key]) => Object.hasOwn(json, key));
  return known && (() => known[1](json));
}

async function withData(files: Json, options: TestOptions, use: (service: TestService) => Promise<void>) {
  const data = newFolder();
  try {
    for (const [file, content] of Object.entries(files)) {
      mkdirSync(join(data, file, '..'), { recursive: true });
      writeFileSync(join(data, file), typeof content === 'string' ? content : JSON.stringify(content));
    }
    await using service = await startService({ ...options, data });
    await use(service);
  } finally {
    rmSync(data, { recursive: true });
  }
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
    assert.ok((await Promise.all(gifts)).includes(1), `nobody gets ${ItemID}`);
  });
}

/** RESTConfig.json with a certificate in the data folder serves HTTPS. */
function useRestConfig(restConfig: Json): Promise<void> {
  const { Certificate, Key } = restConfig.TLS as { Certificate: string; Key: string };
  const { cert, key } = selfSigned();
  return withData({ [Certificate]: cert, [Key]: key }, { restConfig }, async ({ url }) => {
    assert.match(url, /^https:/);
  });
}

/** The log has such lines. */
async function compareLogLine(line: Json): Promise<void> {
  const { log, lines } = logOf('debug');
  await using service = await startService({ log });
  const { requestId, path, code } = line as { requestId: string; path: string; code: string };
  await service.fetch(path, { headers: { 'X-Request-Id': requestId } });
  const found = lines.map((each) => JSON.parse(each) as Json).find((each) => each.requestId === requestId);
  assert.equal(found?.code, code);
  const known = (each: Json) =>
    Object.keys(each).filter((name) => !['time', 'pid', 'hostname', 'name'].includes(name));
  assert.deepEqual(known(found ?? {}).sort(), known(line).sort());
  assert.equal(found?.msg, line.msg);
}
