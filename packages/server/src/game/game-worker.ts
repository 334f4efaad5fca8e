import { randomUUID } from 'node:crypto';
import { workerData } from 'node:worker_threads';
import { parseGuid } from '@palatine/contract';
import { systemClock } from './clock.ts';
import { startGame } from './game-loop.ts';
import type { GameWorkerData } from './start-thread.ts';

/** The game thread: the game loop on the system's clock and chance. */

const { port, batchSize, ...data } = workerData as GameWorkerData; // made by start-thread.ts
const newId = () => parseGuid(randomUUID()) as string; // a UUID is a GUID in its standard spelling

startGame(data, port, { clock: systemClock, random: Math.random, newId, batchSize });
