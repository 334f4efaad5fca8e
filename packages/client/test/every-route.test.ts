import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ALL_ROUTES, type RouteShape } from '@palatine/contract';
import { CALL_ORDER, type SampleName, sampleCalls } from '@palatine/testing/sample-calls';
import { sharedService } from '@palatine/testing/start-service';
import { Compile } from 'typebox/compile';
import { type ClientMethodName, createClient } from '../src/index.ts';

const service = await sharedService({ faults: true });
const calls = await sampleCalls(service);

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

test('a token with wrapped replies gets the same through the client', async () => {
  const token = service.addToken('*', { AnswerForm: 'Wrapped' });
  const wrapped = createClient({ url: service.url, token });
  assert.deepEqual(await wrapped.getVersion(), await service.api.getVersion());
  assert.deepEqual(await wrapped.getGuilds(), await service.api.getGuilds());
  const params = calls.find(({ name }) => name === 'getGuild')?.params as { guild_id: string }; // of that route
  for (let times = 0; times < 2; times++) {
    const [reply, flat] = await Promise.all(
      [wrapped, service.api].map(({ getGuild }) => getGuild({ params })),
    );
    assert.deepEqual(reply, flat);
  }
});
