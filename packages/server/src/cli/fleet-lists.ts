import { FLEET_LIST_ADOPTIONS, FLEET_LIST_KINDS } from '@palatine/contract';
import { choiceOf } from './flag-values.ts';
import { fleetCommand, withGateway } from './fleet-command.ts';
import { columns } from './terminal.ts';

export const fleetLists = fleetCommand(
  {
    name: 'fleet lists',
    description: 'list the bans and whitelists that worlds share',
  },
  async (call) => {
    const { terminal } = call;
    const reply = await withGateway(call, ['Palatine.Fleet.Lists.Read'], (fleet) => fleet.getFleetLists());
    terminal.printJson(reply);
    if (reply.Lists.length === 0) {
      terminal.print(
        'There are no lists. palatine fleet ban makes the list main, palatine fleet list create any other.',
      );
      return 0;
    }
    const rows = reply.Lists.map(({ List, Kind, Adopt, LocalUnban, Active, Total, Offers, Title }) => [
      List,
      Kind,
      `${Active} of ${Total}`,
      Adopt,
      LocalUnban ? 'yes' : 'no',
      String(Offers),
      Title,
    ]);
    terminal.print(
      ...columns([['LIST', 'KIND', 'IN FORCE', 'BANS OF WORLDS', 'LOCAL UNBAN', 'OFFERS', 'TITLE'], ...rows]),
    );
    return 0;
  },
);

export const fleetListCreate = fleetCommand(
  {
    name: 'fleet list create',
    positionals: ['LIST'],
    description: 'make a shared list, or change what it is',
    flags: {
      kind: { value: 'KIND', description: 'Ban, or Allow for a whitelist (default Ban)' },
      title: { value: 'TEXT', description: 'a title for people' },
      adopt: {
        value: 'HOW',
        description:
          'what becomes of bans that its worlds give by themselves: Adopt, Offer or Ignore (default Ignore)',
      },
      'local-unban': {
        value: 'yes|no',
        description: 'whether a ban that a world lifts stays lifted there (default yes)',
      },
    },
    notes: ['A name has 1 to 32 of the characters a to z, 0 to 9 and -. The kind of a list stays as it is.'],
  },
  async (call) => {
    const { positionals, flags, terminal } = call;
    const Kind = choiceOf('--kind', flags.kind, FLEET_LIST_KINDS);
    const Adopt = choiceOf('--adopt', flags.adopt, FLEET_LIST_ADOPTIONS);
    const unban = choiceOf('--local-unban', flags['local-unban'], ['yes', 'no'] as const);
    const list = await withGateway(call, ['Palatine.Fleet.Lists.Write'], (fleet) =>
      fleet.putFleetList({
        params: { list: positionals[0] ?? '' },
        body: {
          ...(Kind && { Kind }),
          ...(Adopt && { Adopt }),
          ...(unban && { LocalUnban: unban === 'yes' }),
          ...(flags.title !== undefined && { Title: flags.title }),
        },
      }),
    );
    terminal.printJson(list);
    terminal.print(
      `The list ${list.List} is there. A world enforces it when it is in Lists of its fleet.json.`,
    );
  },
);
