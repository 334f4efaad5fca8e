import { type BaseDeletionPreview, PREVIEW_TOP_ITEMS } from '@palatine/contract';
import { findCamp } from '../state/find-guild.ts';
import type { Character, MapObject } from '../state/model.ts';
import { int32 } from '../state/wire-format.ts';
import type { World } from '../state/world.ts';
import { type BaseContents, baseContents, countContents, summaryOf } from './base-contents.ts';
import { charactersInBox } from './pals.ts';
import { query } from './query.ts';

/** Preview of deleting a base, by the functions of the deletion itself. */
export const previewBaseDeletion = query<'previewBaseDeletion'>({
  reads: ['accounts', 'guilds', 'camps', 'characters', 'containers', 'mapObjects'],
  run(game, params) {
    const { world } = game;
    const camp = findCamp(game, params.base_camp_id);
    const contents = baseContents(world, camp);
    const counts = countContents(contents);
    return {
      BaseCamp: { Id: camp.id, Summary: summaryOf(contents, counts) },
      Deleted: counts,
      TopItems: topItems(contents),
      Pals: contents.pals.map(({ id, species, level, nickname }) => ({
        Id: id,
        PalID: species,
        Level: int32(level),
        Nickname: nickname,
      })),
      GuildLeftWith: world.campsByGuild.keys(camp.guildId).size - 1,
      Obstacle: obstacleTo(world, contents) ?? '',
    };
  },
});

/** The items with the most units in all deleted containers. */
function topItems({ storage, otherContainers }: BaseContents): BaseDeletionPreview['TopItems'] {
  const counts = new Map<string, number>();
  for (const { slots } of [...storage, ...otherContainers]) {
    for (const { itemId, count } of Object.values(slots)) {
      counts.set(itemId, (counts.get(itemId) ?? 0) + count);
    }
  }
  return [...counts]
    .sort(([, one], [, other]) => other - one)
    .slice(0, PREVIEW_TOP_ITEMS)
    .map(([ItemID, count]) => ({ ItemID, Count: int32(count) }));
}

/** Why a base cannot be deleted: a Pal in a booth, or dropped, is a player's. Undefined for none. */
export function obstacleTo(world: World, { objects }: BaseContents): string | undefined {
  for (const object of objects) {
    const pal = palIn(world, object);
    if (pal !== undefined) return `${pal} of this base camp, and would be lost with it`;
  }
  return undefined;
}

/** The first Pal of a player in an object, and where it is. */
function palIn(world: World, { id, objectId, booth }: MapObject): string | undefined {
  if (objectId.toLowerCase() === DROPPED_PAL) return `a Pal that a player dropped (${id}) is in the area`;
  if (booth === null) return undefined;
  const owned = charactersInBox(world, booth.containerId).find(({ ownerUid }) => ownerUid !== null);
  if (owned === undefined) return undefined;
  const owner = world.accounts.get(owned.ownerUid ?? '')?.name || owned.ownerUid;
  return `${nameOf(owned)} of ${JSON.stringify(owner)} is in a ${objectId}`;
}

/** The object is all that there is of the Pal: imports read no more of it. In lower case. */
const DROPPED_PAL = 'droppedcharacter';

function nameOf({ species, nickname, id }: Character): string {
  return nickname === ''
    ? `the Pal ${species} (${id})`
    : `the Pal ${JSON.stringify(nickname)} (${species}, ${id})`;
}
