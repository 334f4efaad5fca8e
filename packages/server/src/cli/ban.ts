import { existsSync } from 'node:fs';
import type { Client } from '@palatine/client';
import type { Banlist, Guid, IPBan, Issuer, UserBan } from '@palatine/contract';
import { readBanlist, writeBanlist } from '../data-folder/banlist-file.ts';
import { configFile } from '../data-folder/config.ts';
import { ConfigError } from '../data-folder/config-error.ts';
import { type DataPaths, isInUse, openDataFolder } from '../data-folder/data-folder.ts';
import { type BanTarget, parseBanTarget, withBan, withoutBan } from '../data-folder/edit-banlist.ts';
import { WorldFileError } from '../store/world-file-error.ts';
import { readPlayerBans } from '../store/world-readers.ts';
import { type CliCall, command, requireDataFolder } from './command.ts';
import { SERVER_FLAGS, withServer } from './running-server.ts';
import { columns, type Terminal } from './terminal.ts';

const reason = {
  value: 'TEXT',
  description: 'the reason, for the record and for the banned player',
} as const;
const notes = [
  'A running server does it at once; else Banlist.json is changed, and counts at the next start.',
];

const PENDING_NOTE =
  'A ban by PlayerUID moves to Banlist.json once the UserId of the player is known. POST /v1/pdapi/unban/<PlayerUID> lifts it.';

export const banList = command('ban list', {
  description: 'list the bans in force',
  flags: { all: { description: 'also the lifted ones' } },
  run({ flags, data, terminal }) {
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
});

export const banAdd = command('ban add USERID|IP', {
  description: 'ban a user or an address',
  flags: { reason, ...SERVER_FLAGS },
  notes,
  run(call) {
    const target = parseBanTarget(call.positionals[0] ?? '');
    return change(call, {
      target,
      done: 'is banned',
      edit: (list, text) => withBan(list, target, text, Date.now()),
      async ask(client, body) {
        if ('userId' in target) {
          return client.banPlayer({ params: { player_identifier: target.userId }, body });
        }
        if (!target.ip.includes('/')) return client.banIP({ params: target, body });
        throw new ConfigError(
          `a running server bans single addresses: enter ${target.ip} under IPEntries of Banlist.json, then palatine reload`,
        );
      },
      permission: 'userId' in target ? 'REST.Punishments.Ban' : 'REST.Punishments.BanIP',
    });
  },
});

export const banRemove = command('ban remove USERID|IP', {
  description: 'lift a ban; its entry stays as a record',
  flags: { reason, ...SERVER_FLAGS },
  notes,
  run(call) {
    const target = parseBanTarget(call.positionals[0] ?? '');
    return change(call, {
      target,
      done: 'is no longer banned',
      edit: (list, text) => withoutBan(list, target, text, Date.now()),
      ask: (client, body) =>
        'userId' in target
          ? client.unbanPlayer({ params: { user_id: target.userId }, body })
          : client.unbanIP({ params: target, body }),
      permission: 'userId' in target ? 'REST.Punishments.Unban' : 'REST.Punishments.UnbanIP',
    });
  },
});

interface BanChange {
  readonly target: BanTarget;
  readonly done: string;
  /** Changes a list without a server. */
  edit(list: Banlist, reason: string | undefined): Banlist;
  /** Has a server do it. */
  ask(client: Client, body: { Reason?: string }): Promise<unknown>;
  readonly permission: string;
}

/** Changes a ban through the running server, or in Banlist.json while none runs, as the next start reads it. */
async function change(
  call: CliCall<typeof SERVER_FLAGS & { reason: typeof reason }>,
  { target, done, edit, ask, permission }: BanChange,
): Promise<number> {
  const { data, flags, env, terminal } = call;
  const remote = flags.url !== undefined || env.PALATINE_URL !== undefined;
  if (!remote) requireDataFolder(data);
  if (remote || isInUse(data.path)) {
    await withServer(call, [permission], (client) =>
      ask(client, flags.reason === undefined ? {} : { Reason: flags.reason }),
    );
  } else {
    const { unlock, banlist } = openDataFolder(data.path); // no server starts meanwhile
    try {
      writeBanlist(banlist, edit(readList(data), flags.reason));
    } finally {
      unlock();
    }
  }
  terminal.printJson(target);
  terminal.print(`${nameOf(target)} ${done}.`);
  return 0;
}

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

function nameOf(target: BanTarget): string {
  return 'ip' in target ? target.ip : target.userId;
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
