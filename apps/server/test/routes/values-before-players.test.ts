import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { fillPath, ROUTES, type RouteShape } from '@palatine/contract';
import { startService } from '@palatine/testing/start-service';

const service = await startService();
after(() => service[Symbol.asyncDispose]());

const wrong: [RouteShape, object][] = [
  [ROUTES.giveItems, { Items: [{ ItemID: 'NoSuchItem', Count: 1 }] }],
  [ROUTES.givePals, { Pals: [{ PalID: 'NoSuchPal', Level: 1 }] }],
  [ROUTES.givePals, { Pals: [{ PalID: 'Anubis', Level: 81 }] }],
  [ROUTES.givePalTemplates, { PalTemplates: ['../Config'] }],
  [ROUTES.givePalEggs, { PalEggs: [{ EggID: 'PalEgg_Normal_01' }] }],
  [ROUTES.learnTechnologies, { Technology: ['All'] }],
  [ROUTES.learnTechnologies, { Technology: 'NoSuchTechnology' }],
  [ROUTES.forgetTechnologies, { Technology: ['NoSuchTechnology'] }],
];

const right: [RouteShape, object][] = [
  [ROUTES.giveItems, { Items: [{ ItemID: 'Wood', Count: 1 }] }],
  [ROUTES.givePals, { Pals: [{ PalID: 'Anubis', Level: 1 }] }],
  [ROUTES.givePalEggs, { PalEggs: [{ EggID: 'PalEgg_Normal_01', PalID: 'Anubis' }] }],
  [ROUTES.giveProgression, { EXP: 1 }],
  [ROUTES.learnTechnologies, { Technology: 'All' }],
  [ROUTES.forgetTechnologies, { Technology: 'All' }],
];

async function codeFor(route: RouteShape, body: object): Promise<string> {
  const path = fillPath(route, { player_identifier: 'steam_nobody' });
  const response = await service.post(path, body);
  return ((await response.json()) as { Error: { Code: string } }).Error.Code;
}

for (const [route, body] of wrong) {
  test(`${route.path} with ${JSON.stringify(body)} is VALIDATION_FAILED, also for an unknown player`, async () => {
    assert.equal(await codeFor(route, body), 'VALIDATION_FAILED');
  });
}

for (const [route, body] of right) {
  test(`${route.path} with valid values for an unknown player is REQUEST_FAILED`, async () => {
    assert.equal(await codeFor(route, body), 'REQUEST_FAILED');
  });
}
