import { randomUUID } from 'node:crypto';
import { type JoinReply, problemsRefusal } from '@palatine/contract';
import { parseWorldKey, type WorldKey } from '@palatine/fleet';
import type { BrokerKeys } from './broker-keys.ts';
import { type JoinCodes, type JoinGrant, joinRefusal } from './join-codes.ts';
import { isUserKey } from './user-credentials.ts';

/** What a world sends to join. */
export interface JoinRequest {
  Code: string;
  World?: string;
  Name: string;
  PublicKey: string;
}

export interface Joining {
  codes: JoinCodes;
  /** A running broker with its keys. */
  broker: { keys: BrokerKeys; ca: string; pushTenant(tenant: string): Promise<void> };
  /** Where worlds reach the broker. */
  servers: readonly string[];
}

/** A world that has joined. */
export interface NewWorld {
  tenant: string;
  world: WorldKey;
  name: string;
  tags: readonly string[];
  lists: readonly string[];
}

/** Lets a world in, and uses its code up. Throws JOIN_REFUSED and VALIDATION_FAILED. */
export async function joinWorld(
  { codes, broker, servers }: Joining,
  { Code, World, Name, PublicKey }: JoinRequest,
): Promise<{ reply: JoinReply; joined: NewWorld }> {
  const { keys } = broker;
  const asked = checkedKey(World);
  if (!isUserKey(PublicKey)) throw wrongField('/PublicKey', 'must be the public key of a user of NATS');
  const grant = codes.take(Code, (found) => assertGrants(found, asked, keys));
  const world = asked ?? grant.world ?? freshKey();
  const again = keys.joinedWorld(grant.tenant, world) !== undefined;
  const user = { world, publicKey: PublicKey, name: Name, tags: grant.tags };
  const Credentials = await keys.worldCredentials(grant.tenant, user);
  if (again) await broker.pushTenant(grant.tenant); // its former user is revoked by this
  const [Tags, Lists] = [[...grant.tags], [...grant.lists]];
  return {
    reply: { World: world, Servers: [...servers], CA: broker.ca, Credentials, Lists, Tags },
    joined: { tenant: grant.tenant, world, name: Name, tags: Tags, lists: Lists },
  };
}

/** Only a code that names a world gives out its key again: else whoever has any code could take its place. */
function assertGrants({ tenant, world }: JoinGrant, asked: WorldKey | undefined, keys: BrokerKeys): void {
  if (world !== undefined && asked !== undefined && asked !== world) throw joinRefusal('OtherWorld');
  if (world !== undefined || asked === undefined) return;
  if (keys.joinedWorld(tenant, asked) !== undefined) throw joinRefusal('WorldTaken');
}

function checkedKey(text: string | undefined): WorldKey | undefined {
  if (text === undefined) return undefined;
  const key = parseWorldKey(text);
  if (key === undefined) throw wrongField('/World', 'must be a GUID');
  return key;
}

function freshKey(): WorldKey {
  return randomUUID().replaceAll('-', '');
}

function wrongField(Path: string, Message: string) {
  return problemsRefusal('VALIDATION_FAILED', [{ Path, Message }]);
}
