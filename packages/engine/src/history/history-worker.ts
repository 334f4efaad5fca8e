import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { orElse } from '@palatine/platform/config-error';
import { type CachedResponse, serialize } from '@palatine/platform/response-bytes';
import { isCorrupt } from '@palatine/platform/sqlite';
import {
  type HistoryBook,
  type HistoryEntry,
  type HistoryQuery,
  historyBook,
  openHistoryFile,
} from './history-book.ts';

/** `nowMs`: ms since 1970, for the name of a file moved aside. */
export type ToHistory =
  | { readonly entries: readonly HistoryEntry[]; readonly nowMs: number }
  | ({ readonly id: number } & HistoryQuery)
  | 'stop';

export type FromHistory =
  /** The oldest entries that were sent are recorded, or were dropped for this reason; '' if they are recorded. */
  | { readonly problem: string }
  | { readonly id: number; readonly response: CachedResponse }
  | { readonly id: number; readonly failed: string }
  | { readonly warning: string };

const { file, nowMs } = workerData as { file: string; nowMs: number }; // made by history-client.ts
const port = parentPort as MessagePort; // this is a thread

// The only writer of its file. The thread ends with an error if the file cannot be opened.
let book = open(nowMs);

port.on('message', (message: ToHistory) => {
  if (message === 'stop') {
    book.close();
    port.close();
    return;
  }
  try {
    if ('id' in message) answer(message);
    else {
      book.add(message.entries);
      post({ problem: '' });
    }
  } catch (error) {
    const reason = (error as Error).message;
    post('id' in message ? { id: message.id, failed: reason } : { problem: reason });
    if (!isCorrupt(error)) return;
    orElse(undefined, () => book.close()); // a corrupt file may not close either; it is moved aside
    book = open(message.nowMs);
  }
});

function answer(query: { readonly id: number } & HistoryQuery): void {
  const response = serialize(book.answer(query));
  post({ id: query.id, response }, [response.bytes.buffer]);
}

function post(message: FromHistory, transfer: ArrayBuffer[] = []): void {
  port.postMessage(message, transfer);
}

function open(atMs: number): HistoryBook {
  const { database, movedAside } = openHistoryFile(file, atMs);
  if (movedAside !== undefined) {
    const why = `the history could not be read (${movedAside.reason})`;
    post({ warning: `${why}; it starts again, and the old one is ${movedAside.file}` });
  }
  return historyBook(database);
}
