import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { ALL_ROUTES, type AnyRouteName, pathOf, type RouteShape, writes } from '@palatine/contract';
import { byTier } from '@palatine/platform/testing';
import { assertContract, type ResultCode } from '@palatine/testing/contract-assert';
import { logOf } from '@palatine/testing/log-lines';
import type { RawResponse } from '@palatine/testing/raw-request';
import { sampleCalls } from '@palatine/testing/sample-calls';
import { COMMON_PATHS, type Snapshot, snapshotOf, takeSnapshot } from '@palatine/testing/snapshot';
import { startService } from '@palatine/testing/start-service';
import { loadCatalogue } from '@palatine/world/catalogue';
import { makeDemoWorld } from '@palatine/world/demo';
import { type FuzzCase, fuzzCases } from './fuzz-cases.ts';
import { type Sample, samplesByRoute } from './samples.ts';
import { Sender } from './sender.ts';

/** Random bodies per route. */
const RANDOM_BODIES = Number(process.env.PALATINE_FUZZ ?? byTier(10, 150));
/** Sends every nth case; a prime, so that a field meets each kind of value in turn. */
const NTH = byTier(23, 1);

const sizes = { players: 8, online: 5, palsPerPlayer: 6, guilds: 2, camps: 2 };
const { world } = makeDemoWorld({ catalogue: loadCatalogue(), seed: 7, nowMs: Date.UTC(2026, 6, 12), sizes });

const { log, lines } = logOf('error');
const service = await startService({ world, config: { playerResolution: 'Known' }, log });
const sender = new Sender(service.url, service.token);
const samples = samplesByRoute(await sampleCalls(service));
mkdirSync(join(service.data, 'Pals', 'Templates', 'Folder.json'));
after(async () => {
  sender.close();
  await service[Symbol.asyncDispose]();
});

const MAX_FAILURES_SHOWN = 5;

/** Sends each case and holds its answer to the contract. @returns the code of each answer, in order. */
async function sendAll(
  route: RouteShape,
  cases: readonly FuzzCase[],
): Promise<(ResultCode | 'NOT_MODIFIED')[]> {
  const failures: string[] = [];
  const codes = await sender.mapConcurrently(cases, async (fuzzCase) => {
    let response: RawResponse | undefined;
    try {
      response = await sender.send(route.method, fuzzCase);
      return assertFuzzContract(route, fuzzCase, response);
    } catch (error) {
      failures.push(`${(error as Error).message}\n${describe(route, fuzzCase, response)}`);
      return 'INTERNAL_ERROR';
    }
  });
  if (failures.length > 0) {
    const report = failures.slice(0, MAX_FAILURES_SHOWN).join('\n\n');
    assert.fail(`${failures.length} of ${cases.length} cases failed:\n${report}`);
  }
  return codes;
}

/** The contract, and that no input makes the service fail or inject a header. */
function assertFuzzContract(
  route: RouteShape,
  { alsoAllowed }: FuzzCase,
  { status, headers, text }: RawResponse,
): ResultCode | 'NOT_MODIFIED' {
  assert.equal(headers['x-injected'], undefined);
  assert.ok(status < 500, 'no input makes the service fail');
  if (status === 304) {
    assert.equal(text, '');
    assert.equal(route.method, 'GET');
    return 'NOT_MODIFIED';
  }
  return assertContract(route, { status, text, contentType: headers['content-type'] }, alsoAllowed).code;
}

function describe({ method }: RouteShape, fuzzCase: FuzzCase, response: RawResponse | undefined): string {
  const { path, headers, body = '' } = fuzzCase;
  const answer = response === undefined ? 'no answer' : `${response.status}: ${response.text.slice(0, 2000)}`;
  const request = JSON.stringify({ method, path, headers, body: String(body).slice(0, 2000) }, null, 2);
  return `${request}\n${answer}`;
}

/** The state that a refused request must not change: all of it; for a read in a normal run, the common lists. */
function snapshotFor(route: RouteShape): Promise<Snapshot> {
  return byTier(writes(route), true) ? takeSnapshot(service) : snapshotOf(service, COMMON_PATHS);
}

async function assertSurvives(route: RouteShape, sample: Sample = { params: {}, bodies: [] }): Promise<void> {
  const offset = pathOf(route).length;
  const cases = fuzzCases(route, sample, RANDOM_BODIES).filter((_, index) => (index + offset) % NTH === 0);
  let codes = await sendAll(route, cases);
  let refused = cases;
  let before: Snapshot;
  // An accepted case changes the world; the refused ones must not. While a refusal turns into a success, repeat.
  do {
    refused = refused.filter((_, index) => codes[index] !== 'OK' && codes[index] !== 'NOT_MODIFIED');
    before = await snapshotFor(route);
    codes = await sendAll(route, refused);
  } while (codes.includes('OK'));
  assert.deepEqual(await snapshotFor(route), before, 'a refusal changes nothing');
  assert.deepEqual(lines.splice(0), [], 'the service logged no error');
}

/**
 * Every route but the streams, which do not end, the one that is open with `--faults` only, and the backup: each that ends
 * lets a call succeed that was refused while it ran.
 */
const FUZZED = Object.entries<RouteShape>(ALL_ROUTES).filter(
  ([name, { stream }]) => stream !== true && name !== 'controlSimulation' && name !== 'makeBackup',
) as [AnyRouteName, RouteShape][]; // the table's own entries

for (const [name, route] of FUZZED) {
  test(`${name} answers every input in the envelope, and what it refuses changes nothing`, () =>
    assertSurvives(route, samples.get(name)));
}
