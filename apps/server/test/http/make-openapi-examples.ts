import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import {
  ALL_ROUTES,
  type ErrorEnvelope,
  fillPath,
  PALATINE_ROUTES,
  PositionsSnapshot,
  parameterNames,
  queryText,
  ROUTES,
  type RouteShape,
} from '@palatine/contract';
import { type SampleName, sampleCalls } from '@palatine/testing/sample-calls';
import { startService, type TestService } from '@palatine/testing/start-service';
import { TestClock } from '@palatine/testing/test-clock';
import { versionHeaders } from '@palatine/testing/version-headers';
import {
  EXAMPLES_FILE,
  type Examples,
  type Json,
  type JsonObject,
  type RouteExample,
} from '@palatine/web/document';
import { loadCatalogue } from '@palatine/world/catalogue';
import { makeDemoWorld } from '@palatine/world/demo';

// Records the examples of the OpenAPI document from a real service over a demo world. Run it when a route changes:
// with the same routes it writes the same file. A route that brings its own replyExample is not called. With --check it
// writes nothing, and fails when the file is another.

type Call = Omit<RouteExample, 'answer' | 'refusal'> & { ifMatch?: string | null | undefined };

const ROOT = resolve(import.meta.dirname, '../../../..');
const BIOME = join(ROOT, 'node_modules', '.bin', 'biome');

let requests = 0;

/** Entries of a list or a map that an example shows. */
const SHOWN = 3;
/** A PlayerUID that no world has. */
const NOBODY = '0123ABCD-00000000-00000000-00000000';

/**
 * Files are changed by the clock of the machine: their times are shown as those of the demo world. Their ETags follow from
 * all that is in them, such as settings that the example does not show.
 */
const OF_FILES: Readonly<Record<string, string>> = {
  ChangedAt: '2026-07-12T18:15:02.113Z',
  ETag: '"UWUO-GR_1FFwQxlStBexmDNB5AU"',
};

const recorded = formatted(JSON.stringify(await recordExamples()));
if (!process.argv.includes('--check')) {
  writeFileSync(EXAMPLES_FILE, recorded);
} else if (recorded !== readFileSync(EXAMPLES_FILE, 'utf8')) {
  process.stderr.write(
    'packages/web/src/openapi/examples.json is not what the service answers: ' +
      'run node apps/server/test/http/make-openapi-examples.ts. A route with a replyExample is not recorded.\n',
  );
  process.exitCode = 1;
}

/** Text as `npm run format` leaves it in a file of this name. */
function formatted(json: string): string {
  const options = { cwd: ROOT, input: json, encoding: 'utf8', shell: process.platform === 'win32' } as const;
  const { status, stdout, stderr } = spawnSync(
    BIOME,
    ['format', `--stdin-file-path=${EXAMPLES_FILE}`],
    options,
  );
  if (status !== 0) throw new Error(`biome: ${stderr}`);
  return stdout;
}

/** Calls every route without a replyExample of a real service over a demo world once, and provokes a few refusals. Time stands still. */
async function recordExamples(): Promise<Examples> {
  const clock = new TestClock();
  const demo = makeDemoWorld({ catalogue: loadCatalogue(), seed: 1, nowMs: clock.now(), sizes: {} });
  await using service = await startService({ ...demo, clock, faults: true });
  const routes: Examples['routes'] = {};
  for (const { name, route, ifMatch, ...example } of await sampleCalls(service)) {
    if (routes[name] !== undefined) continue; // the document shows the first example of each route
    if (route.replyExample !== undefined) continue; // it brings its own
    const call = example as Call; // the bodies of examples are JSON
    routes[name] = { ...call, answer: await answerOf(service, route, { ...call, ifMatch }) };
  }
  const { file: restored = '' } = routes.restoreBase?.params ?? {};
  await addRefusals(service, Object.entries(routes) as [SampleName, RouteExample][]); // its keys
  return { routes, ...(await refusalsOf(service, restored)) };
}

/** Adds what each route with a player in its path answers about one that nobody knows. */
async function addRefusals(
  service: TestService,
  routes: readonly [SampleName, RouteExample][],
): Promise<void> {
  const params = { player_identifier: NOBODY };
  for (const [name, example] of routes) {
    const route: RouteShape = ALL_ROUTES[name];
    if (!parameterNames(route).includes('player_identifier')) continue;
    const { status, body } = await send(service, route, { ...example, params });
    if (status === 200) throw new Error(`${name} serves a player that nobody knows`);
    example.refusal = body as unknown as ErrorEnvelope; // every refusal is one
  }
}

async function answerOf(service: TestService, route: RouteShape, call: Call): Promise<Json> {
  if (route.resumable) {
    const stream = await service.fetch(fillPath(route), { headers: { 'last-event-id': '0' } });
    const [grant] = await firstIn(stream, /^id: \d+\nevent: grant\n[\s\S]*?\n\n/m);
    return grant;
  }
  if (route.stream) {
    const stream = await service.fetch(fillPath(route) + queryText(call.query));
    const [, event, list = ''] = await firstIn(stream, /^(event: \w+)\ndata: (.*)\n\n/m);
    return `${event}\ndata: ${JSON.stringify(abridge(JSON.parse(list), PositionsSnapshot))}\n\n`;
  }
  const { status, body } = await send(service, route, call);
  if (status !== 200) throw new Error(`${route.path}: ${status} ${JSON.stringify(body)}`);
  return atRest(abridge(body, route.reply));
}

/** The answer without what differs from one recording to the next. */
function atRest(answer: Json): Json {
  return JSON.parse(JSON.stringify(answer), (key, value) => OF_FILES[key] ?? value);
}

async function send(
  service: TestService,
  route: RouteShape,
  { params, query, body, ifMatch }: Call,
  authorization?: string,
): Promise<{ status: number; body: Json }> {
  const response = await service.fetch(fillPath(route, params) + queryText(query), {
    method: route.method,
    headers: { ...versionHeaders({ ifMatch }), 'x-request-id': `panel-${++requests}` }, // one of the service differs at each start
    ...(authorization === undefined ? {} : { authorization }),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Json };
}

/** The first match of a pattern in a stream. */
async function firstIn(response: Response, pattern: RegExp): Promise<RegExpExecArray> {
  let text = '';
  for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += chunk;
    const found = pattern.exec(text);
    if (found !== null) return found;
  }
  throw new Error(`the stream ${response.url} ended without a message`);
}

async function refusalsOf(
  service: TestService,
  restored: string,
): Promise<Pick<Examples, 'refusals' | 'legacyFailure'>> {
  const nobody = { params: { player_identifier: 'steam_1' } };
  const damaged = `deletebase-20260101T000000000Z-${NOBODY}.json.gz`;
  writeFileSync(join(service.data, 'Archives', damaged), 'no gzip data');
  const reader = `Bearer ${service.addToken('REST.Version.Read')}`;
  const calls: [route: RouteShape, call: Call, authorization?: string][] = [
    [ROUTES.getPlayers, {}, 'Bearer unknown'],
    [ROUTES.getPlayers, {}, reader],
    [ROUTES.getPlayer, nobody],
    [ROUTES.getItems, nobody],
    [ROUTES.getGuild, { params: { guild_id: '00000000-00000000-00000000-00000000' } }],
    [ROUTES.unbanPlayer, { params: { user_id: 'steam_1' } }],
    [ROUTES.giveItems, { ...nobody, body: {} }],
    [ROUTES.giveItems, { ...nobody, body: { Items: [{ ItemID: 'Wood', Count: 0 }] } }],
    [ROUTES.deleteBase, { params: { base_camp_id: 'base' } }],
    [ROUTES.sendPlayerMessage, {}],
    [PALATINE_ROUTES.restoreBase, { params: { file: 'base.json.gz' } }],
    [PALATINE_ROUTES.restoreBase, { params: { file: restored } }],
    [PALATINE_ROUTES.restoreBase, { params: { file: damaged } }],
  ];
  const refusals: Examples['refusals'] = {};
  for (const [route, call, authorization] of calls) {
    const { body } = await send(service, route, call, authorization);
    const envelope = body as unknown as ErrorEnvelope; // every one of these calls is refused
    refusals[envelope.Error.Code] = envelope;
  }
  const failure = await send(service, ROUTES.legacyGive, {
    body: { UserID: 'steam_1', EXP: 0, Items: [{ ItemID: 'Nothing', Count: 1 }] },
  });
  return { refusals, legacyFailure: failure.body as JsonObject }; // the form of that route
}

interface Shape {
  /** A list for a tuple, which is kept whole. */
  items?: Shape | Shape[];
  properties?: Record<string, Shape>;
  patternProperties?: Record<string, Shape>;
  /** Which of them a value has is not looked for: it is kept whole. */
  anyOf?: Shape[];
}

/** A reply with its lists and maps cut short; it still fits the shape. */
function abridge(answer: Json, shape: object): Json {
  const { items = {}, properties = {}, patternProperties } = shape as Shape;
  if (Array.isArray(answer) && Array.isArray(items)) return answer;
  if (Array.isArray(answer)) return answer.slice(0, SHOWN).map((entry) => abridge(entry, items as Shape));
  if (typeof answer !== 'object' || answer === null || 'anyOf' in shape) return answer;
  const [inMap = {}] = Object.values(patternProperties ?? {});
  const fields = Object.entries(answer).filter(([key]) => key in properties);
  const entries = Object.entries(answer).filter(([key]) => !(key in properties));
  const output: JsonObject = {};
  for (const [key, value] of fields) output[key] = abridge(value, properties[key] ?? {});
  for (const [key, value] of entries.slice(0, SHOWN)) output[key] = abridge(value, inMap);
  return output;
}
