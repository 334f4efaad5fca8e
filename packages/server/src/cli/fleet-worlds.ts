import type { FleetClient, FleetWorld } from '@palatine/client';
import { parseGuid } from '@palatine/contract';
import { ConfigError } from '../data-folder/config-error.ts';
import { counted } from '../data-folder/counted.ts';
import { fleetCommand, withGateway } from './fleet-command.ts';
import { columns } from './terminal.ts';

/** How far the clock of a world may be off. */
const CLOCK_MS = 60_000;
/** Rows that a world may keep to itself for a while, after a cut. */
const LAG_ROWS = 1000;

export const fleetWorlds = fleetCommand('fleet worlds', {
  description:
    'list the worlds of a fleet, with their state, version and players, and what is wrong with them',

  async run(call) {
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
      ...Worlds.flatMap((world) =>
        problemsOf(world).map((problem) => `${world.Name || world.World}: ${problem}`),
      ),
    );
    return 0;
  },
});

function rowOf({ Name, World, State, Version, PlayersOnline, LastSeen, Tags }: FleetWorld): string[] {
  const players = State === 'Online' ? String(PlayersOnline) : '-';
  return [Name || '-', World, State, Version || '-', players, LastSeen ?? '-', Tags.join(',') || '-'];
}

/** What an operator should look after. */
function problemsOf({
  State,
  ClockAheadMs = 0,
  EventsBehind,
  AuditBehind,
  ListsBehind,
}: FleetWorld): string[] {
  const problems: string[] = [];
  if (State === 'Fenced') {
    problems.push(
      'two processes say they are this world, and the second may change nothing; stop the wrong one, and the other goes on',
    );
  }
  if (State !== 'Online') return problems; // the rest is what it said last
  if (Math.abs(ClockAheadMs) > CLOCK_MS) {
    const off = `${Math.round(Math.abs(ClockAheadMs) / 1000)} s ${ClockAheadMs > 0 ? 'ahead' : 'behind'}`;
    problems.push(`its clock is ${off}, and bans end by it; set it (NTP)`);
  }
  if (EventsBehind + AuditBehind > LAG_ROWS) {
    const rows = EventsBehind + AuditBehind;
    problems.push(
      `${rows} rows wait to be sent; if they grow, look at the disk of the broker and at its log`,
    );
  }
  if (ListsBehind) problems.push('it has not read the newest change of the shared lists');
  return problems;
}

export const fleetRemove = fleetCommand('fleet remove WORLD', {
  description: 'cut a world off from the fleet at once, and take it from the list',
  notes: [
    'WORLD is its key or its name. The world goes on as it does alone; a new join code lets it in again.',
  ],
  async run(call) {
    const { positionals, terminal } = call;
    const typed = positionals[0] ?? '';
    const permissions = ['Palatine.Fleet.Worlds.Remove', ...findWorldPermissions(typed)];
    const reply = await withGateway(call, permissions, async (fleet) =>
      fleet.removeWorld({ params: { world: await findWorld(fleet, typed) } }),
    );
    terminal.printJson(reply);
    terminal.print(`${reply.Name || reply.World} is no longer a world of this fleet.`);
  },
});

export const fleetJoinCode = fleetCommand('fleet join-code', {
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
  async run(call) {
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
  },
});

/** The permissions that `findWorld` needs for what was typed. */
function findWorldPermissions(typed: string): string[] {
  return parseGuid(typed) === undefined ? ['Palatine.Fleet.Worlds.Read'] : [];
}

/** A key as it is, else the key of the only world with exactly this name. Throws a ConfigError. */
async function findWorld(fleet: FleetClient, typed: string): Promise<string> {
  if (parseGuid(typed) !== undefined) return typed;
  const { Worlds } = await fleet.getFleetWorlds();
  const [one, another] = Worlds.filter(({ Name }) => Name === typed);
  if (one === undefined)
    throw new ConfigError(`no world is called "${typed}"; palatine fleet worlds lists them`);
  if (another === undefined) return one.World;
  throw new ConfigError(
    `several worlds are called "${typed}"; name one by its key, as palatine fleet worlds shows it`,
  );
}
