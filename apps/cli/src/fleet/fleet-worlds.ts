import type { FleetClient, FleetWorld } from '@palatine/client';
import { FLEET_PLAYERS_READ, FLEET_PLAYERS_READ_PRIVATE, parseGuid } from '@palatine/contract';
import { counted } from '@palatine/platform/format';
import { separated } from '../command/flag-values.ts';
import { fleetCommand, onlyOne, table } from './fleet-command.ts';

const READ = 'Palatine.Fleet.Worlds.Read';
const MAX_PLAYERS = 50;
/** Tolerated clock difference of a world. */
const CLOCK_MS = 60_000;
/** Unsent rows that a world may have after a cut. */
const MAX_ROWS = 1000;

export const fleetWorlds = fleetCommand('fleet worlds', {
  description: 'list the worlds of a fleet with their state, version, players and problems',
  async run({ terminal }, ask) {
    const reply = await ask([READ], (fleet) => fleet.getFleetWorlds());
    const { Worlds } = reply;
    const rows = Worlds.map(({ Name, World, State, Version, PlayersOnline, LastSeen, Tags }) => {
      const players = State === 'Online' ? String(PlayersOnline) : '-';
      return [Name || '-', World, State, Version || '-', players, LastSeen ?? '-', Tags.join(',') || '-'];
    });
    const headers = ['NAME', 'KEY', 'STATE', 'VERSION', 'PLAYERS', 'LAST SEEN', 'TAGS'];
    const empty = 'No world has joined. palatine fleet join-code creates a line to join with.';
    terminal.show(reply, ...table(headers, rows, empty));
    if (Worlds.length === 0) return;
    const online = Worlds.filter(({ State }) => State === 'Online');
    const players = online.reduce((sum, { PlayersOnline }) => sum + PlayersOnline, 0);
    const areOnline = `${counted(Worlds.length, 'world')} ${Worlds.length === 1 ? 'is' : 'are'} online`;
    terminal.print(`${online.length} of ${areOnline}, with ${counted(players, 'player')}.`);
    for (const world of Worlds)
      for (const problem of problemsOf(world)) terminal.print(`${world.Name || world.World}: ${problem}`);
  },
});

function problemsOf(world: FleetWorld): string[] {
  const { State, ClockAheadMs = 0, ListsBehind } = world;
  const fenced = 'two processes claim to be this world, and the second is locked out; stop the wrong one';
  if (State !== 'Online') return State === 'Fenced' ? [`${fenced}, and the other continues`] : []; // the rest is old
  const rows = world.EventsBehind + world.AuditBehind;
  const seconds = Math.round(Math.abs(ClockAheadMs) / 1000);
  const clock = `its clock is ${seconds} s ${ClockAheadMs > 0 ? 'ahead' : 'behind'}, which affects when bans expire; synchronize it (NTP)`;
  const waiting = `${rows} rows wait to be sent; if the number grows, check the disk and the log of the broker`;
  return [
    ...(Math.abs(ClockAheadMs) > CLOCK_MS ? [clock] : []),
    ...(rows > MAX_ROWS ? [waiting] : []),
    ...(ListsBehind ? ['it has not read the newest change of the shared lists'] : []),
  ];
}

export const fleetTag = fleetCommand('fleet tag WORLD [TAG]...', {
  description: 'replace the tags of a world; without tags all are removed',
  notes: ['WORLD is its key or name. Tags select several worlds, in tokens and in writes to many worlds.'],
  async run({ positionals: [typed = '', ...tags], terminal }, ask) {
    const reply = await ask([READ, 'Palatine.Fleet.Worlds.Write'], async (fleet) => {
      const params = { world: await findWorld(fleet, typed) };
      return fleet.putFleetWorld({ params, body: { Tags: separated(tags) } });
    });
    const has = reply.Tags.length === 0 ? 'no tags' : `the tags ${reply.Tags.join(', ')}`;
    terminal.show(reply, `${reply.Name || reply.World} has ${has}.`);
  },
});

export const fleetRemove = fleetCommand('fleet remove WORLD', {
  description: 'remove a world from the fleet, and disconnect it at once',
  notes: ['WORLD is its key or name. It continues without the fleet; a new join code admits it again.'],
  async run({ positionals: [typed = ''], terminal }, ask) {
    const reply = await ask([READ, 'Palatine.Fleet.Worlds.Remove'], async (fleet) =>
      fleet.removeWorld({ params: { world: await findWorld(fleet, typed) } }),
    );
    terminal.show(reply, `${reply.Name || reply.World} is no longer a world of this fleet.`);
  },
});

export const fleetJoinCode = fleetCommand('fleet join-code', {
  description: 'create a line with which one world can join once within 15 minutes',
  flags: {
    tag: { value: 'T', multiple: true, description: 'a tag of the world; repeatable' },
    list: { value: 'L', multiple: true, description: 'a list that it enforces; repeatable (default main)' },
    world: { value: 'WORLD', description: 'for a world that joins again: its key or its name' },
  },
  notes: ['The line is a secret until it is used. --world revokes the former credentials of that world.'],
  async run({ flags: { tag: Tags, list: Lists, world }, terminal }, ask) {
    const reply = await ask([READ, 'Palatine.Fleet.Worlds.Join'], async (fleet) => {
      const again = world === undefined ? {} : { World: await findWorld(fleet, world) };
      return fleet.createJoinCode({ body: { ...(Tags && { Tags }), ...(Lists && { Lists }), ...again } });
    });
    const line = `  npm start -- --join '${reply.Line}'`;
    terminal.show(reply, `On the machine of the world, once and before ${reply.Until}:`, '', line, '');
  },
});

/** A key as it is, else the key of the only world with exactly this name. Throws a ConfigError. */
async function findWorld(fleet: FleetClient, typed: string): Promise<string> {
  if (parseGuid(typed) !== undefined) return typed;
  const { Worlds } = await fleet.getFleetWorlds();
  const matches = Worlds.filter(({ Name }) => Name === typed);
  const notFound = `no world is called "${typed}"; palatine fleet worlds lists them`;
  const several = `several worlds are called "${typed}"; use its key, as palatine fleet worlds shows it`;
  return onlyOne(matches, notFound, several).World;
}

export const fleetFind = fleetCommand('fleet find TEXT', {
  description: 'find players of all worlds by a part of their name, a UserId or a PlayerUID',
  flags: { online: { description: 'only players who are online' } },
  async run({ positionals: [Find = ''], flags: { online }, terminal }, ask) {
    const query = { Find, Limit: MAX_PLAYERS, ...(online && { Online: true }) };
    const { Rows, Next } = await ask([FLEET_PLAYERS_READ, FLEET_PLAYERS_READ_PRIVATE], (fleet) =>
      fleet.searchFleetPlayers({ query }),
    );
    const rows = Rows.map(({ Level = '-', LastSeen = '-', Guild = '-', ...player }) => {
      const { Name, UserId, WorldName, World, Online } = player;
      return [Name, UserId || '-', WorldName || World, String(Level), Online ? 'online' : LastSeen, Guild];
    });
    const more = Next !== undefined;
    const headers = ['NAME', 'USERID', 'WORLD', 'LEVEL', 'LAST SEEN', 'GUILD'];
    terminal.show({ Rows, more }, ...table(headers, rows, `No player matches "${Find}".`));
    if (more) terminal.print('There are more; refine the search.');
  },
});
