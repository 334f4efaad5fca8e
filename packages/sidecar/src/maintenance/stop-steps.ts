import { SentenceError, sentence } from '@palatine/contract';
import { pause } from '@palatine/platform/clock';
import { counted } from '@palatine/platform/format';
import {
  type CycleLink,
  type CycleRun,
  type CycleTools,
  commitStep,
  STOPPED_SETTLED_MS,
  type StepWork,
} from './cycle-run.ts';
import {
  presenceOf,
  WAITING_LOOK_MS,
  waitForPresence,
  waitForSave,
  waitUntilDown,
  whyBack,
  worldOf,
} from './server-presence.ts';
import { assertStarted } from './write-steps.ts';

// The steps until the server is down, in order.

export class CanceledError extends Error {}

/** Minimum countdown after an interruption. */
const MIN_AGAIN_SECONDS = 60;
/** Duration of a REST shutdown of one second, on a large world. */
const SHUTDOWN_MS = 30_000;
/** Time until nothing shows the server any more, before it is stopped again. */
const STOP_AGAIN_MS = 5_000;

/** Warns the players, unless none is online. If somebody else stops the server, only a requested countdown runs. */
export const countingDown: StepWork = async (run) => {
  const { tools, entry, canceled } = run;
  const { link, clock, control, report } = tools;
  if (entry.action === 'Deliver' && !(await isWaiting(tools))) {
    run.note(sentence('maintenance.nothingPending'));
    return 'Done';
  }
  if (entry.action !== 'Restart') assertStarted(tools.folder);
  if (entry.foundStopped || (!control.isAutomatic && entry.countdownSeconds === null)) return 'Saving';
  const { CountdownSeconds: seconds, Message: message } = tools.settings().Maintenance;
  const lengthSeconds = secondsLeft(entry, Math.max(0, ...seconds), clock.now());
  run.update({ stopAtMs: clock.now() + lengthSeconds * 1000 });
  run.say(sentence('maintenance.countdown', { time: timeInWords(lengthSeconds) }));
  const end = await countdown({ seconds, lengthSeconds, message, link, clock, report, signal: canceled });
  if (end === 'Canceled' || canceled.aborted) throw new CanceledError();
  return 'Saving';
};

async function isWaiting(tools: CycleTools): Promise<boolean> {
  const { pending, batches } = await commitStep(tools, { step: 'read' });
  return pending.length + batches.length > 0;
}

function secondsLeft(
  { countdownSeconds, stopAtMs }: { countdownSeconds: number | null; stopAtMs: number | null },
  byDefault: number,
  nowMs: number,
): number {
  const whole = countdownSeconds ?? byDefault;
  if (stopAtMs === null) return whole;
  return Math.min(whole, Math.max(Math.ceil((stopAtMs - nowMs) / 1000), MIN_AGAIN_SECONDS));
}

/** Makes the server save, and waits until the save is on disk. A server that is down has already saved. */
export const saving: StepWork = async (run) => {
  const { tools, entry } = run;
  const { link, clock, control, folder } = tools;
  if (!control.isAutomatic) return 'Stopping';
  run.say(sentence('maintenance.saves'));
  if (entry.foundStopped) return 'BackingUp';
  if ((await presenceOf(link)) === 'Down') return 'Stopping';
  if (link.isPaused()) {
    run.note(sentence('maintenance.wasPaused'));
    return 'Stopping';
  }
  const info = await link.info();
  if (info.ok && info.value.worldGuid !== undefined) rememberWorld(run, info.value.worldGuid);
  const requestedAtMs = clock.now();
  const saved = await link.save();
  // After a timeout of the save the outcome is unknown: its files show it.
  if (!saved.ok && saved.failure.kind !== 'unknown') {
    throw new SentenceError(sentence('maintenance.notSaved', { reason: saved.failure.text }));
  }
  if (!(await waitForSave(folder, requestedAtMs, clock))) {
    throw new SentenceError(sentence('maintenance.keepsChanging'));
  }
  return 'Stopping';
};

function rememberWorld(run: CycleRun, worldGuid: string): void {
  const expected = worldOf(run.tools.folder);
  if (expected !== undefined && expected !== worldGuid) {
    throw new SentenceError(sentence('maintenance.otherWorld', { served: worldGuid, wanted: expected }));
  }
  run.update({ worldGuid });
}

/** Stops the server, or waits until somebody does, and checks that it is down. */
export const stopping: StepWork = async (run) => {
  const { tools, settledMs, canceled } = run;
  const { link, control } = tools;
  if (!control.isAutomatic) {
    run.say(sentence('maintenance.stopIt'));
    const timeoutMs = Number.POSITIVE_INFINITY; // somebody may take a year
    await waitUntilDown(tools, { settledMs, timeoutMs, everyMs: WAITING_LOOK_MS, signal: canceled });
    if (canceled.aborted) throw new CanceledError();
    return 'BackingUp';
  }
  link.expectStop();
  link.enterMaintenance();
  run.say(sentence('maintenance.stops'));
  await stopServer(tools);
  return 'BackingUp';
};

/** Rejects if the server is not proved down in time. Never kills it; stops it again after a restart policy has started it. */
export async function stopServer(tools: CycleTools): Promise<void> {
  const { link, clock } = tools;
  const timeoutMs = tools.settings().Control.StopTimeoutSeconds * 1000;
  const stoppedAtMs = clock.now();
  // First by REST: not every image saves before it stops (docs/game-server.md#stopping).
  if ((await presenceOf(link)) === 'Up' && (await link.shutdown(1)).ok) {
    await waitForPresence(tools, ['Down'], Math.min(SHUTDOWN_MS, timeoutMs));
  }
  try {
    await stopByControl(tools, timeoutMs);
  } catch (error) {
    const back = await whyBack(tools, stoppedAtMs);
    throw back === undefined ? error : new SentenceError(back, { cause: error });
  }
}

async function stopByControl(tools: CycleTools, timeoutMs: number): Promise<void> {
  const { control, clock } = tools;
  const endMs = clock.elapsed() + timeoutMs;
  for (;;) {
    await control.stop();
    const why = await waitUntilDown(tools, { settledMs: STOPPED_SETTLED_MS, timeoutMs: STOP_AGAIN_MS });
    if (why === undefined) return;
    if (clock.elapsed() >= endMs) throw new SentenceError(sentence('maintenance.notDown', { why: [why] }));
  }
}

export const backingUp: StepWork = async (run) => {
  const { tools, entry } = run;
  tools.link.enterMaintenance();
  tools.mirror.pause();
  run.say(sentence('maintenance.backsUp'));
  run.update({ backup: await tools.backup() });
  if (entry.action === 'Restore') return 'Restoring';
  return entry.action === 'Deliver' || tools.settings().Maintenance.DeliverWhenStopped
    ? 'Editing'
    : 'Starting';
};

const LOOK_EVERY_MS = 1000;

export interface CountdownOptions extends Pick<CycleTools, 'clock' | 'report'> {
  /** Marks, in seconds before the end, at which players are warned. */
  readonly seconds: readonly number[];
  readonly lengthSeconds: number;
  /** Message for players, with `{time}` for the time left, such as "5 minutes". */
  readonly message: string;
  readonly link: Pick<CycleLink, 'playersOnline' | 'announce'>;
  readonly signal: AbortSignal;
}

/** Counts down, and warns the players at once and at each mark. Ends early only if certainly no player is online. */
export async function countdown(options: CountdownOptions): Promise<'Over' | 'NobodyOnline' | 'Canceled'> {
  const { seconds, lengthSeconds, link, clock, signal } = options;
  const endMs = clock.elapsed() + lengthSeconds * 1000;
  const pending = marksOf(seconds, lengthSeconds);
  for (;;) {
    if (signal.aborted) return 'Canceled';
    const leftMs = endMs - clock.elapsed();
    if (leftMs <= 0) return 'Over';
    if (link.playersOnline() === 0) return 'NobodyOnline';
    announceDue(pending, leftMs, options);
    const untilMarkMs = leftMs - (pending[0] ?? 0) * 1000;
    await pause(clock, Math.min(LOOK_EVERY_MS, leftMs, untilMarkMs), signal);
  }
}

/** In seconds, largest first: the whole length, and the marks below it. */
function marksOf(seconds: readonly number[], length: number): number[] {
  const below = seconds.filter((mark) => mark > 0 && mark < length);
  return [...new Set([length, ...below])].sort((a, b) => b - a);
}

/** Announces only the last of several due marks, as after a pause of the machine. */
function announceDue(pending: number[], leftMs: number, { message, link, report }: CountdownOptions): void {
  let due: number | undefined;
  while (pending[0] !== undefined && pending[0] * 1000 >= leftMs) due = pending.shift();
  if (due === undefined) return;
  const words = timeInWords(due);
  const text = message.replaceAll('{time}', () => words);
  // Asynchronous, so that a throw becomes a rejection.
  const announce = async () => link.announce(text);
  announce().catch((error: unknown) => report.warn({ err: error }, 'an announcement failed'));
}

const UNITS = [
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const;

/** A duration for players: "5 minutes", "1 minute 30 seconds". Fractions of a second are dropped. */
export function timeInWords(seconds: number): string {
  let left = Math.max(0, Math.floor(seconds));
  const parts: string[] = [];
  for (const [name, size] of UNITS) {
    const count = Math.floor(left / size);
    left -= count * size;
    if (count > 0) parts.push(counted(count, name));
  }
  return parts.join(' ') || '0 seconds';
}
