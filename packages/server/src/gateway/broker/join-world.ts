import { randomUUID } from 'node:crypto';
import { type JoinReply, type join, problemsRefusal, type RouteBody } from '@palatine/contract';
import { parseWorldKey, type WorldKey } from '@palatine/fleet';
import type { BrokerKeys } from './broker-keys.ts';
import { isUserKey } from './claims.ts';
import { type JoinCodes, type JoinGrant, joinRefusal } from './join-codes.ts';
import type { Broker } from './start-broker.ts';

export interface Joining {
  codes: JoinCodes;
  broker: Pick<Broker, 'keys' | 'ca' | 'pushAccounts'>;
  /** Where worlds reach the broker. */
  servers: readonly string[];
}

/** Lets a world in, and uses its code up. Throws JOIN_REFUSED and VALIDATION_FAILED. */
export async function joinWorld(
  { codes, broker, servers }: Joining,
  { Code, World, PublicKey }: RouteBody<typeof join>,
): Promise<JoinReply> {
  const { keys } = broker;
  const asked = checkedKey(World);
  if (!isUserKey(PublicKey)) throw wrongField('/PublicKey', 'must be the public key of a user of NATS');
  const { tags, lists, world: granted } = codes.take(Code, (found) => assertGrants(found, asked, keys));
  const world = asked ?? granted ?? freshKey();
  const again = keys.hasJoined(world);
  const Credentials = await keys.worldCredentials(world, PublicKey);
  if (again) await broker.pushAccounts(); // its former user is revoked by this
  return {
    World: world,
    Servers: [...servers],
    CA: broker.ca,
    Credentials,
    Lists: [...lists],
    Tags: [...tags],
  };
}

/** Only a code that names a world gives out its key again: else whoever has any code could take its place. */
function assertGrants({ world }: JoinGrant, asked: WorldKey | undefined, keys: BrokerKeys): void {
  if (world !== undefined && asked !== undefined && asked !== world) throw joinRefusal('OtherWorld');
  if (world !== undefined || asked === undefined) return;
  if (keys.hasJoined(asked)) throw joinRefusal('WorldTaken');
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
