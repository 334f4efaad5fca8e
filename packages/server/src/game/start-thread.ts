import { type MessagePort, Worker } from 'node:worker_threads';
import { errorOfThread } from '../data-folder/config-error.ts';
import type { GameData } from './protocol.ts';

/** A game loop that runs. */
export interface RunningLoop {
  /** Ends it where it stands. */
  terminate(): Promise<unknown>;
}

/** Starts a game loop on a port; `onEnd` is called once, when it has ended for whatever reason. */
export type StartLoop = (data: GameData, port: MessagePort, onEnd: (reason: Error) => void) => RunningLoop;

/** What the worker thread finds as its data. */
export type GameWorkerData = GameData & { port: MessagePort; batchSize: number };

/** Runs the game loop in a worker thread. */
export function inThread(batchSize: number): StartLoop {
  return (data, port, onEnd) => {
    const workerData: GameWorkerData = { ...data, port, batchSize };
    const worker = new Worker(new URL('./game-worker.ts', import.meta.url), {
      name: 'game',
      workerData,
      transferList: [port],
    });
    let cause: Error | undefined;
    worker.on('error', (error) => {
      cause = errorOfThread(error);
    });
    worker.on('exit', (code) => onEnd(cause ?? new Error(`the game thread ended with code ${code}`)));
    return { terminate: () => worker.terminate() };
  };
}
