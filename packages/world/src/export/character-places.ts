import { type Guid, ZERO_GUID } from '@palatine/contract';
import type { Character, CharacterBox } from '../state/model.ts';
import type { ChangeJob } from './change-job.ts';
import { isSameValue } from './same-value.ts';
import type { WorldRecords } from './world-records.ts';

interface Box extends CharacterBox {
  /** Undefined for the workers of a camp. */
  readonly playerUid?: Guid;
  readonly name: string;
}

type Place = NonNullable<Character['place']>;

export function characterPlaces(job: ChangeJob) {
  const { before, after, names, stored, save } = job;
  const boxes = boxesOf(job);
  const inSlot = idsBySlot(after);
  const inStoredSlot = new Map<string, Guid[]>();
  for (const { slot, instanceId, isPlayer } of save.characters) {
    if (slot === null || isPlayer) continue;
    const key = keyOf({ containerId: slot.containerId, slot: slot.index });
    inStoredSlot.set(key, [...(inStoredSlot.get(key) ?? []), instanceId]);
  }

  /** The characters of the save, others than this one, that no edit takes out of that slot. */
  const staying = (place: Place, id: Guid) =>
    (inStoredSlot.get(keyOf(place)) ?? []).filter((other) => {
      const [was, now] = [before.characters.get(other), after.characters.get(other)];
      return other !== id && (was === undefined || isSameValue(was.place, now?.place));
    });

  function refusalOf(pal: Character): string | Box {
    const who = names.character(pal);
    const { place } = pal;
    const box = boxes.get(place?.containerId ?? ZERO_GUID);
    if (place === null || box === undefined) return `${who} would be in no box of a player or base`;
    if (!stored.boxes.has(place.containerId))
      return `${who} would be in ${box.name}, which the save does not hold`;
    if (place.slot < 0 || place.slot >= box.capacity || !Number.isInteger(place.slot)) {
      return `${who} would be in slot ${place.slot} of ${box.name}, which has ${box.capacity} slots`;
    }
    const others = [
      ...(inSlot.get(keyOf(place)) ?? []).filter((id) => id !== pal.id),
      ...staying(place, pal.id),
    ];
    if (others.length === 0) return box;
    return `${who} would be in slot ${place.slot} of ${box.name}, where ${others[0]} is`;
  }

  return {
    /** A new Pal, which must be in the team or the Palbox of a player. */
    refusalOfNew(pal: Character): string | undefined {
      const box = refusalOf(pal);
      if (typeof box === 'string') return box;
      if (box.playerUid !== undefined) return undefined;
      return `${names.character(pal)} would be new among ${box.name}: new Pals go to a team or a Palbox`;
    },
    /** A Pal that has moved: within its box, or between the boxes of one guild's players. */
    refusalOfMove(from: Character, pal: Character): string | undefined {
      const box = refusalOf(pal);
      if (typeof box === 'string') return box;
      if (from.place?.containerId === box.containerId) return undefined;
      const origin = boxes.get(from.place?.containerId ?? ZERO_GUID);
      if (box.playerUid !== undefined && origin?.playerUid === box.playerUid) return undefined;
      const guild = guildOf(after, origin?.playerUid);
      if (guild !== undefined && guild === guildOf(after, box.playerUid)) return undefined;
      return `${names.character(pal)} has moved to ${box.name}: no edit moves a Pal into or out of a base or to another guild`;
    },
  };
}

/** Says why a Pal cannot be where it is; undefined when it can. */
export type CharacterPlaces = ReturnType<typeof characterPlaces>;

/** The guild of a player; undefined without one. */
export function guildOf(records: WorldRecords, uid: Guid | null | undefined): Guid | undefined {
  for (const { id, members } of records.guilds.values()) {
    if (members.some((member) => member.uid === uid)) return id;
  }
  return undefined;
}

function boxesOf({ after, names }: ChangeJob): Map<Guid, Box> {
  const boxes = new Map<Guid, Box>();
  for (const { uid, team, palbox } of after.players.values()) {
    boxes.set(team.containerId, { ...team, playerUid: uid, name: `the team of ${names.player(uid)}` });
    boxes.set(palbox.containerId, { ...palbox, playerUid: uid, name: `the Palbox of ${names.player(uid)}` });
  }
  for (const camp of after.camps.values()) {
    boxes.set(camp.workers.containerId, { ...camp.workers, name: `the workers of ${names.camp(camp)}` });
  }
  boxes.delete(ZERO_GUID);
  return boxes;
}

function idsBySlot({ characters }: WorldRecords): Map<string, Guid[]> {
  const ids = new Map<string, Guid[]>();
  for (const { id, place } of characters.values()) {
    if (place === null) continue;
    const key = keyOf(place);
    const others = ids.get(key);
    if (others === undefined) ids.set(key, [id]);
    else others.push(id);
  }
  return ids;
}

function keyOf({ containerId, slot }: Place): string {
  return `${containerId}/${slot}`;
}
