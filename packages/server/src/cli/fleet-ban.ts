import { type FleetClient, PalatineError } from '@palatine/client';
import { parseGuid, parseUserId } from '@palatine/contract';
import { ConfigError } from '../data-folder/config-error.ts';
import { UNTIL_FLAG, untilOf } from './flag-values.ts';
import { fleetCommand, withGateway } from './fleet-command.ts';

/** The list that a world enforces unless its join code says otherwise. */
const MAIN_LIST = 'main';
const LIST_FLAG = { value: 'LIST', description: `the shared list (default ${MAIN_LIST})` } as const;
const WRITE = ['Palatine.Fleet.Lists.Write'];

export const fleetBan = fleetCommand(
  {
    name: 'fleet ban',
    positionals: ['USERID|IP'],
    description: 'ban a user or an address in every world that enforces a list',
    flags: {
      list: LIST_FLAG,
      reason: { value: 'TEXT', description: 'the reason, for the record and for the banned player' },
      until: UNTIL_FLAG,
    },
    notes: ['Worlds that are connected have it within a second, the others when they come back.'],
  },
  async (call) => {
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
);

export const fleetUnban = fleetCommand(
  {
    name: 'fleet unban',
    positionals: ['USERID|IP'],
    description: 'lift a ban of a list; its entry stays as a record',
    flags: { list: LIST_FLAG },
  },
  async (call) => {
    const { positionals, flags, terminal } = call;
    const id = namedTarget(positionals[0] ?? '');
    const { list = MAIN_LIST } = flags;
    const ban = await withGateway(call, WRITE, (fleet) => fleet.removeFleetBan({ params: { list, id } }));
    terminal.printJson({ List: list, ...ban });
    terminal.print(`The ban of ${ban.Id} by the list ${list} is lifted.`);
  },
);

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
