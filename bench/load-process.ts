import { connect, type Socket } from 'node:net';
import { Latencies } from './latencies.ts';
import type { KindFigures, LoadFigures, LoadOrder, LoadReply } from './load.ts';
import { type LoadTurn, loadTurns } from './load-turns.ts';
import { ResponseReader } from './response-reader.ts';

/**
 * The load generator, in its own process. It must be far cheaper than any server: bare sockets that read into
 * one buffer each, requests serialized beforehand, no object per answer.
 */

const READ_BYTES = 128 * 1024;
/** The longest extension of a round that has not seen `minAnswers`. */
const MAX_EXTENSION_MS = 10_000;
const HOST = '127.0.0.1';

process.on('message', (order: LoadOrder) => {
  run(order).then(
    (figures) => reply({ figures }),
    (error: Error) => reply({ failed: error.message }),
  );
});
process.on('disconnect', () => process.exit(0));

function reply(message: LoadReply): void {
  process.send?.(message);
}

function run(order: LoadOrder): Promise<LoadFigures> {
  const nextTurn = loadTurns(order.kinds);
  const latencies = new Latencies();
  const latenciesOfKinds = order.kinds.map(() => new Latencies());
  let bytes = 0;
  const sockets: Socket[] = [];
  const timers: NodeJS.Timeout[] = [];
  let stopped = false;
  const { promise, resolve, reject } = Promise.withResolvers<LoadFigures>();

  function open(): void {
    const reader = new ResponseReader();
    let turn: LoadTurn;
    let sentAt = 0;
    const socket = connect({
      host: HOST,
      port: order.port,
      noDelay: true,
      onread: { buffer: Buffer.allocUnsafe(READ_BYTES), callback: take },
    });
    function send(): void {
      turn = nextTurn();
      reader.bodyBytes = turn.bodyBytes;
      sentAt = performance.now();
      socket.write(turn.request);
    }
    function take(length: number, buffer: Uint8Array): boolean {
      if (stopped) return false;
      bytes += length;
      try {
        if (reader.take(buffer as Buffer, length) === 0) return true; // the very Buffer given above
      } catch (error) {
        fail(error as Error);
        return false;
      }
      const ms = performance.now() - sentAt;
      latencies.add(ms);
      latenciesOfKinds[turn.kind]?.add(ms);
      if (latencies.total >= finishAt) {
        finish();
        return false;
      }
      send();
      return true;
    }
    socket.once('connect', send);
    socket.once('error', fail);
    socket.once('close', () => fail(new Error('the server closed a connection')));
    sockets.push(socket);
  }

  function fail(error: Error): void {
    if (stopped) return;
    stop();
    reject(error);
  }

  function stop(): void {
    stopped = true;
    for (const timer of timers) clearTimeout(timer);
    for (const socket of sockets) socket.destroy();
  }

  for (let connection = 0; connection < order.connections; connection++) open();

  /** The number of answers that ends the round; infinite until its time has passed. */
  let finishAt = Number.POSITIVE_INFINITY;
  let settlingAnswers = 0;
  let startedAt = 0;
  let cpuBefore = process.cpuUsage();

  function begin(): void {
    settlingAnswers = latencies.total;
    for (const one of [latencies, ...latenciesOfKinds]) one.clear();
    bytes = 0;
    startedAt = performance.now();
    cpuBefore = process.cpuUsage();
    after(order.measureMs, () => {
      if (latencies.total >= order.minAnswers) return finish();
      finishAt = order.minAnswers;
      after(MAX_EXTENSION_MS, finish);
    });
  }

  function finish(): void {
    const ms = performance.now() - startedAt;
    const { user, system } = process.cpuUsage(cpuBefore);
    stop();
    if (latencies.total === 0) return reject(new Error('no answer arrived'));
    resolve({
      ...figuresOf(latencies, ms),
      kinds: latenciesOfKinds.map((one) => figuresOf(one, ms)),
      bytesPerSecond: (bytes / ms) * 1000,
      answers: latencies.total,
      settlingAnswers,
      generatorCpu: (user + system) / 1000 / ms,
    });
  }

  function after(ms: number, callback: () => void): void {
    timers.push(setTimeout(callback, ms));
  }

  after(order.settleMs, begin);
  return promise;
}

function figuresOf(latencies: Latencies, ms: number): KindFigures {
  return {
    requestsPerSecond: (latencies.total / ms) * 1000,
    p50Ms: latencies.quantile(0.5),
    p99Ms: latencies.quantile(0.99),
  };
}
