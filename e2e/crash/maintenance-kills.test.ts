import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aRunner, aServer, assertWhole, maintain, statesOf } from '@palatine/testing/modeled-maintenance';
import type { ModeledServer } from '@palatine/testing/modeled-server';

// Every moment at which Palatine can die, on a model of the game server; rounds.test.ts has the real thing.

/** Runs a maintenance and kills it at its nth call to the outside. @returns the call, undefined when there were fewer. */
async function killedAt(server: ModeledServer, nth: number): Promise<string | undefined> {
  let calls = 0;
  let dead = '';
  const died = new Promise<string>((resolve) => {
    server.faults = {
      at(call, when) {
        if (dead !== '') return new Promise(() => {});
        calls += 1;
        if (calls < nth) return;
        dead = `${call} ${when}`;
        resolve(dead);
        return new Promise(() => {}); // nothing after this happens any more
      },
    };
  });
  const runner = aRunner(server);
  runner.start({ Action: 'Deliver', CountdownSeconds: 0 }, 'test');
  const end = await Promise.race([died, runner.idle().then(() => undefined)]);
  server.faults = {};
  return end;
}

/** Kills a maintenance at each of its calls. After what follows, each delivery must be in the game once. */
async function eachKilled(follow: (server: ModeledServer, nth: number) => Promise<void>): Promise<void> {
  for (let nth = 1; ; nth++) {
    using server = aServer();
    const at = await killedAt(server, nth);
    if (at === undefined) return assert.ok(nth > 30, `${nth} calls`);
    await follow(server, nth);
    assert.deepEqual(statesOf(server), ['Delivered', 'Delivered'], `killed at ${nth}: ${at}`);
    assertWhole(server);
  }
}

async function resume(server: ModeledServer): Promise<void> {
  const runner = aRunner(server);
  await runner.resume();
  await runner.idle();
}

test('a kill before and after every call ends with the server up, and each delivery in the game once', () =>
  eachKilled(resume));

test('the same with a server that an administrator started before Palatine is back', () =>
  eachKilled(async (server, nth) => {
    server.start();
    if (nth % 2 === 0) server.save();
    await resume(server);
    await aRunner(server).settle();
    if (statesOf(server).includes('Pending')) await maintain(server);
  }));
