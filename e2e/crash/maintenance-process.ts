import { presenceOf } from '@palatine/sidecar/server-presence';
import { type Beside, startMaintained } from '@palatine/testing/maintained';
import pino from 'pino';

// The part of the service that maintains a game server, as a separate process that a test kills: it goes on with what
// was interrupted as soon as it starts, and tells its parent each step.

/** The request of the parent. */
export type MaintenanceCall =
  | { ask: 'deliver'; name: string; params: Record<string, string>; body: unknown }
  | { ask: 'start' }
  | { ask: 'state' };

export interface MaintenanceState {
  running: string;
  last: string;
  pending: number;
  delivering: number;
  delivered: number;
  failed: number;
}

export type FromMaintenance =
  | { ready: true }
  | { step: string }
  | { number: number; value?: unknown; error?: string };

type QueryInput = { number: number; call: MaintenanceCall };

const LOOK_EVERY_MS = 20;
const PRESENCE_EVERY_MS = 1_000;

const beside = JSON.parse(process.argv[2] ?? '{}') as Beside; // the parent wrote it
const log = pino({ level: process.env.ROUNDS_LOG ?? 'silent' }, pino.destination(2));
const { game, runner, client, deliver } = await startMaintained(beside, {
  control: { StopTimeoutSeconds: 25, StartTimeoutSeconds: 15 },
  log,
});
const send = (message: FromMaintenance) => void process.send?.(message);
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));

let step = '';
setInterval(() => {
  const now = runner.running()?.Step ?? '';
  if (now !== step) send({ step: now });
  step = now;
}, LOOK_EVERY_MS);

let wasUp = true;
setInterval(() => void look(), PRESENCE_EVERY_MS);
process.on('message', (message: QueryInput) => void reply(message));
await runner.resume();
send({ ready: true });

async function look(): Promise<void> {
  const isUp = (await presenceOf(client)) === 'Up';
  if (isUp && !wasUp) await runner.settle();
  wasUp = isUp;
}

async function reply({ number, call }: QueryInput): Promise<void> {
  try {
    send({ number, value: await answer(call) });
  } catch (error) {
    send({ number, error: String(error) });
  }
}

async function answer(call: MaintenanceCall): Promise<unknown> {
  if (call.ask === 'deliver') {
    const { name, params, body } = call;
    return await deliver(name as Parameters<typeof deliver>[0], { params, body });
  }
  if (call.ask === 'start') return runner.start({ Action: 'Deliver', CountdownSeconds: 0 }, 'test');
  const filters = { state: undefined, player: undefined, limit: 500, cursor: undefined };
  const { Deliveries } = await game.reads.deliveries(filters);
  const count = (state: string) => Deliveries.filter(({ State }) => State === state).length;
  const last = runner.last();
  return {
    running: runner.running()?.Step ?? '',
    last: `${last?.Outcome ?? ''}: ${last?.Message ?? ''}`,
    pending: count('Pending'),
    delivering: count('Delivering'),
    delivered: count('Delivered'),
    failed: count('Failed'),
  } satisfies MaintenanceState;
}
