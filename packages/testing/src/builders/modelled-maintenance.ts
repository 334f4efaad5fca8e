import assert from 'node:assert/strict';
import { join } from 'node:path';
import { openMaintenanceJournal } from '@palatine/sidecar/maintenance-journal';
import { MaintenanceRunner } from '@palatine/sidecar/maintenance-runner';
import { aGameContextWith } from '@palatine/world/testing';
import { accepted } from './delivery-builder.ts';
import { type ModelFaults, ModelledServer } from './modelled-server.ts';

// For tests: maintenances of a modelled game server.

/** A server with `count` pending deliveries. */
export function aServer(count = 2): { server: ModelledServer; ids: string[] } {
  const { game, zoe } = aGameContextWith();
  const server = new ModelledServer(game);
  const params = { player_identifier: zoe.uid };
  const body = { Items: [{ ItemID: 'Wood', Count: 1 }] };
  const ids = Array.from({ length: count }, () => {
    return accepted(server.game, 'giveItems', { params, body, target: zoe.uid }).id;
  });
  return { server, ids };
}

/** A new start of the service, which reads the journal again. */
export function aRunner(server: ModelledServer): MaintenanceRunner {
  return new MaintenanceRunner(server.tools(), openMaintenanceJournal(join(server.root, 'maintenance.json')));
}

/** Runs a maintenance to its end. @returns how it ended. */
export async function maintain(server: ModelledServer, faults: ModelFaults = {}) {
  server.faults = faults;
  const runner = aRunner(server);
  runner.start({ Action: 'Deliver', CountdownSeconds: 0 }, 'test');
  await runner.idle();
  server.faults = {};
  const last = runner.last();
  assert.ok(last);
  return last;
}

export const statesOf = (server: ModelledServer) =>
  [...server.game.world.deliveries.values()].map(({ state }) => state);

/** Nothing is lost or doubled, and the server is up. */
export function assertWhole(server: ModelledServer, ids: readonly string[]): void {
  assert.equal(server.isUp, true, 'the server is up');
  const once = ids.filter((id) => server.game.world.deliveries.get(id)?.state === 'Delivered');
  assert.deepEqual(server.memory.toSorted(), once.toSorted(), 'the game holds each delivered one once');
  assert.equal(server.game.world.deliveryBatches.size, 0, 'no batch is open');
}
