import { type Client, PalatineError } from '@palatine/client';
import { type PlayerEntry, parseGuid, parseUserId, SEND_PERMISSIONS } from '@palatine/contract';
import { ConfigError } from '@palatine/platform/config-error';
import { counted } from '@palatine/platform/format';
import { columns } from '../command/terminal.ts';
import { serverCommand } from './running-server.ts';

export const players = serverCommand('players', {
  description: 'list the players who are online',
  flags: { all: { description: 'include players who are offline' } },
  async run({ flags, terminal }, ask) {
    const { Meta, Players } = await ask(['REST.Players.Read'], (client) => client.getPlayers());
    const listed = Players.filter(({ Status }) => Status === 'Online' || flags.all === true);
    const rows = listed.map(({ Status, Name, UserId, PlayerUID, GuildName }) => {
      return [Status, Name, UserId || '-', PlayerUID, GuildName];
    });
    terminal.show(
      { Meta, Players: listed },
      ...columns(rows),
      `${Meta.OnlineCount} of ${counted(Meta.PlayerCount, 'player')} ${Meta.PlayerCount === 1 ? 'is' : 'are'} online.`,
    );
  },
});

export const kick = serverCommand('kick PLAYER [REASON]...', {
  description: 'disconnect a player without a ban',
  notes: ['PLAYER is a UserId, a PlayerUID or a name; the reason is shown to the player.'],
  flags: { reason: { value: 'TEXT', description: 'the reason, as one argument' } },
  async run({ positionals: [typed = '', ...rest], flags: { reason }, terminal }, ask) {
    const words = reason === undefined ? rest : [reason, ...rest];
    const permissions = ['REST.Punishments.Kick', ...findPermissions(typed)];
    const reply = await ask(permissions, async (client) => {
      const params = { player_identifier: await findPlayer(client, typed) };
      return client.kickPlayer({ params, body: words.length === 0 ? {} : { Reason: words.join(' ') } });
    });
    terminal.show(reply, `${typed} is disconnected.`);
  },
});

export const say = serverCommand('say TEXT...', {
  description: 'send a chat message to everyone online, or to one player',
  flags: { to: { value: 'PLAYER', description: 'only to this player: a UserId, a PlayerUID or a name' } },
  async run({ positionals, flags: { to }, terminal }, ask) {
    const Message = positionals.join(' ');
    if (to === undefined) {
      const reply = await ask(['REST.Messages.Broadcast'], (client) =>
        client.broadcast({ body: { Message } }),
      );
      return terminal.show(reply, 'The message is sent to everyone online.');
    }
    const permissions = [SEND_PERMISSIONS.PlayerChat, ...findPermissions(to)];
    const reply = await ask(permissions, async (client) => {
      const UserID = await findPlayer(client, to);
      return client.sendPlayerMessage({ body: { SendType: 'PlayerChat', UserID, Message } });
    });
    terminal.show(reply, `The message is sent to ${to}.`);
  },
});

export const reload = serverCommand('reload', {
  description: 'make the running server reload its settings, bans and templates',
  notes: ['An invalid file is ignored, and the exit code is 1.'],
  async run({ terminal }, ask) {
    const reply = await ask(['REST.Reload.Config'], (client) => client.reloadConfig());
    // Over a new connection: the server may have a new certificate now.
    const pending = await ask(['Palatine.Settings.Read'], pendingSettings);
    const later = pending.map((key) => `${key} takes effect at the next start.`);
    terminal.show(reply, ...(reply.Success ? ['The server has reloaded its files.', ...later] : []));
    if (reply.Success) return 0;
    terminal.warn('an invalid file was ignored; its last valid version stays active (see palatine doctor)');
    return 1;
  },
});

/** The settings whose change waits for the next start; none for a token that may not read settings. */
async function pendingSettings(client: Client): Promise<string[]> {
  try {
    const { Files } = await client.getSettings();
    return Files.flatMap(({ Values }) => Values)
      .filter(({ NextStart, InForce }) => NextStart && InForce !== undefined)
      .map(({ Key }) => Key);
  } catch (error) {
    if (error instanceof PalatineError && error.code === 'MISSING_PERMISSION') return [];
    throw error;
  }
}

/** The permissions that `findPlayer` needs. */
export function findPermissions(typed: string): string[] {
  return idOf(typed) === undefined ? ['REST.Players.Read'] : [];
}

/** A UserId or PlayerUID as it is, else that of the only player with exactly this name. Throws a ConfigError. */
export async function findPlayer(client: Client, typed: string): Promise<string> {
  const id = idOf(typed);
  if (id !== undefined) return id;
  const { Players } = await client.getPlayers();
  const matches = Players.filter(({ Name }) => Name === typed);
  const [one, another] = matches;
  if (one === undefined) throw new ConfigError(`nobody is called "${typed}"${nearly(Players, typed)}`);
  if (another !== undefined) {
    const all = matches.map((player) => `${identifierOf(player)} (${player.Status})`).join(', ');
    throw new ConfigError(`${matches.length} players are called "${typed}"; use an id: ${all}`);
  }
  return identifierOf(one);
}

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
