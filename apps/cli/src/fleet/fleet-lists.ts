import { type FleetClient, PalatineError } from '@palatine/client';
import { FLEET_LIST_ADOPTIONS, FLEET_LIST_KINDS, parseGuid } from '@palatine/contract';
import { ConfigError } from '@palatine/platform/config-error';
import { choiceOf, UNTIL_FLAG, untilOf } from '../command/flag-values.ts';
import { fleetCommand, table } from './fleet-command.ts';

/** The list that a world enforces by default. */
const MAIN_LIST = 'main';
const LIST_FLAG = { value: 'LIST', description: `the shared list (default ${MAIN_LIST})` } as const;
const WRITE = ['Palatine.Fleet.Lists.Write'];

export const fleetLists = fleetCommand('fleet lists', {
  description: 'list the shared bans and whitelists',
  async run({ terminal }, ask) {
    const reply = await ask(['Palatine.Fleet.Lists.Read'], (fleet) => fleet.getFleetLists());
    const headers = ['LIST', 'KIND', 'ACTIVE', 'BANS OF WORLDS', 'LOCAL UNBAN', 'OFFERS', 'TITLE'];
    const rows = reply.Lists.map(({ List, Kind, Adopt, LocalUnban, Active, Total, Offers, Title }) => {
      const active = `${Active} of ${Total}`;
      return [List, Kind, active, Adopt, LocalUnban ? 'yes' : 'no', String(Offers), Title];
    });
    const empty =
      'There are no lists. palatine fleet ban creates main, palatine fleet list create any other.';
    terminal.show(reply, ...table(headers, rows, empty));
  },
});

export const fleetListCreate = fleetCommand('fleet list create LIST', {
  description: 'create or change a shared list',
  flags: {
    kind: { value: 'KIND', description: 'Ban, or Allow for a whitelist (default Ban)' },
    title: { value: 'TEXT', description: 'a title for people' },
    adopt: { value: 'HOW', description: 'bans of its worlds: Adopt, Offer or Ignore (default Ignore)' },
    'local-unban': { value: 'yes|no', description: 'whether a world may lift a ban locally (default yes)' },
  },
  notes: ['A name has 1 to 32 of the characters a to z, 0 to 9 and -. The kind of a list cannot be changed.'],
  async run({ positionals: [list = ''], flags, terminal }, ask) {
    const Kind = choiceOf('--kind', flags.kind, FLEET_LIST_KINDS);
    const Adopt = choiceOf('--adopt', flags.adopt, FLEET_LIST_ADOPTIONS);
    const unban = choiceOf('--local-unban', flags['local-unban'], ['yes', 'no'] as const);
    const body = {
      ...(Kind && { Kind }),
      ...(Adopt && { Adopt }),
      ...(unban && { LocalUnban: unban === 'yes' }),
      ...(flags.title !== undefined && { Title: flags.title }),
    };
    const reply = await ask(WRITE, (fleet) => fleet.putFleetList({ params: { list }, body }));
    terminal.show(reply, `The list ${list} exists. A world enforces it when Lists in its fleet.json has it.`);
  },
});

export const fleetBan = fleetCommand('fleet ban USERID|IP', {
  description: 'ban a user or an address in every world that enforces a list',
  flags: {
    list: LIST_FLAG,
    reason: { value: 'TEXT', description: 'the reason, for the record and for the banned player' },
    until: UNTIL_FLAG,
  },
  notes: ['Connected worlds apply it within a second, the others when they reconnect.'],
  async run({ positionals, flags: { list = MAIN_LIST, reason, until }, terminal }, ask) {
    const Expires = untilOf(until);
    const body = {
      Id: targetOf(positionals),
      ...(reason !== undefined && { Reason: reason }),
      ...(Expires !== undefined && { Expires }),
    };
    const ban = (fleet: FleetClient) => fleet.addFleetBan({ params: { list }, body });
    const reply = await ask(WRITE, list === MAIN_LIST ? (fleet) => withMainList(fleet, ban) : ban);
    const end = reply.Expires === undefined ? '' : ` until ${reply.Expires}`;
    terminal.show({ List: list, ...reply }, `${reply.Id} is banned by the list ${list}${end}.`);
  },
});

export const fleetUnban = fleetCommand('fleet unban USERID|IP', {
  description: 'lift a ban of a list; its entry stays as a record',
  flags: { list: LIST_FLAG },
  async run({ positionals, flags: { list = MAIN_LIST }, terminal }, ask) {
    const params = { list, id: targetOf(positionals) };
    const reply = await ask(WRITE, (fleet) => fleet.removeFleetBan({ params }));
    terminal.show({ List: list, ...reply }, `The ban of ${reply.Id} by the list ${list} is lifted.`);
  },
});

/** Throws a ConfigError for a PlayerUID, which differs from world to world. */
function targetOf([typed = '']: readonly string[]): string {
  if (parseGuid(typed) === undefined) return typed;
  throw new ConfigError(
    `${typed} is a PlayerUID, and shared lists hold UserIds and addresses; palatine fleet find shows the UserId`,
  );
}

/** Creates the main list on first use. Any other must be created explicitly. */
async function withMainList<T>(fleet: FleetClient, work: (fleet: FleetClient) => Promise<T>): Promise<T> {
  try {
    return await work(fleet);
  } catch (error) {
    if (!(error instanceof PalatineError) || error.code !== 'LIST_NOT_FOUND') throw error;
    await fleet.putFleetList({ params: { list: MAIN_LIST }, body: { Kind: 'Ban' } });
    return await work(fleet);
  }
}
