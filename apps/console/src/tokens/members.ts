import {
  changeFleetToken,
  createFleetToken,
  createToken,
  FLEET_ROLES,
  type FleetTokenEntry,
  getFleetTokens,
  permissionBeyond,
  ROLE_NAMES,
  ROLES,
  type Role,
  revokeFleetToken,
  roleOf,
  type TokenEntry,
} from '@palatine/contract';
import { nowMs } from '../data/clock.ts';
import { atFleet } from '../navigation/place.ts';
import { client, may, sessionFacts } from '../session/session.ts';
import { texts } from '../texts/texts.ts';

/** A token with its role, of a world or of a fleet. */
export interface Member {
  readonly key: string;
  /** The identifier in the routes. */
  readonly id: string;
  readonly name: string;
  readonly permissions: readonly string[];
  /** Keys and tags of worlds; of a fleet only. */
  readonly worlds?: readonly string[];
  readonly until?: string | undefined;
  readonly lastUsed?: string | undefined;
  readonly createdAt?: string;
  readonly createdBy?: string;
  readonly revoked: boolean;
  /** The reason why it is invalid. */
  readonly fault?: string | undefined;
  readonly warnings: readonly string[];
}

/** Permissions, worlds and end of a token. */
export interface Grant {
  readonly permissions: string[];
  readonly worlds: string[];
  readonly until: string | undefined;
}

const roles = atFleet ? FLEET_ROLES : ROLES;
const MAKES = atFleet ? createFleetToken : createToken;

export const mayMake = (): boolean => may(MAKES);

/** Every token that the session may see, and why files are ignored. */
export async function readMembers(signal: AbortSignal) {
  if (atFleet) {
    const { Tokens } = await client().call(getFleetTokens, { signal });
    return { members: Tokens.map(ofFleet), ignored: [] };
  }
  const { Tokens, Ignored } = await client().getTokens({ signal });
  return { members: Tokens.map(ofFile), ignored: Ignored };
}

function ofFleet({ Id, Name, Permissions, Worlds, Until, ...entry }: FleetTokenEntry): Member {
  const { LastUsed, CreatedAt, CreatedBy, Revoked } = entry;
  return {
    ...{ key: Id, id: Id, name: Name, permissions: Permissions, worlds: Worlds, until: Until },
    ...{ lastUsed: LastUsed, createdAt: CreatedAt, createdBy: CreatedBy, revoked: Revoked, warnings: [] },
  };
}

function ofFile({ File, Name, Permissions, Expires, LastUsed, Hashed, Fault, Warnings }: TokenEntry): Member {
  const plain = Hashed || Fault !== undefined ? [] : [texts.value.team.plain];
  return {
    ...{ key: File, id: Name || File, name: Name || File, permissions: Permissions, until: Expires },
    ...{ lastUsed: LastUsed, revoked: false, fault: Fault, warnings: [...plain, ...Warnings] },
  };
}

/** Makes a token. @returns its secret; '' when the answer that held it was lost. */
export async function make(Name: string, { permissions, worlds, until }: Grant): Promise<string> {
  const body = { Name, Permissions: permissions };
  const { Secret } = await (atFleet
    ? client().call(createFleetToken, { body: { ...body, Worlds: worlds, ...(until && { Until: until }) } })
    : client().createToken({ body: { ...body, ...(until && { Expires: until }) } }));
  return Secret;
}

export async function change({ id }: Member, { permissions, worlds, until }: Grant): Promise<void> {
  const body = { Permissions: permissions };
  await (atFleet
    ? client().call(changeFleetToken, {
        params: { id },
        body: { ...body, Worlds: worlds, ...(until && { Until: until }) },
      })
    : client().changeToken({ params: { token: id }, body: { ...body, ...(until && { Expires: until }) } }));
}

export async function revoke({ id }: Member): Promise<void> {
  await (atFleet
    ? client().call(revokeFleetToken, { params: { id } })
    : client().revokeToken({ params: { token: id } }));
}

const heldNow = () => sessionFacts.value?.Token.Permissions ?? [];

/** Whether it is the token of the session. */
export const isOwn = ({ name }: Member): boolean => sessionFacts.value?.Token.Name === name;

/** Whether the session may change and revoke a token: none that has more, and not its own. */
export function mayChange(member: Member): boolean {
  return (
    mayMake() &&
    !member.revoked &&
    !isOwn(member) &&
    permissionBeyond(heldNow(), member.fault === undefined ? member.permissions : ['*']) === undefined
  );
}

export const roleWith = (permissions: readonly string[]): Role | undefined => roleOf(permissions, roles);
export const permissionsOfRole = (role: Role): readonly string[] => roles[role];

/** The roles that the session can give. */
export const rolesToGive = (): readonly Role[] =>
  ROLE_NAMES.filter((role) => permissionBeyond(heldNow(), roles[role]) === undefined);

const UNUSED_MS = 60 * 86_400_000;

/** Whether a token is known to be unused for 60 days. */
export function isUnused({ lastUsed, createdAt = '' }: Member): boolean {
  const since = Date.parse(lastUsed ?? '') || Date.parse(sessionFacts.value?.Service.StartedAt || createdAt);
  return nowMs.value - since > UNUSED_MS;
}
