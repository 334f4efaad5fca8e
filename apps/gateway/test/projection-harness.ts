import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { TestContext } from 'node:test';
import type { NatsConnection } from '@nats-io/transport-node';
import { anEvent, aWorldKey } from '@palatine/testing/fleet-messages';
import { FLEET_CLOCK, PublishingWorld, streamBroker } from '@palatine/testing/fleet-streams';
import { type NatsAddress, natsClient } from '@palatine/testing/nats-server';
import { until } from '@palatine/testing/until';
import { between, seededRandom } from '@palatine/world/testing';
import { Projection, type ProjectionOptions } from '../src/projection/projection.ts';

// Projections over a real nats-server, and the rounds in which they are stopped and killed.

export function newFile(context: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'palatine-projection-'));
  context.after(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'fleet.db');
}

/** Opens a projection with its own connection. */
export async function open(file: string, nats: NatsAddress, options: Partial<ProjectionOptions> = {}) {
  const connection = await natsClient(nats);
  const logged: string[] = [];
  const write = (_fields: object, message: string) => void logged.push(message);
  const log = { info: write, warn: write, error: write } as unknown as ProjectionOptions['log'];
  const projection = new Projection({ file, connection, log, clock: FLEET_CLOCK, ...options });
  await connection.flush(); // the broker knows what it subscribes to
  return {
    projection,
    logged,
    async [Symbol.asyncDispose]() {
      await projection.close();
      await connection.close();
    },
  };
}

/** All events in the order of their ids, as `inc id` of each world. */
function eventsOf(projection: Projection): Map<string, string[]> {
  const byWorld = new Map<string, string[]>();
  for (let after = 0; ; ) {
    const { rows, until: last } = projection.use((tables) => tables.eventsAfter(after, 500));
    for (const { world, incarnation, seq } of rows) {
      byWorld.set(world, [...(byWorld.get(world) ?? []), `${incarnation} ${seq}`]);
    }
    if (rows.length < 500) return byWorld;
    after = last;
  }
}

export const countOf = (projection: Projection) => [...eventsOf(projection).values()].flat().length;

/** Waits until a projection has every row of the worlds, and sees that each is there once and in order. */
export async function assertWhole(projection: Projection, worlds: readonly PublishingWorld[]): Promise<void> {
  const expected = worlds.flatMap(({ rows }) => rows).length;
  await until('every row arrives', () => countOf(projection) >= expected);
  const byWorld = eventsOf(projection);
  for (const { key, rows } of worlds) assert.deepEqual(byWorld.get(key), rows);
  assert.equal(countOf(projection), expected);
}

export const newWorlds = (count: number) =>
  Array.from({ length: count }, (_, index) => new PublishingWorld(aWorldKey(index + 1)));

/** Adds rows to the worlds and publishes them. */
export async function happen(
  connection: NatsConnection,
  worlds: readonly PublishingWorld[],
  from: number,
  to: number,
): Promise<void> {
  for (let id = from; id <= to; id++) for (const world of worlds) world.add(anEvent(id));
  for (const world of worlds) await world.publish(connection);
}

/** Stops a projection while worlds publish, each time after another number of messages, and starts it again. */
export async function assertStopsLoseNothing(
  context: TestContext,
  starts: number,
  seed: number,
): Promise<void> {
  await using broker = await streamBroker();
  const { nats, connection } = broker;
  const worlds = newWorlds(5);
  const file = newFile(context);
  const random = seededRandom(seed);
  let publishing = Promise.resolve();
  for (let start = 0, read = 0; start < starts; start++) {
    publishing = publishing.then(() => happen(connection, worlds, start * 12 + 1, start * 12 + 12));
    const expected = read + between(random, 0, 5 * 12 - 1);
    {
      await using opened = await open(file, nats);
      await until(`${expected} rows are read`, () => countOf(opened.projection) >= expected);
      read = countOf(opened.projection);
    }
  }
  await using last = await open(file, nats);
  await publishing;
  await assertWhole(last.projection, worlds);
}

/** Kills the process of a projection while worlds publish, each time after another number of rows. */
export async function assertKillsLoseNothing(
  context: TestContext,
  kills: number,
  seed: number,
): Promise<void> {
  await using broker = await streamBroker();
  const { nats, connection } = broker;
  const worlds = newWorlds(4);
  const file = newFile(context);
  const random = seededRandom(seed);
  let publishing = Promise.resolve();
  for (let start = 0, read = 0; start < kills; start++) {
    const child = spawn(
      process.execPath,
      [join(import.meta.dirname, 'projection-process.ts'), JSON.stringify(nats), file],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    const ended = once(child, 'exit');
    await once(child.stdout, 'data');
    publishing = publishing.then(() => happen(connection, worlds, start * 60 + 1, start * 60 + 60));
    const expected = read + between(random, 1, 4 * 60);
    await until(`${expected} rows are read`, () => rowsIn(file) >= expected);
    child.kill('SIGKILL');
    await ended;
    read = rowsIn(file);
  }
  await using last = await open(file, nats);
  await publishing;
  await assertWhole(last.projection, worlds);
}

/** The events that a projection has on disk. */
function rowsIn(file: string): number {
  using database = new DatabaseSync(file, { readOnly: true });
  return (database.prepare('select count(*) as count from events').get() as { count: number }).count;
}
