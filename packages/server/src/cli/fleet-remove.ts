import { findWorld, findWorldPermissions } from './find-world.ts';
import { fleetCommand } from './fleet-command.ts';
import { withGateway } from './running-gateway.ts';

export const fleetRemove = fleetCommand(
  {
    name: 'fleet remove',
    positionals: ['WORLD'],
    description: 'cut a world off from the fleet at once, and take it from the list',
    flags: {},
    notes: [
      'WORLD is its key or its name. The world goes on as it does alone; a new join code lets it in again.',
    ],
  },
  async (call) => {
    const { positionals, terminal } = call;
    const typed = positionals[0] ?? '';
    const permissions = ['Palatine.Fleet.Worlds.Remove', ...findWorldPermissions(typed)];
    const reply = await withGateway(call, permissions, async (fleet) =>
      fleet.removeWorld({ params: { world: await findWorld(fleet, typed) } }),
    );
    terminal.printJson(reply);
    terminal.print(`${reply.Name || reply.World} is no longer a world of this fleet.`);
    return 0;
  },
);
