import { type Client, createClient } from '@palatine/client';
import { type PlayerEntry, parseGuid, parseUserId } from '@palatine/contract';
import { type DataPaths, isInUse } from '@palatine/data-dir/data-folder';
import { ConfigError } from '@palatine/platform/config-error';
import { DATA_FOLDER, requireDataFolder } from '../command/command.ts';
import type { Service } from '../remote/call-service.ts';
import { commandsOf, type Lookup } from '../remote/remote-command.ts';

/** The server of a data folder. */
const SERVER: Service<DataPaths, Client> = {
  noun: 'server',
  folder: DATA_FOLDER,
  urlText: 'a server elsewhere, such as https://host:17993 (PALATINE_URL, default: that of the data folder)',
  variable: 'PALATINE_URL',
  create: createClient,
  isRunning(data) {
    requireDataFolder(data);
    return isInUse(data.path, { waitMs: 0 });
  },
  remedy: 'palatine serve starts it, --url names a server elsewhere',
};

export const { calling, remote } = commandsOf(SERVER);

/** A UserId or PlayerUID as it is, else that of the only player with exactly this name. */
export const PLAYER: Lookup<Client> = {
  permissions: (typed) => (idOf(typed) === undefined ? ['REST.Players.Read'] : []),
  async find(client, typed) {
    const id = idOf(typed);
    if (id !== undefined) return id;
    const { Players } = await client.getPlayers();
    const matches = Players.filter(({ Name }) => Name === typed);
    const [player] = matches;
    if (player === undefined) throw new ConfigError(`nobody is called "${typed}"${nearly(Players, typed)}`);
    if (matches.length === 1) return identifierOf(player);
    const all = matches.map((match) => `${identifierOf(match)} (${match.Status})`).join(', ');
    throw new ConfigError(`${matches.length} players are called "${typed}"; use an id: ${all}`);
  },
};

/** Undefined for a text that can only be a name. */
function idOf(typed: string): string | undefined {
  return parseGuid(typed) ?? parseUserId(typed);
}

function identifierOf({ UserId, PlayerUID }: PlayerEntry): string {
  return UserId === '' ? PlayerUID : UserId;
}

/** Names that differ in case only. */
function nearly(players: readonly PlayerEntry[], typed: string): string {
  const names = new Set(players.map(({ Name }) => Name));
  const same = [...names].filter((name) => name.toLowerCase() === typed.toLowerCase());
  if (same.length === 0) return '; palatine players --all lists everybody';
  return `; is ${same.map((name) => `"${name}"`).join(' or ')} meant?`;
}
