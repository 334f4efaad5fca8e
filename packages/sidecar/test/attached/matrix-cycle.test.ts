import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { Maintenance, MaintenanceStep } from '@palatine/contract';
import { checkSave, openSave } from '@palatine/save';
import { becomes, type MatrixService, PLAYERS, startMatrixService } from './matrix-service.ts';

// Section 16, point 12 of the notes on the running server: faults while a maintenance edits the save. Whatever
// happens, the server is finally up, and every order is in the game once. Killing Palatine itself between the
// steps is tested in packages/sidecar/test/maintenance and in the soak, which can kill a process.

const ITEM = 'PalSphere';
const PLAYER = PLAYERS[0]?.playerId ?? '';
const UID = PLAYER.replace(/(.{8})(.{8})(.{8})(.{8})/, '$1-$2-$3-$4');
const MAX_MS = 120_000;

let matrix: MatrixService;
let ordered = 0;
before(async () => {
  matrix = await startMatrixService({
    stepMs: 10,
    config: { playerResolution: 'Known' },
    server: { Control: { StopTimeoutSeconds: 10, StartTimeoutSeconds: 20 } },
  });
});
after(() => matrix[Symbol.asyncDispose]());
beforeEach(async () => {
  await matrix.showsState('Online');
  const params = { player_identifier: UID };
  await matrix.service.api.giveItems({ params, body: { Items: [{ ItemID: ITEM, Count: 1 }] } });
  ordered += 1;
});

/** Number in the memory of the game. */
async function held(): Promise<number> {
  return (await matrix.gameServer.control('audit')).players[PLAYER]?.items[ITEM] ?? 0;
}

async function begin(): Promise<void> {
  await matrix.service.api.startMaintenance({ body: { Action: 'Deliver', CountdownSeconds: 0 } });
}

async function reaches(step: MaintenanceStep): Promise<void> {
  await becomes(async () => (await matrix.server()).Maintenance.Running?.Step, step, MAX_MS);
}

async function ends(): Promise<Maintenance | undefined> {
  await becomes(async () => (await matrix.server()).Maintenance.Running, undefined, MAX_MS);
  return (await matrix.server()).Maintenance.Last;
}

/** The server is up, nothing was lost or doubled so far, and an undisturbed maintenance delivers the rest. */
async function isFinallySound(): Promise<void> {
  await matrix.showsState('Online');
  const { Pending, Delivering } = (await matrix.server()).Deliveries;
  assert.equal(Delivering, 0);
  assert.equal(await held(), ordered - Pending);
  if (Pending > 0) {
    await begin();
    const ended = await ends();
    assert.equal(ended?.Outcome, 'Done', ended?.Message);
  }
  assert.equal((await matrix.server()).Deliveries.Pending, 0);
  assert.equal(await held(), ordered);
  assert.deepEqual(checkSave((await openSave(matrix.gameServer.saveFolder)).files), []);
}

test('16.12: a server that comes back by itself during the edit costs and doubles nothing', async () => {
  await begin();
  await reaches('Editing');
  await matrix.gameServer.control('start');
  await ends();
  await isFinallySound();
});

test('16.12: a server that does not come up with the edited save gets the former one, and is up', async () => {
  const { control } = matrix.gameServer;
  await begin();
  await reaches('Editing');
  await control('failBoots', { times: 2 });
  const ended = await ends();
  await control('failBoots', { times: 0 });
  if (ended?.Outcome === 'Failed') await control('start');
  await isFinallySound();
});
