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

/** What the worker thread is started with, once its code is loaded. */
export type GameStart = GameData & { port: MessagePort; batchSize: number };

/** Maximum messages per batch. */
export const BATCH_SIZE = 256;

/**
 * Size in the game thread, in MB. V8 would take 96: a world that is loaded stays, so that a larger young generation holds
 * only garbage. It saves a fourth of the memory of a service with 100,000 characters.
 */
const YOUNG_GENERATION_MB = 24;

/** A thread that loads the code of the game and then waits for a world. Alone it keeps no process running. */
export function loadThread(): Worker {
  const worker = new Worker(new URL('./game-worker.ts', import.meta.url), {
    name: 'game',
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
  });
  worker.unref();
  return worker;
}

/** Runs the game loop in a worker thread; the first loop in the one that is given. */
export function inThread(batchSize: number, first?: Worker): StartLoop {
  let loaded = first;
  return (data, port, onEnd) => {
    const worker = loaded ?? loadThread();
    loaded = undefined;
    worker.ref();
    let cause: Error | undefined;
    worker.on('error', (error) => {
      cause = errorOfThread(error);
    });
    worker.on('exit', (code) => onEnd(cause ?? new Error(`the game thread ended with code ${code}`)));
    const start: GameStart = { ...data, port, batchSize };
    worker.postMessage(start, [port]);
    return { terminate: () => worker.terminate() };
  };
}
