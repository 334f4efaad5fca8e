import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { CycleTools } from '@palatine/sidecar/cycle-run';
import { openMaintenanceJournal } from '@palatine/sidecar/maintenance-journal';
import { MaintenanceRunner } from '@palatine/sidecar/maintenance-runner';
import { aGameContextWith } from '@palatine/world/testing/grants';
import { accepted } from './delivery-builder.ts';
import { ModeledServer, type ModelFaults } from './modeled-server.ts';

// For tests: maintenances of a modeled game server.

export function aServer(count = 2): ModeledServer {
  const { game, zoe } = aGameContextWith();
  const server = new ModeledServer(game);
  const params = { player_identifier: zoe.uid };
  const body = { Items: [{ ItemID: 'Wood', Count: 1 }] };
  for (let n = 0; n < count; n++) accepted(game, 'giveItems', { params, body, target: zoe.uid });
  return server;
}

/** A new start of the service, which reads the journal again. */
export function aRunner(server: ModeledServer, tools: Partial<CycleTools> = {}): MaintenanceRunner {
  const journal = openMaintenanceJournal(join(server.root, 'maintenance.json'));
  return new MaintenanceRunner({ ...server.tools(), ...tools }, journal);
}

export async function maintain(server: ModeledServer, faults: ModelFaults = {}) {
  server.faults = faults;
  const runner = aRunner(server);
  runner.start({ Action: 'Deliver', CountdownSeconds: 0 }, 'test');
  await runner.idle();
  server.faults = {};
  const last = runner.last();
  assert.ok(last);
  return last;
}

export const statesOf = (server: ModeledServer) =>
  [...server.game.world.deliveries.values()].map(({ state }) => state);

/** Nothing is lost or doubled, and the server is up. */
export function assertWhole(server: ModeledServer): void {
  assert.equal(server.isUp, true, 'the server is up');
  const delivered = [...server.game.world.deliveries.values()].filter(({ state }) => state === 'Delivered');
  const once = delivered.map(({ id }) => id);
  assert.deepEqual(server.memory.toSorted(), once.toSorted(), 'the game holds each delivered one once');
  assert.equal(server.game.world.deliveryBatches.size, 0, 'no batch is open');
}
