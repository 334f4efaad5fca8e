import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PlayersReply } from '@palatine/contract';
import type { FromWorker } from '@palatine/server/game/protocol.ts';
import { inProcess } from '../harness/in-process.ts';
import { startService, type TestService } from '../harness/start-service.ts';
import { TestClock } from '../harness/test-clock.ts';
import { until } from '../harness/until.ts';

/** By then somebody has set out. */
const SET_OUT_MS = 10_000;
const STEP_MS = 100;

/** A service whose players walk when the clock is advanced. */
async function aMovingService(): Promise<TestService & { clock: TestClock; queries(): number }> {
  const clock = new TestClock();
  const start = inProcess(clock);
  let queries = 0;
  const service = await startService({
    clock,
    simulate: 'Moving',
    startLoop(data, port, onEnd) {
      const post = port.postMessage.bind(port);
      port.postMessage = (message: FromWorker, transfer: ArrayBuffer[]) => {
        if (message.type === 'results')
          queries += message.results.filter(({ kind }) => kind === 'query').length;
        post(message, transfer);
      };
      return start(data, port, onEnd);
    },
  });
  clock.advance(SET_OUT_MS);
  /** `queries`: how many the game loop has answered. */
  return { ...service, clock, queries: () => queries };
}

/** The game loop has taken all that was posted to it: it takes messages in their order. */
async function hasTaken(service: TestService): Promise<void> {
  assert.equal((await service.fetch('/readyz')).status, 200);
}

const placesOf = ({ Players }: PlayersReply) =>
  JSON.stringify(Players.map(({ WorldLocation }) => WorldLocation));

test('who reads the list of players again and again is answered from memory, wherever they walk', async () => {
  await using service = await aMovingService();
  const { api, clock } = service;
  let before = placesOf(await api.getPlayers());
  assert.equal(service.queries(), 1);
  for (let step = 0; step < 20; step++) {
    await hasTaken(service);
    clock.advance(STEP_MS);
    await until('the list shows the step', async () => placesOf(await api.getPlayers()) !== before);
    before = placesOf(await api.getPlayers());
  }
  assert.equal(service.queries(), 1);
});

test('a list that was not read for a step is asked for again, and shows everybody where they are', async () => {
  await using service = await aMovingService();
  const { api, clock } = service;
  await api.getPlayers();
  await hasTaken(service);
  clock.advance(STEP_MS); // the list comes with it, and nobody reads that
  clock.advance(STEP_MS);
  const { Players } = await api.getPlayers();
  assert.equal(service.queries(), 2);
  for (const { UserId, WorldLocation } of Players.slice(0, 5)) {
    const { Player } = await api.getPlayer({ params: { player_identifier: UserId } });
    assert.deepEqual(Player.WorldLocation, WorldLocation);
  }
});

test('a write counts at once while players walk', async () => {
  await using service = await aMovingService();
  const { api, clock } = service;
  for (let round = 0; round < 5; round++) {
    const { Players } = await api.getPlayers();
    const online = Players.find(({ Status }) => Status === 'Online') ?? assert.fail('nobody is online');
    await hasTaken(service);
    clock.advance(STEP_MS);
    await api.kickPlayer({ params: { player_identifier: online.UserId } });
    const after = (await api.getPlayers()).Players.find(({ UserId }) => UserId === online.UserId);
    assert.equal(after?.Status, 'Offline');
  }
});
