import { counted } from '../data-folder/counted.ts';
import { command } from './command.ts';
import { SERVER_FLAGS, withServer } from './running-server.ts';
import { columns } from './terminal.ts';

export const players = command(
  {
    name: 'players',
    positionals: [],
    description: 'list the players who are online',
    flags: { all: { description: 'also those who are offline' }, ...SERVER_FLAGS },
  },
  async (call) => {
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
    return 0;
  },
);
