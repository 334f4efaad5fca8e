import { type MessagePort, workerData } from 'node:worker_threads';
import { isCorrupt } from '@palatine/platform/sqlite';
import { serialize } from '../game/responses.ts';
import { answerQuery } from './history-answers.ts';
import { type HistoryBook, historyBook } from './history-book.ts';
import { openHistoryFile } from './history-file.ts';
import type { FromHistory, HistoryData, HistoryEntry, HistoryQuery, ToHistory } from './history-protocol.ts';

const { port, ...data } = workerData as HistoryData & { port: MessagePort }; // made by history-client.ts

startHistoryLoop(data, port);

/** Runs the history on a port, as the only writer of its file. Throws if it cannot be opened. */
function startHistoryLoop({ file, nowMs }: HistoryData, port: MessagePort): void {
  const post = (message: FromHistory, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer);
  let book = open(nowMs);

  function open(atMs: number): HistoryBook {
    const { database, movedAside } = openHistoryFile(file, atMs);
    if (movedAside !== undefined) {
      const { file: aside, reason } = movedAside;
      post({
        type: 'warning',
        message: `the history could not be read (${reason}); it starts again, and the old one is ${aside}`,
      });
    }
    return historyBook(database);
  }

  /** Reopens the file after corruption, which moves it aside. */
  function reopen(error: unknown, atMs: number): void {
    if (!isCorrupt(error)) return;
    try {
      book.close();
    } catch {
      // a corrupt file may not close either; the next line opens a new one
    }
    book = open(atMs);
  }

  function record(number: number, entries: readonly HistoryEntry[]): void {
    try {
      book.add(entries);
      post({ type: 'recorded', number, problem: '' });
    } catch (error) {
      post({ type: 'recorded', number, problem: (error as Error).message });
      reopen(error, entries.at(-1)?.atMs ?? nowMs);
    }
  }

  function ask(id: number, query: HistoryQuery): void {
    try {
      const response = serialize(answerQuery(book, query));
      post({ type: 'answer', id, response }, [response.bytes.buffer]);
    } catch (error) {
      post({ type: 'failed', id, problem: (error as Error).message });
      reopen(error, query.nowMs);
    }
  }

  port.on('message', (message: ToHistory) => {
    if (message.type === 'record') record(message.number, message.entries);
    else if (message.type === 'ask') ask(message.id, message.query);
    else {
      book.close();
      post({ type: 'stopped' });
      port.close();
    }
  });
}
