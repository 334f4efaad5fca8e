import { type FleetClient, PalatineError } from '@palatine/client';
import { FLEET_LIST_ADOPTIONS, FLEET_LIST_KINDS, parseGuid, parseUserId } from '@palatine/contract';
import { ConfigError } from '../data-folder/config-error.ts';
import { choiceOf, UNTIL_FLAG, untilOf } from './flag-values.ts';
import { fleetCommand, withGateway } from './fleet-command.ts';
import { columns } from './terminal.ts';

/** The list that a world enforces unless its join code says otherwise. */
const MAIN_LIST = 'main';
const LIST_FLAG = { value: 'LIST', description: `the shared list (default ${MAIN_LIST})` } as const;
const WRITE = ['Palatine.Fleet.Lists.Write'];

export const fleetLists = fleetCommand('fleet lists', {
  description: 'list the bans and whitelists that worlds share',

  async run(call) {
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
});

export const fleetListCreate = fleetCommand('fleet list create LIST', {
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
  async run(call) {
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
});

export const fleetBan = fleetCommand('fleet ban USERID|IP', {
  description: 'ban a user or an address in every world that enforces a list',
  flags: {
    list: LIST_FLAG,
    reason: { value: 'TEXT', description: 'the reason, for the record and for the banned player' },
    until: UNTIL_FLAG,
  },
  notes: ['Worlds that are connected have it within a second, the others when they come back.'],
  async run(call) {
    const { positionals, flags, terminal } = call;
    const typed = namedTarget(positionals[0] ?? '');
    const { list = MAIN_LIST, reason } = flags;
    const until = untilOf(flags.until);
    const body = {
      ...(parseUserId(typed) === undefined ? { IP: typed } : { UserId: typed }),
      ...(reason !== undefined && { Reason: reason }),
      ...(until !== undefined && { Expires: until }),
    };
    const ban = await withGateway(call, WRITE, (fleet) =>
      withMainList(fleet, list, () => fleet.addFleetBan({ params: { list }, body })),
    );
    terminal.printJson({ List: list, ...ban });
    terminal.print(`${ban.Id} is banned by the list ${list}${until === undefined ? '' : ` until ${until}`}.`);
  },
});

export const fleetUnban = fleetCommand('fleet unban USERID|IP', {
  description: 'lift a ban of a list; its entry stays as a record',
  flags: { list: LIST_FLAG },
  async run(call) {
    const { positionals, flags, terminal } = call;
    const id = namedTarget(positionals[0] ?? '');
    const { list = MAIN_LIST } = flags;
    const ban = await withGateway(call, WRITE, (fleet) => fleet.removeFleetBan({ params: { list, id } }));
    terminal.printJson({ List: list, ...ban });
    terminal.print(`The ban of ${ban.Id} by the list ${list} is lifted.`);
  },
});

/** Throws a ConfigError for a PlayerUID, which differs from world to world. */
function namedTarget(typed: string): string {
  if (parseGuid(typed) === undefined) return typed;
  throw new ConfigError(
    `${typed} is a PlayerUID, and shared lists hold UserIds and addresses; palatine fleet find shows the UserId`,
  );
}

/** Makes the list that every world enforces when somebody needs it first. Any other has to be made on purpose. */
async function withMainList<T>(fleet: FleetClient, list: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (list !== MAIN_LIST || !(error instanceof PalatineError) || error.code !== 'LIST_NOT_FOUND')
      throw error;
    await fleet.putFleetList({ params: { list }, body: { Kind: 'Ban' } });
    return await work();
  }
}
