import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { NatsConnection } from '@nats-io/transport-node';
import { testFolder } from '@palatine/platform/testing';
import { anEvent, aWorldKey } from '@palatine/testing/fleet-messages';
import { FLEET_CLOCK, PublishingWorld, streamBroker } from '@palatine/testing/fleet-streams';
import { type NatsAddress, natsClient } from '@palatine/testing/nats-server';
import { until } from '@palatine/testing/until';
import { between, seededRandom } from '@palatine/world/random';
import { Projection, type ProjectionOptions } from '../src/projection/projection.ts';
import { Program } from './chaos/program.ts';

// Projections over a real nats-server, and the rounds in which they are stopped and killed.

export const newFile = () => join(testFolder(), 'fleet.db');

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

/**
 * Reads again and again while worlds publish, and once more until the end: every row is there. `readSome` reads this many
 * rows at least, of all there are, and is interrupted. @returns how many it has read
 */
async function assertLosesNothing(
  { rounds, seed, rows }: { rounds: number; seed: number; rows: number },
  readSome: (file: string, nats: NatsAddress, count: number) => Promise<number>,
): Promise<void> {
  await using broker = await streamBroker();
  const { nats, connection } = broker;
  const worlds = newWorlds(4);
  const file = newFile();
  const random = seededRandom(seed);
  let publishing = Promise.resolve();
  for (let round = 0, read = 0; round < rounds; round++) {
    publishing = publishing.then(() => happen(connection, worlds, round * rows + 1, (round + 1) * rows));
    read = await readSome(file, nats, read + between(random, 0, 4 * rows - 1));
  }
  await using last = await open(file, nats);
  await publishing;
  await assertWhole(last.projection, worlds);
}

/** Stops a projection while worlds publish, each time after another number of messages, and starts it again. */
export const assertStopsLoseNothing = (rounds: number, seed: number) =>
  assertLosesNothing({ rounds, seed, rows: 15 }, async (file, nats, count) => {
    await using opened = await open(file, nats);
    await until(`${count} rows are read`, () => countOf(opened.projection) >= count);
    return countOf(opened.projection);
  });

/** Kills the process of a projection while worlds publish, each time after another number of rows. */
export const assertKillsLoseNothing = (rounds: number, seed: number) =>
  assertLosesNothing({ rounds, seed, rows: 60 }, async (file, nats, count) => {
    const program = new Program('../projection-process.ts', [JSON.stringify(nats), file]);
    await program.start();
    await until(`${count} rows are read`, () => rowsIn(file) >= count);
    await program.signal('SIGKILL');
    return rowsIn(file);
  });

/** The events that a projection has on disk. */
function rowsIn(file: string): number {
  using database = new DatabaseSync(file, { readOnly: true });
  return (database.prepare('select count(*) as count from events').get() as { count: number }).count;
}
