import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { parseGuid } from '@palatine/contract';
import { testFolder } from '@palatine/platform/testing';
import { checkSave } from '@palatine/save/check-save';
import { openSave } from '@palatine/save/read-save-folder';
import { generatePlayers } from '@palatine/stand-in/generated-players';
import { openGameServer, type RunningGameServer } from '@palatine/stand-in/open-game-server';
import { aContainerOf } from '@palatine/testing/game-container';
import {
  type Maintained,
  type MaintainedOptions,
  makeMirrorWorld,
  startMaintained,
} from '@palatine/testing/maintained';
import { forgetHalfDone, inspectBatches } from '../../src/maintenance/batch-evidence.ts';
import type { CycleTools } from '../../src/maintenance/cycle-run.ts';
import { deliverIntoSave } from '../../src/maintenance/deliver-into-save.ts';
import { pruneEditBackups, revertBatch } from '../../src/maintenance/revert-batch.ts';
import type { RunSaveJob, SaveJobName, SaveJobs } from '../../src/maintenance/save-jobs.ts';
import { failed } from '../../src/rest/outcome.ts';

const [ZOE] = generatePlayers();
assert.ok(ZOE);
const { playerId, userId } = ZOE;
const UID = parseGuid(playerId) as string;

/** Works on the save folder in this thread. Threads, which load all code again, are tested in packages/sidecar/test/attached and e2e/crash. */
const saveJobs: RunSaveJob = async (name, input, begin = () => assert.fail('this job delivers nothing')) => {
  const jobs: { [Name in SaveJobName]: (input: SaveJobs[Name][0]) => unknown } = {
    deliver: (job) => deliverIntoSave(job, { begin, now: Date.now }),
    inspect: (job) => inspectBatches(job, { now: Date.now }),
    forgetHalfDone: ({ folder }) => forgetHalfDone(folder),
    prune: pruneEditBackups,
    revert: revertBatch,
  };
  return (await jobs[name](input)) as never; // each job has the output of its name
};

/** A stand-in in a container, and its maintenance. */
async function aPair({ control, ...options }: MaintainedOptions = {}) {
  await using undo = new AsyncDisposableStack();
  const server = undo.use(await openGameServer());
  const container = undo.use(await aContainerOf(server));
  const data = testFolder();
  await makeMirrorWorld(data, server.saveFolder);
  const tools = (all: CycleTools) => ({ saveJobs, ...options.tools?.({ ...all, saveJobs }) });
  const maintained = { ...options, tools, control: { ...container.control, ...control } };
  const palatine = undo.use(await startMaintained({ ...server, data }, maintained));
  const spheres = async () => (await server.control('audit')).players[playerId]?.items.PalSphere ?? 0;
  const had = await spheres();
  const all = undo.move();
  return { server, palatine, had, spheres, [Symbol.asyncDispose]: () => all.disposeAsync() };
}

const params = { player_identifier: UID };
const give = (palatine: Maintained, Count = 7) =>
  palatine.deliver('giveItems', { params, body: { Items: [{ ItemID: 'PalSphere', Count }] } });

async function deliveries({ game }: Maintained) {
  const filters = { state: undefined, player: undefined, limit: 100, cursor: undefined };
  return (await game.reads.deliveries(filters)).Deliveries;
}

const statesOf = async (palatine: Maintained) => (await deliveries(palatine)).map(({ State }) => State);

async function assertServing({ control }: RunningGameServer): Promise<void> {
  assert.equal((await control('supervision')).serving, true, 'the server is up');
}

/** Fills all slots with stacks. */
async function fillInventory({ control }: RunningGameServer): Promise<void> {
  for (;;) {
    try {
      await control('gainItem', { userId, itemId: 'Stone', count: 9_999 });
    } catch (error) {
      if (/full/.test((error as Error).message)) return;
      if (!/not in the game|loading|no player/i.test((error as Error).message)) throw error;
    }
  }
}

// They wait for servers most of the time.
void suite('a maintenance beside a server', { concurrency: 4 }, () => {
  test('a delivery without room in a full inventory stays pending with its reason, and the rest is delivered', async () => {
    await using pair = await aPair();
    const { server, palatine } = pair;
    await give(palatine);
    await palatine.deliver('giveProgression', { params, body: { TechnologyPoints: 3 } });
    await server.control('variants', { loadingMs: 0 });
    await server.control('join', { userId });
    await fillInventory(server);

    const ended = await palatine.maintain();

    assert.equal(ended.Delivered, 1, ended.Message);
    const [points, items] = await deliveries(palatine);
    assert.deepEqual([points?.State, items?.State, items?.Attempts], ['Delivered', 'Pending', 1]);
    assert.match(items?.Reason ?? '', /PalSphere/);
  });

  test('a server that does not stop in time keeps running, and nothing is written', async () => {
    await using pair = await aPair({
      control: { Kind: 'Commands', Stop: [process.execPath, '-e', ''], StopTimeoutSeconds: 5 },
      tools: ({ link }) => ({ link: { ...link, shutdown: async () => failed('unknown', 'no answer') } }),
    });
    const { boots } = await pair.server.control('supervision');
    await give(pair.palatine);
    const ended = await pair.palatine.maintain();
    assert.equal(ended.Outcome, 'Failed');
    await assertServing(pair.server);
    assert.equal((await pair.server.control('supervision')).boots, boots, 'it was never down');
    assert.deepEqual(await statesOf(pair.palatine), ['Pending']);
    assert.equal(await pair.spheres(), pair.had);
  });

  const moments = ['before the save is read', 'before a file is replaced', 'after the files are installed'];
  for (const when of moments) {
    test(`a server that comes back by itself ${when} loses and doubles nothing`, async () => {
      let comesBack: (() => Promise<unknown>) | undefined;
      const back = async (at: string) => {
        if (at !== when || comesBack === undefined) return;
        const start = comesBack;
        comesBack = undefined;
        await start();
      };
      await using pair = await aPair({
        tools: ({ backup, saveJobs, writes }) => ({
          async backup() {
            const name = await backup();
            await back('before the save is read');
            return name;
          },
          writes: {
            ...writes,
            async deliveryStep(step) {
              const work = await writes.deliveryStep(step);
              if (step.step === 'begin') await back('before a file is replaced');
              return work;
            },
          },
          async saveJobs(name, input, begin) {
            const output = await saveJobs(name, input, begin);
            if (name === 'deliver') await back('after the files are installed');
            return output;
          },
        }),
      });
      comesBack = () => pair.server.control('start');
      await give(pair.palatine);
      const ended = await pair.palatine.maintain();
      assert.equal(comesBack, undefined, 'it came back');
      await assertServing(pair.server);
      const [state] = await statesOf(pair.palatine);
      assert.equal(state, when === 'after the files are installed' ? 'Delivered' : 'Pending', ended.Message);
      assert.equal(await pair.spheres(), pair.had + (state === 'Delivered' ? 7 : 0));
      assert.deepEqual(checkSave((await openSave(pair.server.saveFolder)).files), []);
      if (state === 'Pending') {
        assert.match(ended.Message, /came back by itself \(up since/);
        assert.equal((await pair.palatine.maintain()).Delivered, 1);
        assert.equal(await pair.spheres(), pair.had + 7);
      }
    });
  }

  test('a backup is restored, and later grants are no longer in the game', async () => {
    const names: string[] = [];
    await using pair = await aPair({
      tools: ({ backup }) => ({
        async backup() {
          const name = await backup();
          names.push(name);
          return name;
        },
      }),
    });
    await give(pair.palatine);
    assert.equal((await pair.palatine.maintain()).Delivered, 1);
    const ended = await pair.palatine.maintain('Restore', { Backup: names[0] ?? '' });
    assert.equal(ended.Outcome, 'Done', ended.Message);
    await assertServing(pair.server);
    assert.equal(await pair.spheres(), pair.had);
  });
});
