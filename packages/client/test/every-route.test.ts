import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { ALL_ROUTES, type RouteShape } from '@palatine/contract';
import { CALL_ORDER, type SampleName, sampleCalls } from '@palatine/testing/sample-calls';
import { startService } from '@palatine/testing/start-service';
import { Compile } from 'typebox/compile';
import { type ClientMethodName, createClient } from '../src/index.ts';

const STRANGER = 'steam_76561190000000042';

const service = await startService({ faults: true });
const calls = await sampleCalls(service);
after(() => service[Symbol.asyncDispose]());

type AnyMethod = (options: object) => Promise<unknown>;
type MethodName = SampleName & ClientMethodName;
const isMethod = (name: SampleName): name is MethodName => !('stream' in ALL_ROUTES[name]);
const METHOD_NAMES = CALL_ORDER.filter(isMethod);

for (const name of METHOD_NAMES) {
  test(`${name} answers in the shape the client promises`, async () => {
    const ownCalls = calls.filter((call) => call.name === name);
    assert.ok(ownCalls.length > 0);
    for (const { route, params, query, body, ifMatch } of ownCalls) {
      const reply = await (service.api[name] as AnyMethod)({ params, query, body, ifMatch });
      assert.deepEqual([...Compile(route.reply).Errors(reply)].slice(0, 3), []);
    }
  });
}

test('the client has a method for every route that answers in JSON', () => {
  const inJson = Object.entries<RouteShape>(ALL_ROUTES).flatMap(([name, { stream }]) =>
    stream === true ? [] : [name],
  );
  const { call: _call, events: _events, positions: _positions, ...methods } = service.api;
  assert.deepEqual(Object.keys(methods).sort(), inJson.sort());
});

function paramsOf(name: ClientMethodName): Record<string, string> {
  return calls.find((call) => call.name === name)?.params ?? {};
}

test('a token with wrapped replies gets the same through the client', async () => {
  const token = service.addToken('*', { AnswerForm: 'Wrapped' });
  const wrapped = createClient({ url: service.url, token });
  assert.deepEqual(await wrapped.getVersion(), await service.api.getVersion());
  assert.deepEqual(await wrapped.getGuilds(), await service.api.getGuilds());
  const params = paramsOf('getGuild') as { guild_id: string }; // the parameters of that route
  for (let times = 0; times < 2; times++) {
    assert.deepEqual(await wrapped.getGuild({ params }), await service.api.getGuild({ params }));
  }
});

test('a refusal rejects with its code, its status and its problems', async () => {
  const params = paramsOf('giveItems') as { player_identifier: string }; // the parameters of that route
  const refused = service.api.giveItems({ params, body: { Items: [] } });
  await assert.rejects(refused, { name: 'PalatineError', code: 'VALIDATION_FAILED', status: 400 });
  await assert.rejects(createClient({ url: service.url, token: 'wrong' }).getVersion(), {
    code: 'INVALID_TOKEN',
    status: 401,
  });
  await assert.rejects(service.api.legacyGive({ body: { UserID: STRANGER, EXP: 1 } }), (error: object) => {
    const { code, answer } = error as { code: string; answer: { Errors: number } };
    assert.deepEqual([code, answer.Errors], ['VALIDATION_FAILED', 1]);
    return true;
  });
});
