import type { FleetWorld } from '@palatine/client';
import { counted } from '../data-folder/counted.ts';
import { fleetCommand } from './fleet-command.ts';
import { withGateway } from './running-gateway.ts';
import { columns } from './terminal.ts';

export const fleetWorlds = fleetCommand(
  {
    name: 'fleet worlds',
    positionals: [],
    description: 'list the worlds of a fleet, with their state, version and players',
    flags: {},
  },
  async (call) => {
    const { terminal } = call;
    const { Worlds } = await withGateway(call, ['Palatine.Fleet.Worlds.Read'], (fleet) =>
      fleet.getFleetWorlds(),
    );
    terminal.printJson({ Worlds });
    if (Worlds.length === 0) {
      terminal.print('No world has joined. palatine fleet join-code makes a line with which one does.');
      return 0;
    }
    const online = Worlds.filter(({ State }) => State === 'Online');
    const players = online.reduce((sum, { PlayersOnline }) => sum + PlayersOnline, 0);
    terminal.print(
      ...columns([['NAME', 'KEY', 'STATE', 'VERSION', 'PLAYERS', 'LAST SEEN', 'TAGS'], ...Worlds.map(rowOf)]),
      `${online.length} of ${counted(Worlds.length, 'world')} ${Worlds.length === 1 ? 'is' : 'are'} online, with ${counted(players, 'player')}.`,
    );
    return 0;
  },
);

function rowOf({ Name, World, State, Version, PlayersOnline, LastSeen, Tags }: FleetWorld): string[] {
  const players = State === 'Online' ? String(PlayersOnline) : '-';
  return [Name || '-', World, State, Version || '-', players, LastSeen ?? '-', Tags.join(',') || '-'];
}
