import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { OWN_ROUTES, ROUTE_NAMES, ROUTES, type RouteName, type RouteShape } from '@palatine/contract';
import { loadCatalogue, makeDemoWorld } from '@palatine/world';
import { logOf } from '../harness/log-lines.ts';
import { startService, type TestService } from '../harness/start-service.ts';
import { assertContract } from './assert-contract.ts';
import { type Case, casesOf } from './fuzz-cases.ts';
import { type Sample, samplesFor } from './samples.ts';
import { Sender } from './sender.ts';
import { takeSnapshot } from './snapshot.ts';

const RANDOM_BODIES = Number(process.env.PALATINE_HOSTILE ?? 150);

const sizes = { players: 8, online: 5, palsPerPlayer: 6, guilds: 2, camps: 2 };
const { world } = makeDemoWorld({ catalogue: loadCatalogue(), seed: 7, nowMs: Date.UTC(2026, 6, 12), sizes });
const [account] = world.accounts.values();
const samples = samplesFor({
  uid: account?.uid ?? '',
  userId: account?.userId ?? '',
  guildId: [...world.guilds.values()][0]?.id ?? '',
  campId: [...world.camps.values()][0]?.id ?? '',
});

const { log, lines } = logOf('error');
let service: TestService;
let sender: Sender;
before(async () => {
  service = await startService({ world, config: { playerResolution: 'Known' }, log });
  sender = new Sender(service.url, service.token);
  const templates = join(service.data, 'Pals', 'Templates');
  writeFileSync(join(templates, 'Fine.json'), JSON.stringify({ PalID: 'SheepBall' }));
  mkdirSync(join(templates, 'Folder.json'));
});
after(async () => {
  sender.close();
  await service[Symbol.asyncDispose]();
});

const SHOWN_FAULTS = 5;

/** @returns the code of each answer, in order. */
async function ask(route: RouteShape, cases: readonly Case[]): Promise<string[]> {
  const faults: string[] = [];
  const codes = await sender.each(cases, async (one) => {
    try {
      return assertContract(route, one, await sender.send(route.method, one));
    } catch (error) {
      faults.push((error as Error).message);
      return 'FAULT';
    }
  });
  if (faults.length > 0)
    assert.fail(`${faults.length} of ${cases.length} cases:\n${faults.slice(0, SHOWN_FAULTS).join('\n\n')}`);
  return codes;
}

async function survives(route: RouteShape, sample: Sample): Promise<void> {
  const cases = casesOf(route, sample, RANDOM_BODIES);
  let codes = await ask(route, cases);
  let refused = cases;
  let before: unknown;
  // What was taken has changed the world; the rest must not. A refusal may turn into a success meanwhile.
  do {
    refused = refused.filter((_, index) => codes[index] !== 'OK');
    before = await takeSnapshot(sender, service);
    codes = await ask(route, refused);
  } while (codes.includes('OK'));
  assert.deepEqual(await takeSnapshot(sender, service), before, 'a refusal changes nothing');
  assert.deepEqual(lines.splice(0), [], 'nothing unforeseen happened');
}

for (const name of ROUTE_NAMES) {
  test(`${name} answers whatever it is sent, in the envelope, and what it refuses changes nothing`, () =>
    survives(ROUTES[name], samples[name]));
}

test('the audit answers whatever it is asked', () =>
  survives(OWN_ROUTES.getAudit, { params: {}, bodies: [] }));

/** Whom they hit is not online any more. */
const LAST: RouteName[] = ['kickPlayer', 'banPlayer', 'unbanPlayer', 'banIP', 'unbanIP'];

test('the samples work, or the battery spoils what is refused anyway', async () => {
  const { world: fresh } = makeDemoWorld({ catalogue: loadCatalogue(), seed: 7, nowMs: 0, sizes });
  await using another = await startService({ world: fresh, config: { playerResolution: 'Known' } });
  const templates = join(another.data, 'Pals', 'Templates');
  writeFileSync(join(templates, 'Fine.json'), JSON.stringify({ PalID: 'SheepBall' }));
  const own = new Sender(another.url, another.token);
  const order = [...ROUTE_NAMES].sort((one, other) => LAST.indexOf(one) - LAST.indexOf(other));
  for (const name of order) {
    const { params, bodies } = samples[name];
    for (const body of bodies.length === 0 ? [undefined] : bodies) {
      const path = casesOf(ROUTES[name], { params, bodies: [] }, 0)[0]?.path ?? '';
      const said = await own.send(ROUTES[name].method, { path, body: body && JSON.stringify(body) });
      assert.equal(said.status, 200, `${name} ${JSON.stringify(body)}: ${said.text}`);
    }
  }
  own.close();
});
