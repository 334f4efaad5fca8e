import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  ALL_ROUTES,
  type AnyRouteName,
  type ErrorCode,
  type ErrorEnvelope,
  fieldName,
  fillPath,
  RELIC_TYPES,
  type RouteShape,
} from '@palatine/contract';
import { type SampleCall, sampleCalls } from '@palatine/testing/sample-calls';
import { sharedService } from '@palatine/testing/start-service';
import { versionHeaders } from '@palatine/testing/version-headers';
import { type KeyPath, keyPathsIn, withValue } from '../fuzz/key-paths.ts';

const service = await sharedService({ faults: true });
const calls = await sampleCalls(service);

async function refuse(
  { route, params, ifMatch }: SampleCall,
  body: unknown,
  code: ErrorCode = 'VALIDATION_FAILED',
) {
  const before = service.game.reads.newestEventId;
  const init = { method: route.method, headers: versionHeaders({ ifMatch }), body: JSON.stringify(body) };
  const response = await service.fetch(fillPath(route, params), init);
  const envelope = (await response.json()) as ErrorEnvelope;
  assert.equal(response.status, 400, JSON.stringify(envelope));
  assert.equal(envelope.Error.Code, code, JSON.stringify(envelope));
  assert.equal(service.game.reads.newestEventId, before, 'nothing is done');
  return envelope.Error;
}

/** The fields of grants whose absence or wrong type has a code of its own. */
const REQUEST_FIELDS = ['Items', 'Pals', 'PalTemplates', 'PalEggs', 'Technology'];

const codeAt = ([field = '', ...rest]: KeyPath): ErrorCode =>
  rest.length === 0 && REQUEST_FIELDS.includes(field) ? 'INVALID_REQUEST' : 'VALIDATION_FAILED';

const WRONG_TYPES = [null, 5, true, '1', ['this'], { not: ['this'] }];

/** Values of other types than the valid one at a place. A technology may be a text or a list. */
function otherTypes(body: unknown, place: KeyPath): unknown[] {
  const valid = valueAt(body, place);
  const isTechnology = place.join() === 'Technology';
  const isText = typeof valid === 'string' || isTechnology;
  const isList = Array.isArray(valid) || isTechnology;
  return WRONG_TYPES.filter((value) => {
    if (typeof value === 'string') return !isText;
    if (Array.isArray(value)) return !isList;
    return typeof value !== typeof valid || valid instanceof Object;
  });
}

const valueAt = (body: unknown, place: KeyPath): unknown =>
  place.reduce((inner, step) => (inner as Record<string, unknown>)[step], body);

const pointerTo = (place: KeyPath) => place.map((step) => `/${step}`).join('');

/** Routes whose body has fields. The legacy give checks its own body, and has its own failure form. */
const CHECKED = (Object.entries(ALL_ROUTES) as [AnyRouteName, RouteShape][]) // the table's own keys
  .filter(([, { body }]) => Object.keys((body as ObjectSchema | undefined)?.properties ?? {}).length > 0);

interface ObjectSchema {
  type?: string;
  properties?: Record<string, ObjectSchema>;
}

/** Whether any object is right for a field, as for the template in a body. */
function takesAnyObject({ body }: RouteShape, [field = '']: KeyPath): boolean {
  const schema = (body as ObjectSchema | undefined)?.properties?.[field];
  return schema?.type === 'object' && Object.keys(schema.properties ?? {}).length === 0;
}

for (const [name, route] of CHECKED) {
  test(`${name} names in its message the field that has the wrong type`, async () => {
    for (const call of calls.filter((sample) => sample.name === name)) {
      const places = keyPathsIn(call.body).filter(
        (place) => place.length === 1 || !takesAnyObject(route, place),
      );
      for (const place of places) {
        const wrongValues = takesAnyObject(route, place) ? [['not this']] : otherTypes(call.body, place);
        for (const wrong of wrongValues) {
          const { Message, Details } = await refuse(call, withValue(call.body, place, wrong), codeAt(place));
          const path = pointerTo(place);
          const [problem] = Details.Problems?.filter(({ Path }) => `${Path}/`.startsWith(`${path}/`)) ?? [];
          assert.ok(problem, `a problem at ${path}: ${JSON.stringify(Details)}`);
          assert.ok(Message.startsWith(fieldName(path)), `${fieldName(path)} in ${Message}`);
          assert.match(Message, / (must|is) /);
        }
      }
    }
  });
}

test('a required field that is missing is named, with its entry', async () => {
  const missing: [AnyRouteName, KeyPath, string][] = [
    ['giveItems', ['Items'], 'Items is missing'],
    ['giveItems', ['Items', '0', 'Count'], 'Items[0].Count is missing'],
    ['givePals', ['Pals', '0', 'PalID'], 'Pals[0].PalID is missing'],
    ['givePalTemplates', ['PalTemplates'], 'PalTemplates is missing'],
    ['givePalEggs', ['PalEggs', '0', 'EggID'], 'PalEggs[0].EggID is missing'],
    ['learnTechnologies', ['Technology'], 'Technology is missing'],
    ['summonPal', ['X'], 'X is missing'],
    ['summonNPC', ['NPCID'], 'NPCID is missing'],
    ['broadcast', ['Message'], 'Message is missing'],
    ['sendPlayerMessage', ['SendType'], 'SendType is missing'],
  ];
  for (const [name, place, message] of missing) {
    const call = sampleOf(name);
    const body = withValue(call.body, place, undefined);
    assert.equal((await refuse(call, body, codeAt(place))).Message, message);
  }
});

test('the message says what the value must be, and counts the other problems', async () => {
  const wood = { ItemID: 'Wood', Count: 1 };
  const none = { ItemID: 'Wood', Count: 0 };
  const messages: [AnyRouteName, unknown, string, ErrorCode?][] = [
    ['giveItems', { Items: [none] }, 'Items[0].Count must be at least 1'],
    ['giveItems', { Items: [wood, { ...wood, Count: 1.5 }] }, 'Items[1].Count must be a positive integer'],
    ['giveItems', { Items: [{ ...wood, Count: 2 ** 31 }] }, 'Items[0].Count must be at most 2147483647'],
    ['giveItems', { Items: [] }, 'Items must not be empty'],
    ['giveItems', { Items: [none, wood, none] }, 'Items[0].Count must be at least 1 (and 1 more)'],
    ['giveItems', { Items: Array(30).fill(none) }, 'Items[0].Count must be at least 1 (and 29 more)'],
    ['giveItems', [], 'the body must be a JSON object', 'INVALID_REQUEST'],
    ['learnTechnologies', { Technology: 5 }, 'Technology must be a string or an array', 'INVALID_REQUEST'],
    ['learnTechnologies', { Technology: ['PalBox', 5] }, 'Technology[1] must be a string'],
    ['giveProgression', { Relics: { Wings: 1 } }, `Relics.Wings must be one of ${RELIC_TYPES.join(', ')}`],
    [
      'giveProgression',
      { Relics: { 'two words': 1 } },
      `Relics["two words"] must be one of ${RELIC_TYPES.join(', ')}`,
    ],
    [
      'summonPal',
      { PalID: 'SheepBall', X: 1, Y: 2, Z: 3, HPMultiplier: 0 },
      'HPMultiplier must be greater than 0',
    ],
    ['summonPal', { PalID: 'SheepBall', X: 1e308, Y: 2, Z: 3 }, 'X must be at most 1000000000'],
    [
      'learnTechnologies',
      { Technology: Array(2001).fill('PalBox') },
      'Technology must hold at most 2000 entries',
    ],
    ['givePalTemplates', { PalTemplates: Array(257).fill(5) }, 'PalTemplates must hold at most 256 entries'],
    [
      'givePalTemplates',
      { PalTemplates: Array(256).fill(5) },
      'PalTemplates[0] must be a string (and at least 100 more)',
    ],
    ['broadcast', { Message: 'x'.repeat(4097) }, 'Message must be at most 4096 characters'],
  ];
  for (const [name, body, message, code] of messages) {
    assert.equal((await refuse(sampleOf(name), body, code)).Message, message, name);
  }
});

test('the message for a fraction says from which number on an integer is valid', async () => {
  const path = fillPath(ALL_ROUTES.startMaintenance);
  const response = await service.post(path, { Action: 'Deliver', CountdownSeconds: 1.5 });
  const { Error: error } = (await response.json()) as ErrorEnvelope;
  assert.equal(error.Message, 'CountdownSeconds must be an integer of at least 0');
});

test('values that only the world can judge are refused in the same form', async () => {
  const place = { X: 1, Y: 2, Z: 3 };
  const UserIDs = sampleOf('sendPlayerMessage').body as { UserIDs: [string] };
  const send = { SendType: 'PlayerChat', Message: 'hello' };
  const messages: [AnyRouteName, unknown, string | RegExp][] = [
    [
      'giveItems',
      { Items: [{ ItemID: 'Pal Sphere', Count: 1 }] },
      'Items[0].ItemID: unknown ItemID "Pal Sphere"; did you mean PalSphere (Pal Sphere)?',
    ],
    ['givePals', { Pals: [{ PalID: 'SheepBall', Level: 99 }] }, /^Pals\[0\]\.Level must be 1 to \d+$/],
    ['givePalEggs', { PalEggs: [{ EggID: 'PalEgg_Normal_01' }] }, /^PalEggs\[0\] must have exactly one of/],
    [
      'learnTechnologies',
      { Technology: ['PalBox', 'Nope'] },
      /^Technology\[1\]: unknown technology "Nope"; .* list those that exist$/,
    ],
    [
      'learnTechnologies',
      { Technology: ['All', 'Nope'] },
      /^Technology\[0\]: All must stand alone.* \(and 1 more\)$/,
    ],
    ['summonPal', place, 'PalID is missing, and so is PalTemplate'],
    ['summonPal', { ...place, PalID: 'Nope' }, /^PalID: unknown PalID "Nope"; /],
    ['summonPal', { ...place, PalID: 'SheepBall', Level: 99 }, /^Level must be an integer from 1 to \d+$/],
    ['sendPlayerMessage', send, 'UserID is missing, and so is UserIDs'],
    ['sendPlayerMessage', { ...send, ...UserIDs, UserID: 'x' }, 'UserIDs must not stand beside UserID'],
  ];
  for (const [name, body, expected] of messages) {
    const { Message, Details } = await refuse(sampleOf(name), body);
    if (typeof expected === 'string') assert.equal(Message, expected, name);
    else assert.match(Message, expected, name);
    assert.ok((Details.Problems ?? []).length > 0, 'the list stands in Details too');
  }
});

test('a body that is missing is named', async () => {
  const response = await service.post(fillPath(ALL_ROUTES.broadcast));
  const { Error: error } = (await response.json()) as ErrorEnvelope;
  assert.equal(error.Message, 'the body is missing');
});

function sampleOf(name: AnyRouteName): SampleCall {
  const call = calls.find((sample) => sample.name === name);
  assert.ok(call, name);
  return call;
}
