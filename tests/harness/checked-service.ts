import assert from 'node:assert/strict';
import {
  type controlSimulation,
  ERRORS,
  type ErrorCode,
  errorsOf,
  fillPath,
  LegacyGiveAnswer,
  OWN_ROUTES,
  type Problem,
  ROUTES,
  type RouteBody,
  type RouteName,
  type RouteReply,
  type RouteShape,
} from '@palatine/contract';
import { Compile } from 'typebox/compile';
import { startService, type TestOptions, type TestService } from './start-service.ts';

/** What is sent to a route. */
export interface Call {
  params?: Record<string, string>;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as it stands. */
  raw?: string;
  headers?: Record<string, string>;
  /** '' sends none. */
  authorization?: string;
}

export interface CallResult {
  status: number;
  /** LEGACY: the failure form of the legacy give route. */
  code: ErrorCode | 'OK' | 'LEGACY';
  answer: unknown;
  problems: Problem[];
  headers: Headers;
}

/** Something that happened, as the service remembers it. */
export interface EmittedEvent {
  id: number;
  type: string;
  data: Record<string, unknown>;
}

/** A service every answer of which is held to the contract, and every refusal to having changed nothing. */
export interface CheckedService extends TestService {
  call(name: RouteName, ask?: Call): Promise<CallResult>;
  /** Asks for what has to work. */
  succeeds<Name extends RouteName>(name: Name, ask?: Call): Promise<RouteReply<(typeof ROUTES)[Name]>>;
  /** Asks for what has to be refused, about the place in the body when there is one, and to change nothing. */
  isRefused(name: RouteName, ask: Call, code: CallResult['code'], at?: string): Promise<CallResult>;
  control(body: RouteBody<typeof controlSimulation>): Promise<void>;
  /** What has happened since the last look, or since the start. */
  events(): Promise<EmittedEvent[]>;
}

export async function startChecked(options: TestOptions = {}): Promise<CheckedService> {
  const service = await startService({ faults: true, ...options });
  /** As everything was before the refusals since the last deed; undefined when there were none. */
  let state: State | undefined;
  let lastEvent = 0;

  /** Looks at everything, before anything is done again. */
  async function settle(): Promise<void> {
    const before = state;
    state = undefined;
    if (before !== undefined) assertUnchanged(before, await readState(service, before));
  }

  async function call(name: RouteName, request: Call = {}): Promise<CallResult> {
    if (ROUTES[name].method === 'POST') await settle();
    return send(service, ROUTES[name], request);
  }

  return {
    ...service,
    call,
    async succeeds(name, ask) {
      const { status, answer } = await call(name, ask);
      assert.equal(status, 200, `${name}: ${JSON.stringify(answer).slice(0, 500)}`);
      return answer as never; // its shape has just been checked against the route
    },
    async isRefused(name, ask, code, at) {
      state ??= await readState(service);
      const said = await send(service, ROUTES[name], ask);
      assert.equal(said.code, code, `${name}: ${JSON.stringify(said.answer).slice(0, 500)}`);
      if (at !== undefined) {
        const paths = said.problems.map(({ Path }) => Path);
        assert.ok(paths.includes(at), `a problem at ${at}, not at ${paths.join(', ') || 'no place'}`);
      }
      assertUnchanged(state, await readPaths(service, COMMON_PATHS, state));
      return said;
    },
    async control(body) {
      await settle();
      const { status, answer } = await send(service, OWN_ROUTES.controlSimulation, { body });
      assert.equal(status, 200, JSON.stringify(answer));
    },
    async events() {
      const events = await eventsSince(service, lastEvent);
      lastEvent = events.at(-1)?.id ?? lastEvent;
      return events;
    },
    async [Symbol.asyncDispose]() {
      try {
        await settle();
      } finally {
        await service[Symbol.asyncDispose]();
      }
    },
  };
}

async function send(service: TestService, route: RouteShape, ask: Call): Promise<CallResult> {
  const { params = {}, body, raw, headers, authorization } = ask;
  const sent = raw ?? (body === undefined ? undefined : JSON.stringify(body));
  const response = await service.fetch(fillPath(route, params), {
    method: route.method,
    ...(sent === undefined ? {} : { body: sent }),
    ...(headers === undefined ? {} : { headers }),
    ...(authorization === undefined ? {} : { authorization }),
  });
  assert.equal(response.headers.get('content-type'), 'application/json; charset=utf-8');
  const answer: unknown = await response.json();
  const code = response.status === 200 ? okCode(route, answer) : refusalCode(route, response.status, answer);
  return { status: response.status, code, answer, problems: problemsOf(answer), headers: response.headers };
}

const compiled = new Map<RouteShape, { Errors(value: unknown): Iterable<unknown> }>();

function okCode(route: RouteShape, answer: unknown): 'OK' {
  const check = compiled.get(route) ?? Compile(route.reply);
  compiled.set(route, check);
  assert.deepEqual([...check.Errors(answer)].slice(0, 3), [], `${route.path} answers in its shape`);
  if (route === ROUTES.legacyGive) assert.deepEqual(answer, { Errors: 0, Error: {} });
  return 'OK';
}

const legacyAnswer = Compile(LegacyGiveAnswer);

/** That it is one of the codes the route lists, with its one status, in exactly the envelope. */
function refusalCode(route: RouteShape, status: number, answer: unknown): ErrorCode | 'LEGACY' {
  if (route === ROUTES.legacyGive && legacyAnswer.Check(answer)) {
    const messages = Object.values(answer.Error).flat();
    assert.equal(status, 400);
    assert.ok(messages.length > 0 && messages.every((message) => message !== ''));
    assert.equal(answer.Errors, messages.length);
    return 'LEGACY';
  }
  const { Error: error, ...beside } = answer as { Error: Record<string, unknown> };
  assert.deepEqual(beside, {}, 'nothing beside Error');
  assert.deepEqual(Object.keys(error), ['Code', 'Message', 'Details']);
  const code = error.Code as ErrorCode;
  assert.ok(Object.hasOwn(ERRORS, code), `${code} is in the catalogue`);
  assert.equal(status, ERRORS[code].status, code);
  assert.ok(errorsOf(route).includes(code) || ofIdempotency(code), `${route.path} lists ${code}`);
  assert.ok(typeof error.Message === 'string' && error.Message !== '');
  for (const problem of problemsOf(answer)) {
    assert.deepEqual(Object.keys(problem), ['Path', 'Message']);
    assert.ok(problem.Path === '' || problem.Path.startsWith('/'), problem.Path);
    assert.notEqual(problem.Message, '');
  }
  return code;
}

/** Of the Idempotency-Key, which every write takes; no route lists it yet. */
function ofIdempotency(code: ErrorCode): boolean {
  return code === 'IDEMPOTENCY_KEY_REUSED';
}

function problemsOf(answer: unknown): Problem[] {
  const { Error: error } = answer as { Error?: { Details?: { Problems?: Problem[] } } };
  return error?.Details?.Problems ?? [];
}

/** What the read routes say, by path, and the number of the last event: every deed has one. */
type State = Map<string, { etag: string; text: string }>;

/** Looked at after every refusal; all the rest once, before the next deed. */
const COMMON_PATHS = [ROUTES.getPlayers, ROUTES.getGuilds, ROUTES.getBanlist].map((route) => fillPath(route));

async function readState(service: TestService, before?: State): Promise<State> {
  const { answer: players } = await send(service, ROUTES.getPlayers, {});
  const { Players } = players as RouteReply<typeof ROUTES.getPlayers>; // as its shape, which has been checked
  const guilds = Object.keys((await send(service, ROUTES.getGuilds, {})).answer as object);
  const each = (name: RouteName, param: string, ids: string[]) =>
    ids.map((id) => fillPath(ROUTES[name], { [param]: id }));
  const uids = Players.map(({ PlayerUID }) => PlayerUID);
  const paths = [
    ...COMMON_PATHS,
    ...each('getGuild', 'guild_id', guilds),
    ...(['getItems', 'getPals', 'getTechnologies', 'getProgression'] as const).flatMap((name) =>
      each(name, 'player_identifier', uids),
    ),
  ];
  const state = await readPaths(service, paths, before);
  if (before !== undefined) assert.deepEqual([...state.keys()], [...before.keys()]);
  return state;
}

/** With the state before at hand, what has not changed is not sent again. */
async function readPaths(service: TestService, paths: readonly string[], before?: State): Promise<State> {
  const lastEvent = { etag: '', text: String((await eventsSince(service, 0)).at(-1)?.id ?? 0) };
  const answers = paths.map(async (path) => {
    const known = before?.get(path);
    const headers = known?.etag ? { 'if-none-match': known.etag } : {};
    const response = await service.fetch(path, { headers });
    const text = await response.text();
    const answer = { etag: response.headers.get('etag') ?? '', text };
    return [path, response.status === 304 && known ? known : answer] as const;
  });
  return new Map([...(await Promise.all(answers)), ['events', lastEvent]]);
}

async function eventsSince(service: TestService, since: number): Promise<EmittedEvent[]> {
  const { events } = await service.game.eventsSince(String(since));
  return events as unknown as EmittedEvent[]; // of every kind alike
}

function assertUnchanged(before: State, after: State): void {
  for (const [path, { text: now }] of after) {
    const text = before.get(path)?.text ?? '';
    if (now !== text)
      assert.deepEqual(JSON.parse(now), JSON.parse(text), `a refusal changes nothing of ${path}`);
  }
}
