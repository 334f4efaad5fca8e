import { createFleetClient, type FleetClient, PalatineError } from '@palatine/client';
import {
  createFleetToken,
  createJoinCode,
  FLEET_PLAYERS_READ_PRIVATE,
  type FleetWorld,
  getFleetLists,
  getFleetTokens,
  getFleetWorlds,
  parseGuid,
  putFleetList,
  putFleetWorld,
  removeFleetBan,
  removeWorld,
  revokeFleetToken,
  searchFleetPlayers,
} from '@palatine/contract';
import { permissionWarning } from '@palatine/data-dir/token-files';
import { type GatewayPaths, gatewayPaths, isGatewayFolderInUse } from '@palatine/gateway/gateway-folder';
import { ConfigError, UsageError } from '@palatine/platform/config-error';
import { withoutUndefined } from '@palatine/platform/json';
import { separated, untilOf } from '../command/flags.ts';
import { paint } from '../command/terminal.ts';
import type { Service } from '../remote/call-service.ts';
import { commandsOf, type Lookup } from '../remote/remote-command.ts';
import * as words from '../texts/commands.ts';
import { fleetFolder } from './fleet-start.ts';

/** The gateway of a folder. */
const GATEWAY: Service<GatewayPaths, FleetClient> = {
  noun: 'gateway',
  folder: { text: words.FLEET_FOLDER_TEXT, paths: (typed, shell) => gatewayPaths(fleetFolder(typed, shell)) },
  urlText: 'a gateway elsewhere (PALATINE_FLEET_URL, default: that of the folder)',
  variable: 'PALATINE_FLEET_URL',
  create: createFleetClient,
  isRunning: isGatewayFolderInUse,
  remedy: 'palatine fleet start starts it, --data names another folder and --url a gateway elsewhere',
};

const { calling, remote } = commandsOf(GATEWAY);

/** A key as it is, else the key of the only world with exactly this name. */
const WORLD: Lookup<FleetClient> = {
  permissions: (typed) => (parseGuid(typed) === undefined ? ['Palatine.Fleet.Worlds.Read'] : []),
  async find(fleet, typed) {
    if (parseGuid(typed) !== undefined) return typed;
    const { Worlds } = await fleet.getFleetWorlds();
    const matches = Worlds.filter(({ Name }) => Name === typed);
    const notFound = `no world is called "${typed}"; palatine fleet worlds lists them`;
    const several = `several worlds are called "${typed}"; use its key, as palatine fleet worlds shows it`;
    return onlyOne(matches, notFound, several).World;
  },
};

/** The only match. Throws a ConfigError for none or several. */
function onlyOne<T>([match, another]: readonly T[], none: string, several: string): T {
  if (match === undefined || another !== undefined) throw new ConfigError(another ? several : none);
  return match;
}

const MAX_PLAYERS = 50;
/** Tolerated clock difference of a world. */
const CLOCK_MS = 60_000;
/** Unsent rows that a world may have after a cut. */
const MAX_ROWS = 1000;

export const fleetWorlds = remote('fleet worlds', getFleetWorlds, {
  columns: ['Name', 'World', 'State', 'Version', 'PlayersOnline', 'LastSeen', 'Tags'],
  empty: 'No world has joined. palatine fleet join-code creates a line to join with.',
  text: ({ Worlds }) =>
    Worlds.flatMap((world) => problemsOf(world).map((problem) => `${world.Name || world.World}: ${problem}`)),
});

function problemsOf(world: FleetWorld): string[] {
  const { State, ClockAheadMs = 0, EventsBehind, AuditBehind, ListsBehind } = world;
  const fenced = 'two processes claim to be this world, and the second is locked out; stop the wrong one';
  if (State !== 'Online') return State === 'Fenced' ? [`${fenced}, and the other continues`] : []; // the rest is old
  const rows = EventsBehind + AuditBehind;
  const seconds = Math.round(Math.abs(ClockAheadMs) / 1000);
  const clock = `its clock is ${seconds} s ${ClockAheadMs > 0 ? 'ahead' : 'behind'}, which affects when bans expire; synchronize it (NTP)`;
  const waiting = `${rows} rows wait to be sent; if the number grows, check the disk and the log of the broker`;
  return [
    ...(Math.abs(ClockAheadMs) > CLOCK_MS ? [clock] : []),
    ...(rows > MAX_ROWS ? [waiting] : []),
    ...(ListsBehind ? ['it has not read the newest change of the shared lists'] : []),
  ];
}

export const fleetTag = remote('fleet tag WORLD [TAG]...', putFleetWorld, {
  ...words.fleetTag,
  finds: WORLD,
  input: ({ positionals: [, ...tags] }) => ({ body: { Tags: separated(tags) } }),
  text: ({ Name, World, Tags }) =>
    `${Name || World} has ${Tags.length === 0 ? 'no tags' : `the tags ${Tags.join(', ')}`}.`,
});

export const fleetRemove = remote('fleet remove WORLD', removeWorld, {
  notes: ['WORLD is its key or name. It continues without the fleet; a new join code admits it again.'],
  finds: WORLD,
  text: ({ Name, World }) => `${Name || World} is no longer a world of this fleet.`,
});

export const fleetJoinCode = calling('fleet join-code', {
  ...words.fleetJoinCode,
  async run({ flags: { tag: Tags, list: Lists, world }, terminal }, ask) {
    const permissions = [createJoinCode.permission, ...(world === undefined ? [] : WORLD.permissions(world))];
    const reply = await ask(permissions, async (fleet) => {
      const again = world === undefined ? {} : { World: await WORLD.find(fleet, world) };
      return fleet.createJoinCode({ body: { ...(Tags && { Tags }), ...(Lists && { Lists }), ...again } });
    });
    const line = `  npm start -- --join '${reply.Line}'`;
    terminal.show(reply, `On the machine of the world, once and before ${reply.Until}:`, '', line, '');
  },
});

export const fleetFind = remote('fleet find TEXT', searchFleetPlayers, {
  ...words.fleetFind,
  permissions: () => [FLEET_PLAYERS_READ_PRIVATE],
  input: ({ positionals: [Find], flags: { online } }) => ({
    query: { Find, Limit: MAX_PLAYERS, Online: online || undefined },
  }),
  value: ({ Rows, Next }) => ({ Rows, more: Next !== undefined }),
  columns: ['Name', 'UserId', 'WorldName', 'World', 'Level', 'Online', 'LastSeen', 'Guild'],
});

/** The list that a world enforces by default. */
const MAIN_LIST = 'main';

export const fleetLists = remote('fleet lists', getFleetLists, {
  ...words.fleetLists,
  columns: ['List', 'Kind', 'Active', 'Total', 'Adopt', 'LocalUnban', 'Offers', 'Title'],
});

export const fleetListCreate = remote('fleet list create LIST', putFleetList, {
  ...words.fleetListCreate,
  text: ({ List }) => `The list ${List} exists. A world enforces it when Lists in its fleet.json has it.`,
});

export const fleetBan = calling('fleet ban USERID|IP', {
  ...words.fleetBan,
  async run({ positionals, flags: { list = MAIN_LIST, reason, until }, terminal }, ask) {
    const given = withoutUndefined({ Reason: reason, Expires: untilOf(until) });
    const body = { Id: targetOf(positionals), ...given };
    const ban = (fleet: FleetClient) => fleet.addFleetBan({ params: { list }, body });
    const work = list === MAIN_LIST ? (fleet: FleetClient) => withMainList(fleet, ban) : ban;
    const reply = await ask([putFleetList.permission], work);
    const end = reply.Expires === undefined ? '' : ` until ${reply.Expires}`;
    terminal.show({ List: list, ...reply }, `${reply.Id} is banned by the list ${list}${end}.`);
  },
});

export const fleetUnban = remote('fleet unban USERID|IP', removeFleetBan, {
  flags: words.LIST_FLAG,
  input: ({ positionals, flags: { list = MAIN_LIST } }) => ({ params: { list, id: targetOf(positionals) } }),
  value: (reply, { flags: { list = MAIN_LIST } }) => ({ List: list, ...reply }),
  text: ({ Id }, { flags: { list = MAIN_LIST } }) => `The ban of ${Id} by the list ${list} is lifted.`,
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

/** Characters of an id that are enough to identify a token. */
const SHORT_ID = 12;

/** A token by its id as the list shows it, or by its name. */
const TOKEN: Lookup<FleetClient> = {
  permissions: () => ['Palatine.Fleet.Tokens.Read'],
  async find(fleet, typed) {
    const { Tokens } = await fleet.getFleetTokens();
    const byId = Tokens.filter(({ Id }) => typed.length >= SHORT_ID && Id.startsWith(typed));
    const matches = byId.length > 0 ? byId : Tokens.filter(({ Name, Revoked }) => Name === typed && !Revoked);
    const notFound = `no fleet token has the id or the name "${typed}"`;
    return onlyOne(matches, notFound, `several fleet tokens are called "${typed}"; use its id`).Id;
  },
};

export const fleetTokenCreate = remote('fleet token create NAME', createFleetToken, {
  ...words.fleetTokenCreate,
  permissions: ({ flags }) => separated(flags.permission),
  input({ positionals: [Name = ''], flags }) {
    const [Permissions, Worlds] = [separated(flags.permission), separated(flags.world)];
    if (Permissions.length === 0) throw new UsageError('fleet token create needs at least one --permission');
    if (Worlds.length === 0) throw new UsageError("fleet token create needs a --world; '*' for all");
    return { body: { Name, Permissions, Worlds, Until: untilOf(flags.until) } };
  },
  text({ Secret, Token: { Name, Permissions } }, { terminal }) {
    for (const warning of Permissions.flatMap((name) => permissionWarning(name) ?? []))
      terminal.warn(warning);
    const line = `The fleet token of ${Name}. It is shown only now; the fleet keeps its SHA-256:`;
    return [line, '', ['  ', paint('bold', Secret)], ''];
  },
});

export const fleetTokenList = remote('fleet token list', getFleetTokens, {
  ...words.fleetTokenList,
  value: ({ Tokens }, { flags: { all = false } }) => ({
    Tokens: Tokens.filter(({ Revoked }) => !Revoked || all),
  }),
  columns: ['Id', 'Name', 'Worlds', 'Permissions', 'Until', 'Revoked'],
});

export const fleetTokenRevoke = remote('fleet token revoke ID', revokeFleetToken, {
  description: 'revoke a fleet token, by its id as the list shows it or by its name',
  finds: TOKEN,
  permissions: () => ['*'], // those of the token that it revokes
  text: ({ Token }) => `The fleet token of ${Token.Name} is revoked.`,
});
