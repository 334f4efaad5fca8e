import { Refusal } from './errors.ts';
import { holds } from './route.ts';
import { words } from './words.ts';

/** Roles of a token, each with more permissions than the next. */
export const ROLE_NAMES = ['Owner', 'Moderator', 'Helper', 'Viewer'] as const;
export type Role = (typeof ROLE_NAMES)[number];

/** Nothing that shows UserIds or addresses. */
const VIEWER = words(
  'Palatine.Bases.Read Palatine.Guilds.Read Palatine.Items.Read Palatine.Map.Read Palatine.Pals.Read',
  'Palatine.Players.Read Palatine.Positions.Read Palatine.Trails.Read Palatine.World.Read',
);
const HELPER = [
  ...VIEWER,
  ...words('Palatine.Events.Read Palatine.Server.Read REST.Messages.Send.PlayerChat'),
  ...words('REST.Players.Read REST.Punishments.Kick'),
];
const MODERATOR = [
  ...HELPER.filter((name) => !['Palatine.Players.', 'REST.'].some((prefix) => name.startsWith(prefix))),
  ...words('Palatine.Audit.Read Palatine.Deliveries.* Palatine.Players.* Palatine.Rules.Read'),
  ...words('Palatine.Server.Maintain Palatine.Server.Save Palatine.Server.Whitelist Palatine.Templates.Read'),
  ...words('REST.Banlist.Read REST.Guild.Read REST.Guilds.Read REST.Items.* REST.Messages.* REST.PalEggs.*'),
  ...words('REST.PalTemplates.* REST.Pals.* REST.Player.Read REST.Players.Read REST.Progression.*'),
  ...words('REST.Punishments.* REST.Techs.* REST.Version.Read'),
];

/** Additional permissions of roles at a gateway. */
const FLEET_READ = words('Palatine.Fleet.Players.Read Palatine.Fleet.Worlds.Read');
const FLEET_MODERATE = words('Palatine.Fleet.Events.Read Palatine.Fleet.Lists.* Palatine.Fleet.Players.*');

/** The permissions of each role at a world, and at a gateway. */
export const ROLES: Readonly<Record<Role, readonly string[]>> = {
  Owner: ['*'],
  Moderator: MODERATOR,
  Helper: HELPER,
  Viewer: VIEWER,
};
export const FLEET_ROLES: typeof ROLES = {
  Owner: ['*'],
  Moderator: [...MODERATOR, ...FLEET_MODERATE, 'Palatine.Fleet.Worlds.Read'],
  Helper: [...HELPER, ...FLEET_READ],
  Viewer: [...VIEWER, ...FLEET_READ],
};

/** The role with exactly these permissions; undefined when there is none. */
export function roleOf(permissions: readonly string[], roles = ROLES): Role | undefined {
  const sorted = (names: readonly string[]) => [...new Set(names)].sort().join(' ');
  return ROLE_NAMES.find((role) => sorted(roles[role]) === sorted(permissions));
}

/** The first of some permissions that another token lacks, and so cannot give or take away. */
export function permissionBeyond(
  held: readonly string[],
  permissions: readonly string[],
): string | undefined {
  return permissions.find((needed) => !holds(held, needed));
}

/** Throws MISSING_PERMISSION for permissions that the token of a caller lacks, and so cannot give or take away. */
export function assertHolds(held: readonly string[], permissions: readonly string[]): void {
  const beyond = permissionBeyond(held, permissions);
  if (beyond !== undefined)
    throw new Refusal('MISSING_PERMISSION', `your token lacks the permission ${beyond}`);
}
