import type { PalPlaceKind } from '@palatine/contract';
import { guildOf } from '../state/find-guild.ts';
import type { Camp, Guild } from '../state/model.ts';
import type { World } from '../state/world.ts';

/** What a container of characters is, and whose. */
export interface BoxOwner {
  readonly kind: PalPlaceKind;
  /** PlayerUID, id of the camp, id of the object; '' elsewhere. */
  readonly id: string;
  /** Undefined for a box of a base. */
  readonly playerUid: string | undefined;
  readonly guild: Guild | undefined;
  readonly camp: Camp | undefined;
}

const ELSEWHERE: BoxOwner = {
  kind: 'Elsewhere',
  id: '',
  playerUid: undefined,
  guild: undefined,
  camp: undefined,
};

/** Whose a box is. A container that nothing of the world names, as of an expedition, is elsewhere. */
export function ownerOfBox(world: World, containerId: string): BoxOwner {
  const [player] = world.pick(world.players, world.playersByBox.keys(containerId));
  if (player !== undefined) {
    const { uid, team } = player;
    const kind = team.containerId === containerId ? 'Team' : 'Palbox';
    return { kind, id: uid, playerUid: uid, guild: guildOf(world, uid), camp: undefined };
  }
  const [camp] = world.pick(world.camps, world.campsByBox.keys(containerId));
  if (camp !== undefined) return ofCamp(world, 'Camp', camp.id, camp);
  const [booth] = world.pick(world.mapObjects, world.mapObjectsByBooth.keys(containerId));
  return booth === undefined ? ELSEWHERE : ofCamp(world, 'Booth', booth.id, world.camps.get(booth.campId));
}

function ofCamp(world: World, kind: PalPlaceKind, id: string, camp: Camp | undefined): BoxOwner {
  const guild = camp === undefined ? undefined : world.guilds.get(camp.guildId);
  return { kind, id, playerUid: undefined, guild, camp };
}
