import { randomUUID } from 'node:crypto';
import { parentPort } from 'node:worker_threads';
import { parseGuid } from '@palatine/contract';
import { systemClock } from './clock.ts';
import { startGame } from './game-loop.ts';
import type { GameStart } from './start-thread.ts';

/** The game thread: the game loop on the system's clock and chance. */

const newId = () => parseGuid(randomUUID()) as string; // a UUID is a GUID in its standard spelling

parentPort?.once('message', ({ port, batchSize, ...data }: GameStart) => {
  startGame(data, port, { clock: systemClock, random: Math.random, newId, batchSize });
});
