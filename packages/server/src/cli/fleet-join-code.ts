import { findWorld, findWorldPermissions } from './find-world.ts';
import { fleetCommand } from './fleet-command.ts';
import { withGateway } from './running-gateway.ts';

export const fleetJoinCode = fleetCommand(
  {
    name: 'fleet join-code',
    positionals: [],
    description: 'make a line with which one world joins, once and within 15 minutes',
    flags: {
      tag: { value: 'T', multiple: true, description: 'a tag of the world; repeatable' },
      list: {
        value: 'L',
        multiple: true,
        description: 'a shared list that the world enforces; repeatable (default main)',
      },
      world: { value: 'WORLD', description: 'for a world that joins again: its key or its name' },
    },
    notes: ['The line is a secret until it is used. With --world, the former credentials of that world end.'],
  },
  async (call) => {
    const { flags, terminal } = call;
    const { tag: Tags, list: Lists, world } = flags;
    const further = world === undefined ? [] : findWorldPermissions(world);
    const reply = await withGateway(call, ['Palatine.Fleet.Worlds.Join', ...further], async (fleet) => {
      const World = world === undefined ? undefined : await findWorld(fleet, world);
      return fleet.createJoinCode({
        body: {
          ...(Tags && { Tags }),
          ...(Lists && { Lists }),
          ...(World !== undefined && { World }),
        },
      });
    });
    terminal.printJson(reply);
    terminal.print(
      `On the machine of the world, once and before ${reply.Until}:`,
      '',
      `  npm start -- --join '${reply.Line}'`,
      '',
    );
    return 0;
  },
);
