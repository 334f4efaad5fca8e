import { SEND_PERMISSIONS } from '@palatine/contract';
import { counted } from '../data-folder/counted.ts';
import { command } from './command.ts';
import { findPermissions, findPlayer } from './find-player.ts';
import { SERVER_FLAGS, withServer } from './running-server.ts';
import { columns } from './terminal.ts';

export const players = command('players', {
  description: 'list the players who are online',
  flags: { all: { description: 'also those who are offline' }, ...SERVER_FLAGS },
  async run(call) {
    const { flags, terminal } = call;
    const { Meta, Players } = await withServer(call, ['REST.Players.Read'], (client) => client.getPlayers());
    const shown = Players.filter(({ Status }) => Status === 'Online' || flags.all === true);
    terminal.printJson({ Meta, Players: shown });
    terminal.print(
      ...columns(
        shown.map(({ Status, Name, UserId, PlayerUID, GuildName }) => [
          Status,
          Name,
          UserId || '-',
          PlayerUID,
          GuildName,
        ]),
      ),
      `${Meta.OnlineCount} of ${counted(Meta.PlayerCount, 'player')} ${Meta.PlayerCount === 1 ? 'is' : 'are'} online.`,
    );
  },
});

export const kick = command('kick PLAYER [REASON]...', {
  description: 'disconnect a player, who may come back',
  flags: SERVER_FLAGS,
  notes: ['PLAYER is a UserId, a PlayerUID or a name; the reason is shown to the player.'],
  async run(call) {
    const [typed = '', ...words] = call.positionals;
    const permissions = ['REST.Punishments.Kick', ...findPermissions(typed)];
    const reply = await withServer(call, permissions, async (client) => {
      const { identifier } = await findPlayer(client, typed);
      const body = words.length === 0 ? {} : { Reason: words.join(' ') };
      return client.kickPlayer({ params: { player_identifier: identifier }, body });
    });
    call.terminal.printJson(reply);
    call.terminal.print(`${typed} is disconnected.`);
  },
});

export const say = command('say TEXT...', {
  description: 'send a chat message to everyone online, or to one player',
  flags: {
    to: { value: 'PLAYER', description: 'only to this player: a UserId, a PlayerUID or a name' },
    ...SERVER_FLAGS,
  },
  async run(call) {
    const { to } = call.flags;
    const Message = call.positionals.join(' ');
    if (to === undefined) {
      const reply = await withServer(call, ['REST.Messages.Broadcast'], (client) =>
        client.broadcast({ body: { Message } }),
      );
      call.terminal.printJson(reply);
      call.terminal.print('The message is sent to everyone online.');
      return 0;
    }
    const permissions = [SEND_PERMISSIONS.PlayerChat, ...findPermissions(to)];
    const reply = await withServer(call, permissions, async (client) => {
      const { identifier } = await findPlayer(client, to);
      return client.sendPlayerMessage({ body: { SendType: 'PlayerChat', UserID: identifier, Message } });
    });
    call.terminal.printJson(reply);
    call.terminal.print(`The message is sent to ${to}.`);
    return 0;
  },
});

export const reload = command('reload', {
  description: 'have the running server read its settings, bans and templates again',
  flags: SERVER_FLAGS,
  notes: ['A file that is wrong changes nothing, and the exit code is 1.'],
  async run(call) {
    const reply = await withServer(call, ['REST.Reload.Config'], (client) => client.reloadConfig());
    call.terminal.printJson(reply);
    if (!reply.Success) {
      call.terminal.warn(
        'a file is wrong, so what it said before stays in force; palatine doctor says which',
      );
      return 1;
    }
    call.terminal.print('The server has read its files again.');
    return 0;
  },
});
