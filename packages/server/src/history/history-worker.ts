import { type MessagePort, workerData } from 'node:worker_threads';
import { startHistoryLoop } from './history-loop.ts';
import type { HistoryData } from './history-protocol.ts';

/** The thread of the history. */
const { port, ...data } = workerData as HistoryData & { port: MessagePort }; // made by history-client.ts

startHistoryLoop(data, port);
