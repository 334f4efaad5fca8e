import { existsSync } from 'node:fs';
import type { Client } from '@palatine/client';
import {
  banIP,
  banPlayer,
  type Guid,
  type Issuer,
  type UserBan,
  unbanIP,
  unbanPlayer,
} from '@palatine/contract';
import { readBanlist, writeBanlist } from '@palatine/data-dir/banlist-file';
import { type DataPaths, isInUse, openDataFolder } from '@palatine/data-dir/data-folder';
import { type BanEdit, type BanTarget, parseBanTarget, withBan, withoutBan } from '@palatine/engine/banlist';
import { configFile } from '@palatine/engine/config';
import { WorldFileError } from '@palatine/engine/open-world-file';
import { readPlayerBans } from '@palatine/engine/world-readers';
import { ConfigError } from '@palatine/platform/config-error';
import { type CliCommand, command, requireDataFolder } from '../command/command.ts';
import { columns, type Terminal } from '../command/terminal.ts';
import * as words from '../texts/commands.ts';
import { calling, PLAYER } from './running-server.ts';

export const banList = command('ban list', {
  ...words.banList,
  run({ flags, data, terminal }) {
    requireDataFolder(data);
    const { UserEntries, IPEntries } = readList(data);
    const isListed = ({ Active }: { Active: boolean }) => Active || flags.all === true;
    const [users, addresses] = [UserEntries.filter(isListed), IPEntries.filter(isListed)];
    const pending = pendingBans(data, terminal);
    const rows = [
      ...users.map((entry) => rowOf(entry.UserId, entry)),
      ...addresses.map((entry) => rowOf(entry.IP, entry)),
      ...pending.map(({ PlayerUID, BannedBy }) => rowOf(PlayerUID, { Active: true, BannedBy })),
    ];
    const value = { UserEntries: users, IPEntries: addresses, Pending: pending };
    terminal.show(value, ...(rows.length === 0 ? ['Nobody is banned.'] : columns(rows)));
    if (pending.length > 0) terminal.print(words.PENDING_BANS_NOTE);
  },
});

export const banAdd = banCommand('ban add USERID|IP', 'ban a user or an address', {
  done: 'is banned',
  edit: withBan,
  async send(client, target, body) {
    if ('userId' in target) return client.banPlayer({ params: { player_identifier: target.userId }, body });
    if (!target.ip.includes('/')) return client.banIP({ params: target, body });
    throw new ConfigError(
      `a running server bans single addresses: enter ${target.ip} under IPEntries of Banlist.json, then palatine reload`,
    );
  },
  routes: { userId: banPlayer, ip: banIP },
});

export const banRemove = banCommand('ban remove USERID|IP', 'lift a ban; its entry stays as a record', {
  done: 'is no longer banned',
  edit: withoutBan,
  send: (client, target, body) =>
    'userId' in target
      ? client.unbanPlayer({ params: { user_id: target.userId }, body })
      : client.unbanIP({ params: target, body }),
  routes: { userId: unbanPlayer, ip: unbanIP },
});

interface BanChange {
  readonly done: string;
  readonly edit: BanEdit;
  send(client: Client, target: BanTarget, body: { Reason?: string }): Promise<unknown>;
  readonly routes: Readonly<Record<'userId' | 'ip', { permission: string }>>;
}

/** Changes a ban through the running server, or in Banlist.json while none runs, as the next start reads it. */
function banCommand(usage: string, description: string, { done, edit, send, routes }: BanChange): CliCommand {
  return calling(usage, {
    description,
    ...words.banChange,
    async run({ data, flags, url, env, terminal, positionals: [typed = ''] }, ask) {
      const remote = url !== undefined || env.PALATINE_URL !== undefined;
      if (!remote) requireDataFolder(data);
      const isServed = remote || isInUse(data.path);
      let target = targetOf(typed, isServed);
      if (isServed) {
        const { permission } = target !== undefined && 'ip' in target ? routes.ip : routes.userId;
        const body = flags.reason === undefined ? {} : { Reason: flags.reason };
        const needed = target === undefined ? [permission, ...PLAYER.permissions(typed)] : [permission];
        target = await ask(needed, async (client) => {
          const found = target ?? { userId: await PLAYER.find(client, typed) };
          await send(client, found, body);
          return found;
        });
      } else {
        target = parseBanTarget(typed);
        using folder = openDataFolder(data.path); // no server starts meanwhile
        writeBanlist(folder.banlist, edit(readList(data), target, flags.reason, Date.now()));
      }
      terminal.show(target, `${'ip' in target ? target.ip : target.userId} ${done}.`);
    },
  });
}

/** Undefined for a name, which a running server knows. Throws a ConfigError without one. */
function targetOf(typed: string, isServed: boolean): BanTarget | undefined {
  try {
    return parseBanTarget(typed);
  } catch (error) {
    if (!isServed) throw error;
    return undefined;
  }
}

/** The bans of players whose UserId is not known yet, from the world file. */
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

function rowOf(name: string, { Active, BannedBy, UnbannedBy }: Omit<UserBan, 'UserId'>): string[] {
  const by = Active ? BannedBy : (UnbannedBy ?? BannedBy);
  return [name, Active ? 'banned' : 'lifted', dayOf(by.Timestamp.UTC), by.NameValue || by.Type, by.Reason];
}

/** A file edited by hand may contain any number. */
function dayOf(seconds: number): string {
  const date = new Date(seconds * 1000);
  return Number.isNaN(date.getTime()) ? 'some day' : date.toISOString().slice(0, 10);
}
