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

/** A token, as a fleet has them; one of a world is a file, which may have a fault. */
export type Member = Pick<FleetTokenEntry, 'Id' | 'Name' | 'Permissions'> &
  Partial<FleetTokenEntry & Pick<TokenEntry, 'File' | 'Fault' | 'Warnings'>>;

export interface Grant {
  readonly permissions: string[];
  readonly worlds: string[];
  readonly until: string | undefined;
}

const roles = atFleet ? FLEET_ROLES : ROLES;
const MAKES = atFleet ? createFleetToken : createToken;

export const mayMake = (): boolean => may(MAKES);

/** Every token that the session may see, and why files are ignored. */
export async function readMembers(
  signal: AbortSignal,
): Promise<{ members: readonly Member[]; ignored: readonly string[] }> {
  if (atFleet) return { members: (await client().call(getFleetTokens, { signal })).Tokens, ignored: [] };
  const { Tokens, Ignored } = await client().getTokens({ signal });
  return { members: Tokens.map(ofFile), ignored: Ignored };
}

function ofFile({ Name, Expires, Warnings, ...entry }: TokenEntry): Member {
  const plain = entry.Hashed || entry.Fault !== undefined ? [] : [texts.value.team.plain];
  const id = Name || entry.File;
  return {
    ...entry,
    Id: id,
    Name: id,
    Warnings: [...plain, ...Warnings],
    ...(Expires && { Until: Expires }),
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

export async function change({ Id: id }: Member, { permissions, worlds, until }: Grant): Promise<void> {
  const body = { Permissions: permissions };
  await (atFleet
    ? client().call(changeFleetToken, {
        params: { id },
        body: { ...body, Worlds: worlds, ...(until && { Until: until }) },
      })
    : client().changeToken({ params: { token: id }, body: { ...body, ...(until && { Expires: until }) } }));
}

export async function revoke({ Id: id }: Member): Promise<void> {
  await (atFleet
    ? client().call(revokeFleetToken, { params: { id } })
    : client().revokeToken({ params: { token: id } }));
}

const heldNow = () => sessionFacts.value?.Token.Permissions ?? [];

export const isOwn = ({ Name }: Member): boolean => sessionFacts.value?.Token.Name === Name;

/** Whether the session may change and revoke a token: none that has more, and not its own. */
export function mayChange(member: Member): boolean {
  return (
    mayMake() &&
    !member.Revoked &&
    !isOwn(member) &&
    permissionBeyond(heldNow(), member.Fault === undefined ? member.Permissions : ['*']) === undefined
  );
}

export const roleWith = (permissions: readonly string[]): Role | undefined => roleOf(permissions, roles);
export const permissionsOfRole = (role: Role): readonly string[] => roles[role];

export const rolesToGive = (): readonly Role[] =>
  ROLE_NAMES.filter((role) => permissionBeyond(heldNow(), roles[role]) === undefined);

const UNUSED_MS = 60 * 86_400_000;

/** Whether a token is known to be unused for 60 days. */
export function isUnused({ LastUsed = '', CreatedAt = '' }: Member): boolean {
  const since = Date.parse(LastUsed) || Date.parse(sessionFacts.value?.Service.StartedAt || CreatedAt);
  return nowMs.value - since > UNUSED_MS;
}
