import type { FleetPlayer } from '@palatine/client';
import { FLEET_PLAYERS_READ, FLEET_PLAYERS_READ_PRIVATE } from '@palatine/contract';
import { fleetCommand, withGateway } from './fleet-command.ts';
import { columns } from './terminal.ts';

const SHOWN = 50;

export const fleetFind = fleetCommand('fleet find TEXT', {
  description: 'find players of all worlds by a part of their name, a UserId or a PlayerUID',
  flags: {
    online: { description: 'those who are online only' },
  },
  async run(call) {
    const { positionals, flags, terminal } = call;
    const Find = positionals[0] ?? '';
    const query = {
      Find,
      Limit: SHOWN,
      ...(flags.online && { Online: true }),
    };
    const permissions = [FLEET_PLAYERS_READ, FLEET_PLAYERS_READ_PRIVATE];
    const { Rows, Next } = await withGateway(call, permissions, (fleet) =>
      fleet.searchFleetPlayers({ query }),
    );
    terminal.printJson({ Rows, more: Next !== undefined });
    if (Rows.length === 0) terminal.print(`No world knows a player by "${Find}".`);
    else
      terminal.print(
        ...columns([['NAME', 'USERID', 'WORLD', 'LEVEL', 'LAST SEEN', 'GUILD'], ...Rows.map(rowOf)]),
      );
    if (Next !== undefined) terminal.print('There are more; a longer text finds fewer.');
  },
});

function rowOf({ Name, UserId, WorldName, World, Level, Online, LastSeen, Guild }: FleetPlayer): string[] {
  return [
    Name,
    UserId || '-',
    WorldName || World,
    Level === undefined ? '-' : String(Level),
    Online ? 'online' : (LastSeen ?? '-'),
    Guild ?? '-',
  ];
}
