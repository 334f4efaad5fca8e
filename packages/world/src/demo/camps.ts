import { WORKER_SICKNESSES } from '@palatine/contract';
import type { Camp, Guild, Location } from '../state/model.ts';
import { between, chance, pick } from '../state/random.ts';
import type { DemoContext } from './demo-context.ts';
import { makeMapObjects } from './map-objects.ts';
import { campName } from './names.ts';
import { campSites } from './places.ts';
import { anyPal } from './players.ts';

/** A camp's area as saves have it. */
const AREA_RANGE_CM = 3_500;
/** Workers of a camp of the highest level with the game's default settings. */
const MOST_WORKERS = 15;

/** Creates `count` camps, for the guilds in turn. */
export function makeCamps(context: DemoContext, count: number, guilds: readonly Guild[]): Camp[] {
  const siteOf = campSites(context.random);
  const camps: Camp[] = [];
  for (let index = 0; index < count; index++) {
    const guild = guilds[index % guilds.length];
    if (guild !== undefined) camps.push(makeCamp(context, guild, siteOf(index), index));
  }
  return camps;
}

function makeCamp(context: DemoContext, guild: Guild, location: Location, index: number): Camp {
  const { world, random, newId } = context;
  const camp: Camp = {
    id: newId(),
    name: campName(random),
    guildId: guild.id,
    state: index > 0 && chance(random, 0.04) ? 'NotAvailable' : 'Normal',
    location,
    areaRangeCm: AREA_RANGE_CM,
    workers: { containerId: newId(), capacity: Math.min(MOST_WORKERS, guild.baseCampLevel) },
  };
  world.camps.put(camp);
  makeWorkers(context, camp, guild);
  makeMapObjects(context, camp, guild);
  return camp;
}

/** Creates workers, which have no owner since 2025. One may be ill, one may be hurt. */
function makeWorkers(context: DemoContext, camp: Camp, guild: Guild): void {
  const { world, random } = context;
  const { capacity, containerId } = camp.workers;
  const level = Math.max(1, Math.floor(guild.baseCampLevel * 2.4));
  const count = capacity > 2 ? between(random, Math.ceil(capacity / 2), capacity) : capacity;
  const [ill, hurt] = [between(random, 0, count - 1), between(random, 0, count - 1)];
  for (let slot = 0; slot < count; slot++) {
    const worker = anyPal(context, {
      level: between(random, Math.max(1, level - 12), level),
      ownerUid: null,
      place: { containerId, slot },
      ...(slot === ill ? { sickness: pick(random, SICKNESSES) } : {}),
      ...(slot === hurt ? { health: 'MinorInjury' as const } : {}),
    });
    world.characters.put(worker);
  }
}

const SICKNESSES: readonly string[] = WORKER_SICKNESSES.filter((sickness) => sickness !== 'None');
