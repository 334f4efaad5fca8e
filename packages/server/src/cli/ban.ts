import { existsSync } from 'node:fs';
import type { Banlist, Guid, IPBan, Issuer, UserBan } from '@palatine/contract';
import { readBanlist } from '../data-folder/banlist-file.ts';
import { configFile } from '../data-folder/config.ts';
import { type DataPaths, isInUse } from '../data-folder/data-folder.ts';
import {
  type BanTarget,
  editBanlist,
  parseBanTarget,
  withBan,
  withoutBan,
} from '../data-folder/edit-banlist.ts';
import { WorldFileError } from '../store/world-file-error.ts';
import { readPlayerBans } from '../store/world-readers.ts';
import { command, requireDataFolder } from './command.ts';
import { columns, type Terminal } from './terminal.ts';

const reason = {
  value: 'TEXT',
  description: 'the reason, for the record and for the banned player',
} as const;
const notes = [
  'It writes Banlist.json. A running server reads that file at palatine reload, or before its own next',
  'ban. To disconnect somebody at once, ban them through the service.',
];

const PENDING_NOTE =
  'A ban by PlayerUID moves to Banlist.json once the UserId of the player is known. POST /v1/pdapi/unban/<PlayerUID> lifts it.';

export const banList = command(
  {
    name: 'ban list',
    description: 'list the bans in force',
    flags: { all: { description: 'also the lifted ones' } },
  },
  ({ flags, data, terminal }) => {
    requireDataFolder(data);
    const { UserEntries, IPEntries } = readList(data);
    const shown = <Entry extends UserBan | IPBan>(entries: Entry[]) =>
      entries.filter(({ Active }) => Active || flags.all === true);
    const [users, addresses] = [shown(UserEntries), shown(IPEntries)];
    const pending = pendingBans(data, terminal);
    terminal.printJson({ UserEntries: users, IPEntries: addresses, Pending: pending });
    const rows = [
      ...users.map((entry) => rowOf(entry.UserId, entry)),
      ...addresses.map((entry) => rowOf(entry.IP, entry)),
      ...pending.map(({ PlayerUID, BannedBy }) => rowOf(PlayerUID, { Active: true, BannedBy })),
    ];
    terminal.print(...(rows.length === 0 ? ['Nobody is banned.'] : columns(rows)));
    if (pending.length > 0) terminal.print(PENDING_NOTE);
  },
);

export const banAdd = command(
  {
    name: 'ban add',
    positionals: ['USERID|IP'],
    description: 'ban a user or an address',
    flags: { reason },
    notes,
  },
  ({ positionals: [typed = ''], flags, data, terminal }) => {
    requireDataFolder(data);
    const target = parseBanTarget(typed);
    change(data, (list) => withBan(list, target, flags.reason, Date.now()));
    printDone(`${nameOf(target)} is banned.`, target, data, terminal);
  },
);

export const banRemove = command(
  {
    name: 'ban remove',
    positionals: ['USERID|IP'],
    description: 'lift a ban; its entry stays as a record',
    flags: { reason },
    notes,
  },
  ({ positionals: [typed = ''], flags, data, terminal }) => {
    requireDataFolder(data);
    const target = parseBanTarget(typed);
    change(data, (list) => withoutBan(list, target, flags.reason, Date.now()));
    printDone(`The ban of ${nameOf(target)} is lifted.`, target, data, terminal);
  },
);

/** The bans of players whose UserId is not known yet. They stand in the world, so there are none without one. */
function pendingBans(data: DataPaths, terminal: Terminal): { PlayerUID: Guid; BannedBy: Issuer }[] {
  if (!existsSync(data.world)) return [];
  try {
    return readPlayerBans(data)
      .filter(({ userId }) => userId === '')
      .map(({ uid, bannedBy }) => ({ PlayerUID: uid, BannedBy: bannedBy }));
  } catch (error) {
    if (!(error instanceof WorldFileError)) throw error;
    terminal.warn(`bans by PlayerUID are missing here: ${error.message}`);
    return [];
  }
}

function readList(data: DataPaths) {
  return readBanlist(data.banlist, configFile.read(data.config).bannedMessage);
}

function change(data: DataPaths, edit: (list: Banlist) => Banlist): void {
  editBanlist(data.banlist, configFile.read(data.config).bannedMessage, edit);
}

function nameOf(target: BanTarget): string {
  return 'ip' in target ? target.ip : target.userId;
}

function printDone(done: string, target: BanTarget, data: DataPaths, terminal: Terminal): void {
  const inUse = isInUse(data.path);
  terminal.printJson({ ...target, needsReload: inUse });
  terminal.print(done);
  if (inUse) terminal.print('A server is running: palatine reload puts this in force.');
}

function rowOf(name: string, { Active, BannedBy, UnbannedBy }: Omit<UserBan, 'UserId'>): string[] {
  const by = Active ? BannedBy : (UnbannedBy ?? BannedBy);
  return [name, Active ? 'banned' : 'lifted', dayOf(by.Timestamp.UTC), by.NameValue || by.Type, by.Reason];
}

/** A file edited by hand may hold any number. */
function dayOf(seconds: number): string {
  const date = new Date(seconds * 1000);
  return Number.isNaN(date.getTime()) ? 'some day' : date.toISOString().slice(0, 10);
}
