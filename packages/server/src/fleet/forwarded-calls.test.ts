import assert from 'node:assert/strict';
import test from 'node:test';
import { capped, ForwardedCalls } from './forwarded-calls.ts';

const PANEL = { id: '1', name: 'Panel', permissions: ['REST.*'], answerForm: undefined };

test('the secret of a forwarded call counts until the call is closed', () => {
  const calls = new ForwardedCalls(['*']);
  const { authorization, close } = calls.open(PANEL, undefined);
  const secret = authorization.slice('Bearer '.length);
  assert.equal(calls.find(secret)?.name, 'fleet:Panel');
  close();
  assert.equal(calls.find(secret), undefined);
});

test('two calls of a token share one token, so that its requests are counted together', () => {
  const calls = new ForwardedCalls(['*']);
  const [one, other] = [calls.open(PANEL, undefined), calls.open(PANEL, undefined)].map(({ authorization }) =>
    calls.find(authorization.slice('Bearer '.length)),
  );
  assert.notEqual(one, undefined);
  assert.equal(one, other);
});

test('leave belongs to the call it came with', async () => {
  const calls = new ForwardedCalls(['*']);
  const asked = calls.open(PANEL, () => Promise.resolve(7));
  const free = calls.open(PANEL, undefined);
  assert.equal(await calls.leaveOf(asked.authorization)?.(), 7);
  assert.equal(calls.leaveOf(free.authorization), undefined);
  assert.equal(calls.leaveOf('Bearer of-another'), undefined);
});

for (const [permissions, allow, left] of [
  [['*'], ['*'], ['*']],
  [['*'], ['REST.*'], ['REST.*']],
  [['REST.Players.Read'], ['REST.*'], ['REST.Players.Read']],
  [['REST.*'], ['REST.Players.Read', 'Palatine.Audit.Read'], ['REST.Players.Read']],
  [['REST.Players.*'], ['REST.Punishments.*'], []],
  [['REST.*'], [], []],
] as const) {
  test(`a token with ${permissions.join()} may do ${left.join() || 'nothing'} where the owner allows ${allow.join() || 'nothing'}`, () => {
    assert.deepEqual(capped(permissions, allow), [...left]);
  });
}
