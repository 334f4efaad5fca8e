import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { systemClock } from '@palatine/platform/clock';
import { generatePlayers } from '@palatine/stand-in/generated-players';
import { openGameServer } from '@palatine/stand-in/open-game-server';
import type { RunningGameServer } from '@palatine/stand-in/start-game-server';
import {
  ANSWER_FAULTS,
  type AnswerFault,
  DEFAULT_VARIANTS,
  type Variants,
} from '@palatine/stand-in/variants';
import { type GameServerClient, gameServerClient } from '../../src/rest/game-server-client.ts';
import type { CallOutcome, FailureKind } from '../../src/rest/outcome.ts';

const QUIET: Partial<Variants> = { autosaveMs: 0, loadingMs: 0 };
const [ZOE] = generatePlayers();
assert.ok(ZOE);
let game: RunningGameServer;
let client: GameServerClient;

before(async () => {
  game = await openGameServer({ variants: QUIET });
  const { url, password } = game;
  const timeouts = { readMs: 1000, writeMs: 300 };
  client = gameServerClient({ url, password: () => password, clock: systemClock, timeouts });
});
after(async () => {
  client.close();
  await game[Symbol.asyncDispose]();
});
beforeEach(async () => {
  await game.control('clearAnswerFaults');
  await game.control('variants', { ...DEFAULT_VARIANTS, ...QUIET });
  await game.control('leaveAll');
});

function kindOf(outcome: CallOutcome<unknown>) {
  return outcome.ok ? 'done' : outcome.failure.kind;
}

const KINDS: Record<AnswerFault, FailureKind> = {
  truncated: 'bad-response',
  html: 'unreachable',
  htmlOk: 'bad-response',
  empty: 'bad-response',
  huge: 'bad-response',
  drip: 'timeout',
  hang: 'timeout',
  reset: 'unreachable',
  status500: 'bad-response',
  wrongShape: 'bad-response',
};

for (const fault of ANSWER_FAULTS) {
  test(`a response with the fault "${fault}" is a failure of its kind, and not a list of players`, async () => {
    await game.control('join', { userId: ZOE.userId });
    await game.control('answerFault', { fault });
    assert.equal(kindOf(await client.players()), KINDS[fault]);
    assert.equal(kindOf(await client.metrics()), KINDS[fault]);
    await game.control('clearAnswerFaults');
    const players = await client.players();
    assert.equal(players.ok && players.value.length, 1);
  });
}

test('reads survive a server that closes idle connections at any moment', async () => {
  await game.control('variants', { idleCloseMs: 20 });
  for (const idleMs of [0, 15, 18, 19, 20, 21, 22, 25, 40]) {
    assert.equal(kindOf(await client.info()), 'done');
    await wait(idleMs);
  }
});

test('a write whose response is lost is unknown, and was sent once', async () => {
  await game.control('forgetRequests');
  for (const fault of ['reset', 'hang'] as const) {
    await game.control('answerFault', { fault, times: 1 });
    assert.equal(kindOf(await client.announce(fault)), 'unknown');
  }
  const requests = await game.control('requests');
  const bodies = requests.map(({ body }) => body);
  assert.deepEqual(bodies, [{ message: 'reset' }, { message: 'hang' }]);
});
