import { command } from './command.ts';
import { findPermissions, findPlayer } from './find-player.ts';
import { SERVER_FLAGS, withServer } from './running-server.ts';

export const kick = command(
  {
    name: 'kick',
    positionals: ['PLAYER', '[REASON]...'],
    description: 'disconnect a player, who may come back',
    flags: SERVER_FLAGS,
    notes: ['PLAYER is a UserId, a PlayerUID or a name; the reason is shown to the player.'],
  },
  async (call) => {
    const [typed = '', ...words] = call.positionals;
    const permissions = ['REST.Punishments.Kick', ...findPermissions(typed)];
    const reply = await withServer(call, permissions, async (client) => {
      const { identifier } = await findPlayer(client, typed);
      const body = words.length === 0 ? {} : { Reason: words.join(' ') };
      return client.kickPlayer({ params: { player_identifier: identifier }, body });
    });
    call.terminal.printJson(reply);
    call.terminal.print(`${typed} is disconnected.`);
    return 0;
  },
);
