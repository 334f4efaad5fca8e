import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import {
  ALL_ROUTES,
  type AnyRouteName,
  type ErrorEnvelope,
  fieldName,
  fillPath,
  RELIC_TYPES,
  type RouteShape,
} from '@palatine/contract';
import { type SampleCall, sampleCalls } from '@palatine/testing/sample-calls';
import { startService } from '@palatine/testing/start-service';
import { versionHeaders } from '@palatine/testing/version-headers';

const service = await startService({ faults: true });
const calls = await sampleCalls(service);
after(() => service[Symbol.asyncDispose]());

async function refuse({ route, params, ifMatch }: SampleCall, body: unknown) {
  const init = { method: route.method, headers: versionHeaders({ ifMatch }), body: JSON.stringify(body) };
  const response = await service.fetch(fillPath(route, params), init);
  const envelope = (await response.json()) as ErrorEnvelope;
  assert.equal(response.status, 400, JSON.stringify(envelope));
  return envelope.Error;
}

type Place = readonly (string | number)[];

/** Each field and entry of a body, the innermost too. */
function placesIn(value: unknown): Place[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const step = Array.isArray(value) ? Number(key) : key;
    return [[step], ...placesIn(inner).map((place) => [step, ...place])];
  });
}

/** A copy of the body with one value replaced; undefined removes it. */
function withValue(body: unknown, [step, ...rest]: Place, value: unknown): unknown {
  if (step === undefined) return value;
  const copy = Array.isArray(body) ? [...body] : { ...(body as object) };
  const fields = copy as Record<string | number, unknown>;
  fields[step] = withValue(fields[step], rest, value);
  return copy;
}

const pointerTo = (place: Place) => place.map((step) => `/${step}`).join('');

/** Routes whose body has fields. The legacy give checks its own body, and has its own failure form. */
const CHECKED = (Object.entries(ALL_ROUTES) as [AnyRouteName, RouteShape][]) // the table's own keys
  .filter(([, { body }]) => Object.keys((body as ObjectSchema | undefined)?.properties ?? {}).length > 0);

interface ObjectSchema {
  type?: string;
  properties?: Record<string, ObjectSchema>;
}

/** Whether any object is right for a field, as for the template in a body. */
function takesAnyObject({ body }: RouteShape, [field]: Place): boolean {
  const schema = (body as ObjectSchema | undefined)?.properties?.[String(field)];
  return schema?.type === 'object' && Object.keys(schema.properties ?? {}).length === 0;
}

for (const [name, route] of CHECKED) {
  test(`${name} names in its message the field that has the wrong type`, async () => {
    for (const call of calls.filter((sample) => sample.name === name)) {
      const places = placesIn(call.body).filter(
        (place) => place.length === 1 || !takesAnyObject(route, place),
      );
      for (const place of places) {
        const wrong = takesAnyObject(route, place) ? ['not this'] : { not: ['this'] };
        const { Message, Details } = await refuse(call, withValue(call.body, place, wrong));
        const path = pointerTo(place);
        const [problem] = Details.Problems?.filter(({ Path }) => `${Path}/`.startsWith(`${path}/`)) ?? [];
        assert.ok(problem, `a problem at ${path}: ${JSON.stringify(Details)}`);
        assert.ok(Message.startsWith(fieldName(path)), `${fieldName(path)} in ${Message}`);
        assert.match(Message, / (must|is) /);
      }
    }
  });
}

test('a required field that is missing is named, with its entry', async () => {
  const missing: [AnyRouteName, Place, string][] = [
    ['giveItems', ['Items'], 'Items is missing'],
    ['giveItems', ['Items', 0, 'Count'], 'Items[0].Count is missing'],
    ['givePals', ['Pals', 0, 'PalID'], 'Pals[0].PalID is missing'],
    ['givePalTemplates', ['PalTemplates'], 'PalTemplates is missing'],
    ['givePalEggs', ['PalEggs', 0, 'EggID'], 'PalEggs[0].EggID is missing'],
    ['learnTechnologies', ['Technology'], 'Technology is missing'],
    ['summonPal', ['X'], 'X is missing'],
    ['summonNPC', ['NPCID'], 'NPCID is missing'],
    ['broadcast', ['Message'], 'Message is missing'],
    ['sendPlayerMessage', ['SendType'], 'SendType is missing'],
  ];
  for (const [name, place, message] of missing) {
    const call = sampleOf(name);
    assert.equal((await refuse(call, withValue(call.body, place, undefined))).Message, message);
  }
});

test('the message says what the value must be, and counts the other problems', async () => {
  const wood = { ItemID: 'Wood', Count: 1 };
  const none = { ItemID: 'Wood', Count: 0 };
  const messages: [AnyRouteName, unknown, string][] = [
    ['giveItems', { Items: [none] }, 'Items[0].Count must be at least 1'],
    ['giveItems', { Items: [wood, { ...wood, Count: 1.5 }] }, 'Items[1].Count must be a positive integer'],
    ['giveItems', { Items: [{ ...wood, Count: 2 ** 31 }] }, 'Items[0].Count must be at most 2147483647'],
    ['giveItems', { Items: [] }, 'Items must not be empty'],
    ['giveItems', { Items: [none, wood, none] }, 'Items[0].Count must be at least 1 (and 1 more)'],
    ['giveItems', { Items: Array(30).fill(none) }, 'Items[0].Count must be at least 1 (and 29 more)'],
    ['giveItems', [], 'the body must be a JSON object'],
    ['learnTechnologies', { Technology: 5 }, 'Technology must be a string or an array'],
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
  for (const [name, body, message] of messages) {
    assert.equal((await refuse(sampleOf(name), body)).Message, message, name);
  }
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
