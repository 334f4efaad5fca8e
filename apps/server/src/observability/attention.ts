import type { Attention, ServerState } from '@palatine/contract';
import { bytesText } from '@palatine/platform/format';

/** Below this share of the disk somebody should look; below the second one it is urgent. */
const LITTLE_ROOM = 0.1;
const HARDLY_ANY_ROOM = 0.02;
/** A queue that is fuller deserves a look. */
const FULL_QUEUE = 0.5;
/** Faults of one kind that are told one by one. */
const TOLD = 10;

/** What the attention is made of. */
export interface HealthFacts {
  readonly tokenFaults: readonly string[];
  /** Why Banlist.json cannot be read; '' when it can. */
  readonly banlistFault: string;
  readonly settingsFaults: readonly string[];
  readonly catalogueFaults: readonly string[];
  readonly importWarnings: number;
  readonly queue: { readonly depth: number; readonly limit: number };
  /** Undefined where the file system does not tell. */
  readonly disk: { readonly freeBytes: number; readonly totalBytes: number } | undefined;
  readonly historyProblem: string;
  /** Undefined for a world of its own. */
  readonly gameServer: ServerState | undefined;
  /** Why the save of the game server stands still; '' while it does not. */
  readonly saveWarning: string;
}

/** What is said of files with faults, and what to do about each. */
const FILES = [
  {
    kind: 'Settings',
    level: 'Error',
    faults: 'settingsFaults',
    todo: 'Correct the file and reload: its last good state is in force, and the next start would be refused.',
  },
  {
    kind: 'Banlist',
    level: 'Error',
    faults: 'banlistFault',
    todo: 'Correct the file and reload: the bans that were last read are in force.',
  },
  {
    kind: 'TokenFile',
    level: 'Warning',
    faults: 'tokenFaults',
    todo: 'Correct or remove the file: it opens nothing, and counts within a second once it is right.',
  },
  {
    kind: 'Catalogue',
    level: 'Warning',
    faults: 'catalogueFaults',
    todo: 'Correct or remove the file, and start the service again: this part of it is left out.',
  },
] as const;

/** What needs somebody's attention, the worst first. Each message says what to do. */
export function attentionOf(facts: HealthFacts): Attention[] {
  const { disk, queue, gameServer, saveWarning, importWarnings, historyProblem } = facts;
  const all: Attention[] = [];
  const add = (Kind: Attention['Kind'], Level: Attention['Level'], Message: string) =>
    all.push({ Kind, Level, Message });
  if (disk !== undefined && disk.freeBytes < LITTLE_ROOM * disk.totalBytes) {
    const level = disk.freeBytes < HARDLY_ANY_ROOM * disk.totalBytes ? 'Error' : 'Warning';
    const room = `${bytesText(disk.freeBytes)} of ${bytesText(disk.totalBytes)}`;
    const message = `${room} are free on the disk with the data folder. Make room, or let old backups and archives be removed (backups.keepDays in Config.json): on a full disk every change is refused.`;
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
    const message = `The game server is in the state ${gameServer}. GET /v1/palatine/server says why, and what waits for it.`;
    add('GameServer', 'Warning', message);
  }
  if (importWarnings > 0) {
    const parts = importWarnings === 1 ? 'one part' : `${importWarnings} parts`;
    const message = `The import has passed over ${parts} of the save, which this world does not have. GET /v1/palatine/world lists them: look whether something of worth is among them before you write into that save.`;
    add('Import', 'Warning', message);
  }
  if (historyProblem !== '') {
    const message = `The history is not recorded: ${sentence(historyProblem)} Series, trails and sessions have a gap; nothing else is missing. Look at the disk, and at history.db in the data folder.`;
    add('History', 'Warning', message);
  }
  return [...all.filter(({ Level }) => Level === 'Error'), ...all.filter(({ Level }) => Level !== 'Error')];
}

/** The faults that are told one by one, and how many more there are. */
function shortened(faults: readonly string[]): string[] {
  const told = faults.filter((fault) => fault !== '');
  const more = told.length - TOLD;
  return more > 0 ? [...told.slice(0, TOLD), `${more} more are wrong as well.`] : told;
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
