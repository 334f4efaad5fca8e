import { findWorld, findWorldPermissions } from './find-world.ts';
import { fleetCommand } from './fleet-command.ts';
import { withGateway } from './running-gateway.ts';

export const fleetTakeOver = fleetCommand(
  {
    name: 'fleet take-over',
    positionals: ['WORLD'],
    description: 'decide for the second of two processes that say they are one world',
    flags: {},
    notes: [
      'WORLD is its key or its name. It is for a copied data folder whose copy is to go on: the second process may',
      'change the world from now on, and the first no longer. Stop the first one.',
    ],
  },
  async (call) => {
    const { positionals, terminal } = call;
    const typed = positionals[0] ?? '';
    const permissions = ['Palatine.Fleet.Worlds.TakeOver', ...findWorldPermissions(typed)];
    const reply = await withGateway(call, permissions, async (fleet) =>
      fleet.takeOverWorld({ params: { world: await findWorld(fleet, typed) } }),
    );
    terminal.printJson(reply);
    terminal.print(
      `${reply.Name || reply.World} goes on as the process ${reply.Instance}. Stop the other one.`,
    );
    return 0;
  },
);
