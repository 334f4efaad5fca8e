import { isUserId, type UserId } from '@palatine/contract';
import { pause } from '@palatine/platform/clock';
import { type CallOutcome, failed, succeeded } from './outcome.ts';
import { readInfo, readMetrics, readPlayers, readSettings } from './read-responses.ts';
import { type ClientOptions, openWire } from './wire.ts';

const LINE_PAUSE_MS = 1000;
const MAX_WAIT_SECONDS = 86_400;

/** Throws a ConfigError for an invalid URL, or a public one that is not allowed. */
export function gameServerClient(options: ClientOptions) {
  const wire = openWire(options);
  const { readMs, writeMs, saveMs } = wire.timeouts;
  const read = <T>(name: string, reader: (json: unknown) => T | undefined) => wire.read(name, reader, readMs);
  const act = (name: string, userId: UserId, message: string | undefined) =>
    isUserId(userId)
      ? wire.write(name, { userid: userId, ...optional('message', message) }, writeMs)
      : Promise.resolve(failed('rejected', 'not a UserId'));
  return {
    info: () => read('info', readInfo),
    /** Everybody who is connected, including loading players. */
    players: () => read('players', readPlayers),
    settings: () => read('settings', readSettings),
    metrics: () => read('metrics', readMetrics),
    /** Sends several lines as one call each, a second apart; the first failure ends it. */
    async announce(message: string): Promise<CallOutcome<void>> {
      const lines = announceLines(message);
      if (lines.length === 0) return failed('rejected', 'nothing to announce');
      for (const [index, line] of lines.entries()) {
        if (index > 0) await pause(options.clock, LINE_PAUSE_MS);
        const outcome = await wire.write('announce', { message: line }, writeMs);
        if (!outcome.ok) return outcome;
      }
      return succeeded(undefined);
    },
    /** Fails as `rejected` if the player is not online. */
    kick: (userId: UserId, message?: string) => act('kick', userId, message),
    ban: (userId: UserId, message?: string) => act('ban', userId, message),
    unban: (userId: UserId) => act('unban', userId, undefined),
    /** Success does not prove that the files are on disk: wait until they stop changing. */
    save: () => wire.write('save', undefined, saveMs),
    /** The process exits after this many seconds, at least 1: 0 was reported not to work. */
    shutdown: (waitSeconds: number, message?: string) => {
      const waittime = Math.min(Math.max(Math.ceil(waitSeconds) || 1, 1), MAX_WAIT_SECONDS);
      return wire.write('shutdown', { waittime, ...optional('message', message) }, saveMs);
    },
    close: () => wire.close(),
  };
}

export type GameServerClient = ReturnType<typeof gameServerClient>;

function optional(name: string, text: string | undefined): Record<string, string> {
  const line = text === undefined ? '' : oneLine(text);
  return line === '' ? {} : { [name]: line };
}

/** The server's limit is unknown; a line of this length is still shown in the game. */
const LINE_CHARS = 500;
const MAX_LINES = 10;

/** Lines of an announcement, at most ten, without control characters or empty lines. */
function announceLines(message: string): string[] {
  const lines = message.split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/).map(oneLine);
  return lines.filter((line) => line !== '').slice(0, MAX_LINES);
}

/** A text as one line of limited length, without control characters. */
function oneLine(text: string): string {
  const plain = text
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim();
  const chars = [...plain];
  return chars.length <= LINE_CHARS ? plain : `${chars.slice(0, LINE_CHARS - 1).join('')}…`;
}
