import { getItemHolders, type ItemHolder } from '@palatine/contract';
import { computed, type ReadonlySignal } from '@preact/signals';
import { givenGuildName } from '../../data/guilds.ts';
import { resource } from '../../data/resource.ts';
import { client, may } from '../../session/session.ts';
import { texts } from '../../texts/texts.ts';
import { type Mark, placed } from './mark.ts';

/** Containers that are read, the fullest first. */
const MAX_CONTAINERS = 500;
/** Radius of the largest pin, and what the smallest has at least. Units: pixels. */
const [MAX_PX, MIN_PX] = [42, 8];

/** Reads who holds an item. @param players the marks of players, for their places */
export function readHolders(
  item: ReadonlySignal<string>,
  players: ReadonlySignal<ReadonlyMap<string, Mark>>,
) {
  const read = resource(async (signal) =>
    item.value !== '' && may(getItemHolders)
      ? client().getItemHolders({ params: { item_id: item.value }, query: { Limit: MAX_CONTAINERS }, signal })
      : undefined,
  );
  const marks = computed(() => holderMarks(read.value.value?.Holders ?? [], players.value));
  return {
    marks,
    /** Units in the world, and how many of them are drawn. */
    total: computed(() => read.value.value?.Total),
    drawn: computed(() => marks.value.reduce((sum, { count = 0 }) => sum + count, 0)),
    resource: read,
  };
}

/**
 * Holders as marks, the largest first: the chests of a base are one, and the containers of a player. Their area says how
 * much they hold. Holders without a known place are left out.
 */
export function holderMarks(holders: readonly ItemHolder[], players: ReadonlyMap<string, Mark>): Mark[] {
  const { baseHolder, unnamedPlayer, otherHolder } = texts.value.map;
  const groups = Map.groupBy(holders, ({ CampId, Uid, ContainerId }) => CampId || Uid || ContainerId);
  const marks = [...groups].flatMap(([id, same]): (Mark & { count: number })[] => {
    const [holder] = same;
    const player = players.get(holder?.Uid ?? '');
    const place = player ?? (holder?.Place && placed(holder.Place));
    if (holder === undefined || place === undefined) return [];
    const { CampId, Uid, PlayerName, GuildName, HeadName, GuildId = player?.guildId } = holder;
    const otherwise = Uid === undefined ? otherHolder : unnamedPlayer;
    const words = CampId ? baseHolder(same.length) : otherwise;
    const name = PlayerName || givenGuildName(GuildName) || HeadName || words;
    const href = CampId ? `/bases/${CampId}/storage` : Uid && `/players/${Uid}/inventory`;
    return [
      {
        layer: 'holders',
        id,
        name,
        note: Uid === undefined && name !== words ? words : (player?.note ?? ''),
        x: place.x,
        y: place.y,
        count: same.reduce((sum, { Count }) => sum + Count, 0),
        ...(GuildId !== undefined && { guildId: GuildId }),
        ...(href && { href }),
      },
    ];
  });
  const max = Math.max(1, ...marks.map(({ count }) => count));
  return marks
    .map((mark) => ({ ...mark, radius: Math.max(MIN_PX, MAX_PX * Math.sqrt(mark.count / max)) }))
    .sort((a, b) => b.count - a.count);
}
