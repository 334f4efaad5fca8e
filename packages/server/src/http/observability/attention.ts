import type { Attention, ServerState } from '@palatine/contract';
import { bytesText } from '../../data-folder/bytes-text.ts';

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

/** What needs somebody's attention, the worst first. Each message says what to do. */
export function attentionOf(facts: HealthFacts): Attention[] {
  const all = [
    ...diskAttention(facts),
    ...fileAttention(facts),
    ...queueAttention(facts),
    ...gameServerAttention(facts),
    ...importAttention(facts),
    ...historyAttention(facts),
  ];
  return [...all.filter(({ Level }) => Level === 'Error'), ...all.filter(({ Level }) => Level !== 'Error')];
}

function diskAttention({ disk }: HealthFacts): Attention[] {
  if (disk === undefined || disk.freeBytes >= LITTLE_ROOM * disk.totalBytes) return [];
  const Level = disk.freeBytes < HARDLY_ANY_ROOM * disk.totalBytes ? 'Error' : 'Warning';
  const Message = `${bytesText(disk.freeBytes)} of ${bytesText(disk.totalBytes)} are free on the disk with the data folder. Make room, or let old backups and archives be removed (backups.keepDays in Config.json): on a full disk every change is refused.`;
  return [{ Kind: 'Disk', Level, Message }];
}

function fileAttention(facts: HealthFacts): Attention[] {
  const { tokenFaults, banlistFault, settingsFaults, catalogueFaults } = facts;
  const told = (
    Kind: Attention['Kind'],
    Level: Attention['Level'],
    reasons: readonly string[],
    todo: string,
  ) =>
    shortened(reasons).map((reason): Attention => ({ Kind, Level, Message: `${sentence(reason)} ${todo}` }));
  return [
    ...told(
      'Settings',
      'Error',
      settingsFaults,
      'Correct the file and reload: its last good state is in force, and the next start would be refused.',
    ),
    ...told(
      'Banlist',
      'Error',
      banlistFault === '' ? [] : [banlistFault],
      'Correct the file and reload: the bans that were last read are in force.',
    ),
    ...told(
      'TokenFile',
      'Warning',
      tokenFaults,
      'Correct or remove the file: it opens nothing, and counts within a second once it is right.',
    ),
    ...told(
      'Catalogue',
      'Warning',
      catalogueFaults,
      'Correct or remove the file, and start the service again: this part of it is left out.',
    ),
  ];
}

function queueAttention({ queue: { depth, limit } }: HealthFacts): Attention[] {
  if (depth <= FULL_QUEUE * limit) return [];
  const Message = `${depth} of at most ${limit} requests wait for the game; beyond that callers get SERVER_BUSY. Look for the token that sends most (the list of tokens counts requests), or for a slow disk (the series commitP95Ms).`;
  return [{ Kind: 'Queue', Level: 'Warning', Message }];
}

function gameServerAttention({ gameServer, saveWarning }: HealthFacts): Attention[] {
  if (saveWarning !== '') {
    const Message = `The game server does not save: ${sentence(saveWarning)}`;
    return [{ Kind: 'GameServer', Level: 'Warning', Message }];
  }
  if (gameServer === undefined || gameServer === 'Online' || gameServer === 'Paused') return [];
  const Message = `The game server is in the state ${gameServer}. GET /v1/palatine/server says why, and what waits for it.`;
  return [{ Kind: 'GameServer', Level: 'Warning', Message }];
}

function importAttention({ importWarnings }: HealthFacts): Attention[] {
  if (importWarnings === 0) return [];
  const parts = importWarnings === 1 ? 'one part' : `${importWarnings} parts`;
  const Message = `The import has passed over ${parts} of the save, which this world does not have. GET /v1/palatine/world lists them: look whether something of worth is among them before you write into that save.`;
  return [{ Kind: 'Import', Level: 'Warning', Message }];
}

function historyAttention({ historyProblem }: HealthFacts): Attention[] {
  if (historyProblem === '') return [];
  const Message = `The history is not recorded: ${sentence(historyProblem)} Series, trails and sessions have a gap; nothing else is missing. Look at the disk, and at history.db in the data folder.`;
  return [{ Kind: 'History', Level: 'Warning', Message }];
}

function shortened(reasons: readonly string[]): string[] {
  const more = reasons.length - TOLD;
  return more > 0 ? [...reasons.slice(0, TOLD), `${more} more are wrong as well.`] : [...reasons];
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
