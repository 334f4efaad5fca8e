import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  ALL_ROUTES,
  type AnyRouteName,
  type Bound,
  type BoundKind,
  boundRule,
  boundsOf,
  errorsOf,
  fillPath,
  LIMITS,
  ROUTES,
  type RouteShape,
} from '@palatine/contract';
import { backupMade } from '@palatine/testing/backup-made';
import { type SampleCall, sampleCalls, sendSample } from '@palatine/testing/sample-calls';
import { sharedService } from '@palatine/testing/start-service';
import { bodyValidator } from '@palatine/web/routes';
import { exchange } from '../fuzz/wire.ts';

const service = await sharedService({ faults: true });
const calls = await sampleCalls(service);

type Request = Pick<SampleCall, 'params' | 'query' | 'body' | 'ifMatch'> & {
  headers?: Record<string, string>;
};

async function send(route: RouteShape, request: Request) {
  const response = await sendSample(service, { ...request, route }, request.headers);
  if (response.headers.get('content-type') === 'text/event-stream') {
    await response.body?.cancel();
    return { status: response.status, code: undefined, text: '' };
  }
  const text = await response.text();
  const { Error: error } = JSON.parse(text) as { Error?: { Code?: string } };
  return { status: response.status, code: error?.Code, text };
}

/** The id of the last event: every write emits one. */
const lastEvent = () => service.game.reads.newestEventId;

/** A value that reaches a bound exactly, or passes it by one. `inside` is what a list holds in the sample. */
function valueAt(kind: BoundKind, size: number, inside: unknown): unknown {
  if (kind === 'maxLength') return 'x'.repeat(size);
  if (kind !== 'maxItems') return size;
  const [entry = 'x'] = Array.isArray(inside) ? inside : [];
  return Array.from({ length: size }, (_, index) => (typeof entry === 'string' ? `${entry}${index}` : entry));
}

function withValue(body: unknown, [step, ...rest]: string[], make: (inside: unknown) => unknown): unknown {
  if (step === undefined) return make(body);
  if (step === '*') return [withValue(Array.isArray(body) ? body[0] : undefined, rest, make)];
  const fields = typeof body === 'object' && !Array.isArray(body) ? (body as Record<string, unknown>) : {};
  return { ...fields, [step]: withValue(fields[step], rest, make) };
}

function requestAt(name: AnyRouteName, bound: Bound, size: number): Request {
  const { place, kind } = bound;
  const ownSamples: readonly Request[] = calls.filter((call) => call.name === name);
  const { examples }: RouteShape = ALL_ROUTES[name];
  const samples = ownSamples.length > 0 ? ownSamples : (examples as readonly Request[]); // beside a game server only
  const [, field = ''] = place.split('/');
  const sample: Request = samples.find(({ body }) => body !== undefined && field in body) ?? samples[0] ?? {};
  switch (bound.in) {
    case 'path':
      return { ...sample, params: { ...sample.params, [place]: 'x'.repeat(size) } };
    case 'query':
      return { ...sample, query: { [place]: kind === 'maxLength' ? 'x'.repeat(size) : size } };
    case 'header':
      return { ...sample, headers: { [place]: 'k'.repeat(size) } };
    case 'body': {
      const make = (inside: unknown) => valueAt(kind, size, inside);
      return { ...sample, body: withValue(sample.body ?? {}, place.split('/').slice(1), make) as object };
    }
  }
}

/** Sent to the validator instead: the game would stand still for a minute. */
const HALTS_THE_GAME = '/FreezeMs';

async function assertTaken(name: AnyRouteName, bound: Bound): Promise<void> {
  const request = requestAt(name, bound, bound.bound);
  if (bound.place === HALTS_THE_GAME && bound.kind === 'maximum') {
    assert.equal(bodyValidator(ALL_ROUTES[name])(request.body), request.body);
    return;
  }
  const { text, status } = await send(ALL_ROUTES[name], request);
  const isTaken = !text.includes(boundRule(bound)) && status < 500;
  assert.ok(isTaken, `${JSON.stringify(bound)}: ${text.slice(0, 300)}`);
}

/** The legacy form has its own message for amounts below 1. */
function rulesFor(name: AnyRouteName, bound: Bound): string[] {
  const inLegacyForm = name === 'legacyGive' && bound.kind === 'minimum';
  return inLegacyForm ? ['must be a positive integer'] : [boundRule(bound)];
}

async function assertRefused(name: AnyRouteName, bound: Bound): Promise<void> {
  const route: RouteShape = ALL_ROUTES[name];
  const beyond = bound.bound + (bound.kind === 'minimum' ? -1 : 1);
  const { status, code, text } = await send(route, requestAt(name, bound, beyond));
  const message = `${JSON.stringify(bound)}: ${text.slice(0, 300)}`;
  if (bound.in === 'path') {
    if (bound.place === 'name') return assert.ok(status === 400 || status === 404, message); // of a file
    // A malformed identifier matches nothing: each route answers as for any other.
    const malformed = await send(route, requestAt(name, bound, 1));
    assert.deepEqual([status, code], [malformed.status, malformed.code], message);
    return;
  }
  if (bound.in === 'query' && !errorsOf(route).includes('VALIDATION_FAILED')) {
    assert.equal(status, 200, message);
    return;
  }
  assert.equal(status, 400, message);
  if (name !== 'legacyGive') assert.equal(code, 'VALIDATION_FAILED', message);
  if (bound.in === 'body')
    assert.ok(
      rulesFor(name, bound).some((rule) => text.includes(rule)),
      message,
    );
}

for (const name of Object.keys(ALL_ROUTES) as AnyRouteName[]) {
  test(`every bound of ${name} is taken, and one more is refused and changes nothing`, async () => {
    for (const bound of boundsOf(ALL_ROUTES[name])) {
      const before = lastEvent();
      await assertRefused(name, bound);
      assert.equal(lastEvent(), before, JSON.stringify(bound));
      await assertTaken(name, bound);
      if (name === 'makeBackup') await backupMade(service);
    }
  });
}

test('an address with more white space around it than an identifier is long is malformed', async () => {
  const padded = (chars: number) => ({ params: { ip: '203.0.113.9'.padEnd(chars) } });
  assert.equal((await send(ROUTES.banIP, padded(LIMITS.idChars + 1))).code, 'VALIDATION_FAILED');
  assert.equal((await send(ROUTES.banIP, padded(LIMITS.idChars))).status, 200);
  assert.equal((await send(ROUTES.unbanIP, padded(LIMITS.idChars + 1))).code, 'BAN_NOT_FOUND');
  assert.equal((await send(ROUTES.unbanIP, padded(LIMITS.idChars))).status, 200);
});

/** Bodies of a broadcast that reach a bound of any body, and ones that pass it by one. */
const WHOLE_BODIES: [what: string, at: string, beyond: string, refusal: RegExp][] = [
  [
    'bytes',
    '{"Message":"x"}'.padEnd(LIMITS.bodyBytes),
    '{"Message":"x"}'.padEnd(LIMITS.bodyBytes + 1),
    /"PAYLOAD_TOO_LARGE"/,
  ],
  [
    'values',
    bodyOfValues(LIMITS.bodyValues),
    bodyOfValues(LIMITS.bodyValues + 1),
    /"PAYLOAD_TOO_LARGE".*the body holds more than 50000 values/,
  ],
  ['levels', bodyOfLevels(LIMITS.bodyDepth), bodyOfLevels(LIMITS.bodyDepth + 1), /"INVALID_JSON"/],
];

/** The object, its Message, its list, and the rest in the list. */
function bodyOfValues(values: number): string {
  return JSON.stringify({ Message: 'x', List: Array(values - 3).fill(0) });
}

function bodyOfLevels(levels: number): string {
  return `{"Message":"x","Deep":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;
}

for (const [what, at, beyond, refusal] of WHOLE_BODIES) {
  test(`a body of the most ${what} is taken, and one more is refused`, async () => {
    const post = (body: string) => service.fetch(fillPath(ROUTES.broadcast), { method: 'POST', body });
    const before = lastEvent();
    const refused = await post(beyond);
    assert.match(await refused.text(), refusal);
    assert.equal(lastEvent(), before);
    assert.equal((await post(at)).status, 200);
  });
}

test('a target with headers of the most bytes is taken, and one more is 431', async () => {
  const { host } = new URL(service.url);
  const path = fillPath(ROUTES.getVersion);
  const rest = [
    'Host',
    host,
    'Connection',
    'close',
    'Authorization',
    `Bearer ${service.token}`,
    'X',
    path,
  ].join('');
  const statusFor = async (bytes: number) => {
    const filler = 'x'.repeat(bytes - rest.length);
    const head = `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\nAuthorization: Bearer ${service.token}\r\nX: ${filler}\r\n\r\n`;
    return (await exchange(service.url, head)).answers[0]?.status;
  };
  assert.equal(await statusFor(LIMITS.headerBytes), 200);
  assert.equal(await statusFor(LIMITS.headerBytes + 1), 431);
});
