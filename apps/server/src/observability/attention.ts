import type { Attention, ServerState } from '@palatine/contract';
import { bytesText } from '@palatine/platform/format';

/** Shares of free disk space for a warning and for an error. */
const LOW_DISK = 0.1;
const CRITICAL_DISK = 0.02;
/** Share of a full queue for a warning. */
const FULL_QUEUE = 0.5;
/** Faults of one kind that are reported one by one. */
const MAX_REPORTED = 10;

export interface HealthFacts {
  readonly tokenFaults: readonly string[];
  /** Why Banlist.json cannot be read; '' when it can. */
  readonly banlistFault: string;
  readonly settingsFaults: readonly string[];
  readonly catalogueFaults: readonly string[];
  readonly importWarnings: number;
  readonly queue: { readonly depth: number; readonly limit: number };
  /** Undefined where the file system has no figures. */
  readonly disk: { readonly freeBytes: number; readonly totalBytes: number } | undefined;
  readonly historyProblem: string;
  /** Undefined without a game server. */
  readonly gameServer: ServerState | undefined;
  /** Why the save of the game server is stalled; '' while it is not. */
  readonly saveWarning: string;
}

const FILES = [
  {
    kind: 'Settings',
    level: 'Error',
    faults: 'settingsFaults',
    todo: 'Correct the file and reload: its last valid state stays active, and the next start would be refused.',
  },
  {
    kind: 'Banlist',
    level: 'Error',
    faults: 'banlistFault',
    todo: 'Correct the file and reload: the bans that were last read stay active.',
  },
  {
    kind: 'TokenFile',
    level: 'Warning',
    faults: 'tokenFaults',
    todo: 'Correct or remove the file: it grants nothing, and takes effect within a second once it is valid.',
  },
  {
    kind: 'Catalogue',
    level: 'Warning',
    faults: 'catalogueFaults',
    todo: 'Correct or remove the file, and restart the service: the invalid part is ignored.',
  },
] as const;

/** Conditions that need attention, errors first. Each message says what to do. */
export function attentionOf(facts: HealthFacts): Attention[] {
  const { disk, queue, gameServer, saveWarning, importWarnings, historyProblem } = facts;
  const all: Attention[] = [];
  const add = (Kind: Attention['Kind'], Level: Attention['Level'], Message: string) =>
    all.push({ Kind, Level, Message });
  if (disk !== undefined && disk.freeBytes < LOW_DISK * disk.totalBytes) {
    const level = disk.freeBytes < CRITICAL_DISK * disk.totalBytes ? 'Error' : 'Warning';
    const room = `${bytesText(disk.freeBytes)} of ${bytesText(disk.totalBytes)}`;
    const message = `${room} are free on the disk with the data folder. Free some space, or let old backups and archives be removed (backups.keepDays in Config.json): on a full disk every change is refused.`;
    add('Disk', level, message);
  }
  for (const { kind, level, faults, todo } of FILES) {
    for (const reason of shortened([facts[faults]].flat())) add(kind, level, `${sentence(reason)} ${todo}`);
  }
  if (queue.depth > FULL_QUEUE * queue.limit) {
    const message = `${queue.depth} of at most ${queue.limit} requests wait for the game; beyond that callers get SERVER_BUSY. Look for the token that sends most (the list of tokens counts requests), or for a slow disk (the series commitP95Ms).`;
    add('Queue', 'Warning', message);
  }
  if (saveWarning !== '') {
    add('GameServer', 'Warning', `The game server does not save: ${sentence(saveWarning)}`);
  } else if (gameServer !== undefined && gameServer !== 'Online' && gameServer !== 'Paused') {
    const message = `The game server is in the state ${gameServer}. GET /v1/palatine/server says why, and lists pending work.`;
    add('GameServer', 'Warning', message);
  }
  if (importWarnings > 0) {
    const parts = importWarnings === 1 ? 'one part' : `${importWarnings} parts`;
    const message = `The import skipped ${parts} of the save, which this world lacks. GET /v1/palatine/world lists them: check whether something valuable is among them before you write into that save.`;
    add('Import', 'Warning', message);
  }
  if (historyProblem !== '') {
    const message = `The history is not recorded: ${sentence(historyProblem)} Series, trails and sessions have a gap; nothing else is missing. Look at the disk, and at history.db in the data folder.`;
    add('History', 'Warning', message);
  }
  return [...all.filter(({ Level }) => Level === 'Error'), ...all.filter(({ Level }) => Level !== 'Error')];
}

/** The faults up to MAX_REPORTED, and the number of others. */
function shortened(faults: readonly string[]): string[] {
  const reported = faults.filter((fault) => fault !== '');
  const more = reported.length - MAX_REPORTED;
  return more > 0 ? [...reported.slice(0, MAX_REPORTED), `${more} more are invalid as well.`] : reported;
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
