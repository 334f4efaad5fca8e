import { aWorldKey } from '@palatine/server/testing/fleet-messages.ts';
import pino from 'pino';
import { Deliveries } from './deliveries.ts';
import { machineMs } from './machine-clock.ts';
import { answerOrders } from './partner.ts';
import { startSimulatedWorld } from './simulated-world.ts';
import type { WorldsOrder } from './simulated-worlds.ts';

/** Some simulated worlds: node worlds-process.ts <broker> <number of the first> <count>. */

const [server = '', first, count] = process.argv.slice(2);
const worlds = Number(count);
const log = pino({ level: 'warn' }, pino.destination(2));
const deliveries = new Deliveries(worlds);
/** Worlds that connect at a time. */
const LANES = 32;

answerOrders(async (order: WorldsOrder) => {
  if (order === 'connect') return connectAll();
  if (order === 'count') return deliveries.count;
  return deliveries.take();
});

async function connectAll(): Promise<void> {
  let next = 0;
  const connectNext = async () => {
    for (let world = next++; world < worlds; world = next++) {
      const onBan = (id: string) => deliveries.add(world, id, machineMs());
      await startSimulatedWorld({ server, key: aWorldKey(Number(first) + world), onBan, log });
    }
  };
  await Promise.all(Array.from({ length: LANES }, connectNext));
}
