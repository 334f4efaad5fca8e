import type { Client } from '@palatine/client';
import { type PlayerEntry, parseGuid, parseUserId } from '@palatine/contract';
import { ConfigError } from '../data-folder/config-error.ts';

/** How a command names a player to the server. */
export interface NamedPlayer {
  /** What the routes take. */
  identifier: string;
  /** What was typed. */
  shown: string;
}

/** The permissions that `findPlayer` needs for what was typed. */
export function findPermissions(typed: string): string[] {
  return idOf(typed) === undefined ? ['REST.Players.Read'] : [];
}

/** A UserId or PlayerUID as it is, else the only player with exactly this name. Throws a ConfigError. */
export async function findPlayer(client: Client, typed: string): Promise<NamedPlayer> {
  const id = idOf(typed);
  if (id !== undefined) return { identifier: id, shown: typed };
  const { Players } = await client.getPlayers();
  const named = Players.filter(({ Name }) => Name === typed);
  const [one, another] = named;
  if (one === undefined) throw new ConfigError(`nobody is called "${typed}"${nearly(Players, typed)}`);
  if (another !== undefined) {
    const all = named.map(describe).join(', ');
    throw new ConfigError(`${named.length} players are called "${typed}"; name one by id: ${all}`);
  }
  return { identifier: identifierOf(one), shown: typed };
}

/** Undefined for a text that can only be a name. */
function idOf(typed: string): string | undefined {
  return parseGuid(typed) ?? parseUserId(typed);
}

function identifierOf({ UserId, PlayerUID }: PlayerEntry): string {
  return UserId === '' ? PlayerUID : UserId;
}

function describe(player: PlayerEntry): string {
  return `${identifierOf(player)} (${player.Status})`;
}

/** The names that differ in upper and lower case only. */
function nearly(players: readonly PlayerEntry[], typed: string): string {
  const names = new Set(players.map(({ Name }) => Name));
  const same = [...names].filter((name) => name.toLowerCase() === typed.toLowerCase());
  if (same.length === 0) return '; palatine players --all lists everybody';
  return `; is ${same.map((name) => `"${name}"`).join(' or ')} meant?`;
}
