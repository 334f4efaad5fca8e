import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CATALOGUE_LANGUAGES, type Session } from '@palatine/contract';
import { sharedService, startService } from '@palatine/testing/start-service';

const PATH = '/v1/palatine/session';

const service = await sharedService({ faults: true });

async function sessionOf(secret: string): Promise<Session> {
  return service.json<Session>(PATH, { authorization: `Bearer ${secret}` });
}

test('a token is told its name and its permissions, whichever they are', async () => {
  for (const permissions of [['REST.Items.Read', 'Palatine.*'], [''], ['Nothing.That.Exists']]) {
    const secret = service.addToken(permissions);
    const { Token } = await sessionOf(secret);
    assert.deepEqual(Token, { Name: secret, Permissions: permissions, AnswerForm: 'Flat' });
  }
  const wrapped = await sessionOf(service.addToken('*', { AnswerForm: 'Wrapped' }));
  assert.equal(wrapped.Token.AnswerForm, 'Wrapped');
});

test('the service and the demo world say what they are', async () => {
  const { Service, World, Limits, Languages } = await service.api.getSession();
  const expected = [false, true, 'Online', 'Demo'];
  assert.deepEqual([Service.Simulated, Service.Faults, Service.PlayerResolution, World.Kind], expected);
  assert.ok(Date.parse(Service.StartedAt) >= Date.parse(World.ImportedAt));
  assert.deepEqual(Object.keys(World), ['Name', 'Kind', 'ImportedAt']);
  assert.deepEqual(Limits, { MaxBodyBytes: 1_048_576, RequestsPerSecond: 0 });
  assert.deepEqual(Languages, [...CATALOGUE_LANGUAGES]);
});

test('what the settings say is in the answer', async () => {
  await using changed = await startService({
    config: { playerResolution: 'Known' },
    restConfig: { AnswerForm: 'Wrapped', Limits: { 'Requests-Per-Second': 50, 'Max-Body-Bytes': 2048 } },
  });
  const { Token, Service, Limits } = await changed.api.getSession();
  assert.deepEqual([Token.AnswerForm, Service.PlayerResolution, Service.Faults], ['Wrapped', 'Known', false]);
  assert.deepEqual(Limits, { MaxBodyBytes: 2048, RequestsPerSecond: 50 });
});
