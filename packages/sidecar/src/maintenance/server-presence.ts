import { lstatSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type Sentence, sentence } from '@palatine/contract';
import { type Clock, waitUntil } from '@palatine/platform/clock';
import { ConfigError } from '@palatine/platform/config-error';
import { timeText } from '@palatine/platform/format';
import { LEVEL } from '@palatine/save/folder-files';
import { assertNotRunning, isOurLastState } from '@palatine/save-tools/at-rest';
import { digestSave, momentFiles } from '@palatine/save-tools/save-files';
import type { FailureKind } from '../rest/outcome.ts';
import type { CycleLink, CycleTools } from './cycle-run.ts';

/** Up: something responded, even if only with a rejected password. Silent: it takes connections without a response. */
type Presence = 'Up' | 'Silent' | 'Down';

const LOOK_EVERY_MS = 500;
/** Interval of checks for what somebody else may do at any time. */
export const WAITING_LOOK_MS = 2_000;

export async function presenceOf(link: Pick<CycleLink, 'info'>): Promise<Presence> {
  const info = await link.info();
  return info.ok ? 'Up' : (WITHOUT_ANSWER[info.failure.kind] ?? 'Up');
}

const WITHOUT_ANSWER: Partial<Record<FailureKind, Presence>> = {
  refused: 'Down',
  unreachable: 'Down',
  timeout: 'Silent',
  unknown: 'Silent',
};

/** Why the server may not be down; '' if proved down: by control, port, processes and the files of the save. */
export async function whyNotDown(tools: CycleTools, settledMs: number): Promise<Sentence | undefined> {
  const { link, control, folder, restPort, clock } = tools;
  if ((await control.state()) === 'Running') return sentence('up.control');
  const presence = await presenceOf(link);
  if (presence === 'Up') return sentence('up.answers');
  if (presence === 'Silent') return sentence('up.silent');
  const changed = changedWithin(folder, settledMs, clock.now());
  try {
    if (changed !== undefined && !isOurLastState(folder, digestSave(folder))) {
      return sentence('up.changed', { file: changed });
    }
    await (tools.assertNotRunning ?? assertNotRunning)(folder, momentFiles(folder), { restPort });
  } catch (error) {
    if (error instanceof ConfigError) return { Message: error.message };
    throw error;
  }
  return undefined;
}

interface WaitForDown {
  readonly settledMs: number;
  readonly timeoutMs: number;
  readonly everyMs?: number;
  readonly signal?: AbortSignal;
}

/** Waits until the server is proved down. @returns why not, on timeout or abort. */
export async function waitUntilDown(
  tools: CycleTools,
  { settledMs, everyMs = LOOK_EVERY_MS, ...limits }: WaitForDown,
): Promise<Sentence | undefined> {
  let why: Sentence | undefined;
  const isDown = async () => {
    why = await whyNotDown(tools, settledMs);
    return why === undefined;
  };
  await waitUntil(tools.clock, isDown, { everyMs, ...limits });
  return why;
}

/** Waits for one of the presences. @returns whether it was reached in time. */
export function waitForPresence(
  { link, clock }: Pick<CycleTools, 'link' | 'clock'>,
  wanted: readonly Presence[],
  timeoutMs: number,
  signal?: AbortSignal,
): Promise<boolean> {
  const isThere = async () => wanted.includes(await presenceOf(link));
  return waitUntil(clock, isThere, { everyMs: LOOK_EVERY_MS, timeoutMs, signal });
}

/** Start of the server process, ms since 1970, to a second; undefined if unknown. */
export async function processStartMs({
  link,
  clock,
}: Pick<CycleTools, 'link' | 'clock'>): Promise<number | undefined> {
  const metrics = await link.metrics();
  if (!metrics.ok || metrics.value.UptimeSeconds === undefined) return undefined;
  return clock.now() - metrics.value.UptimeSeconds * 1000;
}

/** Sentence for a server whose process has started since it was being stopped; undefined for another one. */
export async function whyBack(tools: Pick<CycleTools, 'link' | 'clock'>, stoppedAtMs: number) {
  const startedAtMs = await processStartMs(tools);
  if (startedAtMs === undefined || startedAtMs < stoppedAtMs) return undefined;
  return sentence('maintenance.cameBack', { since: timeText(startedAtMs) });
}

/** A file of the save that changed within the time; Level.sav if it is missing. */
function changedWithin(folder: string, ms: number, nowMs: number): string | undefined {
  const files = filesOf(folder);
  return files === undefined ? LEVEL : files.find(({ mtimeMs }) => mtimeMs > nowMs - ms)?.path;
}

/** Files of the save; undefined while one is missing, as for a moment during its replacement. */
function filesOf(folder: string) {
  try {
    return momentFiles(folder).map((path) => ({ path, ...lstatSync(join(folder, path)) }));
  } catch {
    return undefined;
  }
}

/** The world of a save folder, as the server reports it: 32 digits; undefined for a renamed folder. */
export function worldOf(folder: string): string | undefined {
  const name = basename(folder).toUpperCase();
  return /^[0-9A-F]{32}$/.test(name) ? name : undefined;
}

const SAVE_LOOK_EVERY_MS = 250;
/** A save of the game has shorter gaps between its files. */
const STILL_MS = 2_000;
const MAX_MS = 60_000;
/** File systems round times. */
const ROUNDING_MS = 1_000;

/**
 * Waits until the game has written its save: Level.sav is not older than the request, and no file has changed for two
 * seconds. The success of POST /save alone does not prove that (docs/game-server.md#how-the-game-writes).
 * @returns false on timeout, after a minute
 */
export function waitForSave(folder: string, requestedAtMs: number, clock: Clock): Promise<boolean> {
  let [last, stillSinceMs] = [stateOf(folder), clock.elapsed()];
  const isWritten = async () => {
    const found = stateOf(folder);
    if (found.text !== last.text) [last, stillSinceMs] = [found, clock.elapsed()];
    const isNew = found.levelMs >= requestedAtMs - ROUNDING_MS;
    return isNew && clock.elapsed() - stillSinceMs >= STILL_MS;
  };
  return waitUntil(clock, isWritten, { everyMs: SAVE_LOOK_EVERY_MS, timeoutMs: MAX_MS });
}

/** Size and time of every file. A file that is missing for a moment changes the state. */
function stateOf(folder: string): { text: string; levelMs: number } {
  const files = filesOf(folder) ?? [];
  return {
    text: files.map(({ path, size, mtimeMs }) => `${path} ${size} ${mtimeMs}`).join('\n'),
    levelMs: files.find(({ path }) => path === LEVEL)?.mtimeMs ?? 0,
  };
}
