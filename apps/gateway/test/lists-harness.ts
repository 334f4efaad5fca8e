import type { NatsAddress } from '@palatine/testing/nats-server';
import { startFleet, type TestFleet, type TestWorld } from '@palatine/testing/start-fleet';
import type { TestOptions } from '@palatine/testing/start-service';
import { aWorld } from '@palatine/world/testing/worlds';
import type { FleetLists } from '../src/lists/fleet-lists.ts';

/** A gateway and a real world without local bans, which enforces the list `main`. */
export interface ListFleet extends AsyncDisposable {
  readonly fleet: TestFleet;
  readonly lists: FleetLists;
  readonly world: TestWorld;
}

export async function aListFleet(
  settings: Parameters<FleetLists['putList']>[1] = {},
  options: { nats?: NatsAddress; clock?: TestOptions['clock']; world?: TestOptions } = {},
): Promise<ListFleet> {
  const { nats, clock, world } = options;
  const timed = clock === undefined ? {} : { clock };
  const fleet = await startFleet({
    ...(nats && { nats }),
    worlds: 1,
    gateway: timed,
    world: { world: aWorld({}), ...timed, ...world },
  });
  const { lists } = fleet.gateway;
  lists.putList('main', settings, 'Panel');
  const [first] = fleet.worlds as [TestWorld];
  return { fleet, lists, world: first, [Symbol.asyncDispose]: () => fleet[Symbol.asyncDispose]() };
}

/** The users and addresses that a world keeps out because of a list of the fleet. */
export async function listedAt(world: Pick<TestWorld, 'api'>): Promise<string[]> {
  const { Banlist } = await world.api.getBanlist({ query: { active: 'true' } });
  const users = Banlist.UserEntries.map(({ UserId, BannedBy }) => ({ id: UserId, by: BannedBy.Type }));
  const addresses = Banlist.IPEntries.map(({ IP, BannedBy }) => ({ id: IP, by: BannedBy.Type }));
  return [...users, ...addresses].flatMap(({ id, by }) => (by === 'fleet' ? [id] : [])).sort();
}

/** The entries of the list `main` that count. */
export function idsOf(lists: FleetLists): string[] {
  return lists
    .bans('main')
    .map(({ Id }) => Id)
    .sort();
}

export function user(Id: string) {
  return { Kind: 'User', Id } as const;
}
