import type { Banlist, IPBan, UserBan } from '@palatine/contract';
import { readBanlist } from '../data-folder/banlist-file.ts';
import { configFile } from '../data-folder/config.ts';
import { type DataPaths, isInUse } from '../data-folder/data-folder.ts';
import {
  type Banned,
  editBanlist,
  parseBanTarget,
  withBan,
  withoutBan,
} from '../data-folder/edit-banlist.ts';
import { command } from './command.ts';
import { needDataFolder } from './require-data-folder.ts';
import { columns, type Terminal } from './terminal.ts';

const reason = { value: 'TEXT', description: 'why, for the record and for who is concerned' } as const;
const notes = [
  'It is written into Banlist.json, where a running server takes it in at POST /v1/pdapi/ReloadConfig, or with the',
  'next ban it makes itself. To have somebody disconnected at once, ban them through the service.',
];

export const banList = command(
  {
    name: 'ban list',
    positionals: [],
    description: 'list the bans in force',
    flags: { all: { description: 'also those that were lifted' } },
  },
  ({ flags, data, terminal }) => {
    needDataFolder(data);
    const { UserEntries, IPEntries } = listOf(data);
    const shown = <Entry extends UserBan | IPBan>(entries: Entry[]) =>
      entries.filter(({ Active }) => Active || flags.all === true);
    const [users, addresses] = [shown(UserEntries), shown(IPEntries)];
    terminal.printJson({ UserEntries: users, IPEntries: addresses });
    const rows = [
      ...users.map((entry) => rowOf(entry.UserId, entry)),
      ...addresses.map((entry) => rowOf(entry.IP, entry)),
    ];
    terminal.print(...(rows.length === 0 ? ['Nobody is banned.'] : columns(rows)));
    return 0;
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
    needDataFolder(data);
    const banned = parseBanTarget(typed);
    change(data, (list) => withBan(list, banned, flags.reason, Date.now()));
    tellDone(`${nameOf(banned)} is banned.`, banned, data, terminal);
    return 0;
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
    needDataFolder(data);
    const banned = parseBanTarget(typed);
    change(data, (list) => withoutBan(list, banned, flags.reason, Date.now()));
    tellDone(`The ban of ${nameOf(banned)} is lifted.`, banned, data, terminal);
    return 0;
  },
);

function listOf(data: DataPaths) {
  return readBanlist(data.banlist, configFile.read(data.config).bannedMessage);
}

function change(data: DataPaths, how: (list: Banlist) => Banlist): void {
  editBanlist(data.banlist, configFile.read(data.config).bannedMessage, how);
}

function nameOf(banned: Banned): string {
  return 'ip' in banned ? banned.ip : banned.userId;
}

function tellDone(done: string, banned: Banned, data: DataPaths, terminal: Terminal): void {
  const inUse = isInUse(data.path);
  terminal.printJson({ ...banned, needsReload: inUse });
  terminal.print(done);
  if (inUse) terminal.print('A server is running: it takes this in at POST /v1/pdapi/ReloadConfig.');
}

function rowOf(name: string, { Active, BannedBy, UnbannedBy }: UserBan | IPBan): string[] {
  const by = Active ? BannedBy : (UnbannedBy ?? BannedBy);
  const when = new Date(by.Timestamp.UTC * 1000).toISOString().slice(0, 10);
  return [name, Active ? 'banned' : 'lifted', when, by.NameValue || by.Type, by.Reason];
}
