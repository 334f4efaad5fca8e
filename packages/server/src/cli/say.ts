import { SEND_PERMISSIONS } from '@palatine/contract';
import { command } from './command.ts';
import { findPermissions, findPlayer } from './find-player.ts';
import { SERVER_FLAGS, withServer } from './running-server.ts';

export const say = command(
  {
    name: 'say',
    positionals: ['TEXT...'],
    description: 'send a chat message to everyone online, or to one player',
    flags: {
      to: { value: 'PLAYER', description: 'only to this player: a UserId, a PlayerUID or a name' },
      ...SERVER_FLAGS,
    },
  },
  async (call) => {
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
);
