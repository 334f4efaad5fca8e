import { type Guid, ZERO_GUID } from '@palatine/contract';
import { words } from '@palatine/contract/words';
import type { ChangeCharacterEdit } from '@palatine/save/edits';
import type { SaveCharacter } from '@palatine/save/save-types';
import { getOrAdd } from '../catalogue/table.ts';
import type { Character, CharacterBox } from '../state/model.ts';
import type { ChangeJob } from './change-job.ts';
import { differingFields, differingKeys, isSameCharacter, isSameValue } from './same-in-save.ts';
import {
  fieldInWords,
  lostFields,
  rangeRefusals,
  toSaveCharacter,
  vitalsRefusals,
} from './to-save-character.ts';
import { changesBetween, type WorldRecords } from './world-records.ts';

/** Finds Pals that are new, gone, moved or changed, and the changed bodies of players. */
export function findChangedCharacters(job: ChangeJob): void {
  const { before, after, save } = job;
  const places = characterPlaces(job);
  const isSame = isSameCharacter(save.era);
  for (const { before: was, after: now } of changesBetween(before.characters, after.characters, isSame)) {
    // The game forgets a summoned character when it stops: a save has no place for one.
    if (was === undefined && now?.summoned !== undefined) continue;
    if (was === undefined && now !== undefined) addCharacter(job, now, places);
    if (was !== undefined && now === undefined) removeCharacter(job, was);
    if (was !== undefined && now !== undefined) changeCharacter(job, was, now, places);
  }
}

function removeCharacter({ edits, refusals, names }: ChangeJob, character: Character): void {
  if (character.playerUid === null) edits.push({ kind: 'removePal', instanceId: character.id });
  else refusals.push(`${names.character(character)} is gone: no edit removes a player`);
}

const OLD_EXP_TABLE =
  'this save is older than 1.0, which changed the EXP of every level. Start the game with it once, let it save, and edit then';

function addCharacter(job: ChangeJob, pal: Character, places: CharacterPlaces): void {
  const { names, save, edits, refusals } = job;
  const name = names.character(pal);
  if (pal.playerUid !== null) {
    refusals.push(`${name} is a new player: only the game makes players`);
    return;
  }
  const saved = toSaveCharacter(pal, save.era);
  const problems = [
    ...ownerRefusals(job, name, pal.ownerUid),
    ...[places.refusalOfNew(pal)].filter((refusal) => refusal !== undefined),
    ...vitalsRefusals(job.catalogue, name, pal),
    ...rangeRefusals(name, saved),
  ];
  if (save.era !== 'D' && pal.level > 1) {
    problems.push(`${name} would be new at level ${pal.level}: ${OLD_EXP_TABLE}`);
  }
  // A value that is out of range would be lost as well: report it once.
  if (problems.length === 0) {
    const lostNames = lostFields(job, pal, saved);
    problems.push(...lostNames.map((field) => `${name} would have ${fieldInWords(field, pal)}, ${NOT_HELD}`));
  }
  if (problems.length === 0) edits.push({ kind: 'addPal', pal: saved });
  refusals.push(...problems);
}

const NOT_HELD = 'which no save of this version of the game holds';

function ownerRefusals({ after, stored, names }: ChangeJob, name: string, ownerUid: Guid | null): string[] {
  if (ownerUid === null) return [`${name} is new and belongs to nobody: a new Pal needs an owner`];
  const owner = names.player(ownerUid);
  if (!after.players.has(ownerUid) || !stored.files.has(ownerUid)) {
    return [`${name} would belong to ${owner}, who has no player file in the save`];
  }
  if (guildOf(after, ownerUid) !== undefined) return [];
  return [
    `${name} would belong to ${owner}, who is in no guild: a save lists every Pal in the guild of its owner`,
  ];
}

function changeCharacter(job: ChangeJob, was: Character, now: Character, places: CharacterPlaces): void {
  const { names, save, stored, edits, refusals } = job;
  const name = names.character(now);
  const record = stored.characters.get(was.id);
  if (record === undefined || was.playerUid !== now.playerUid) {
    refusals.push(`${name} is no longer the character of the save: no edit replaces a body`);
    return;
  }
  const [before, after] = [toSaveCharacter(was, save.era, record), toSaveCharacter(now, save.era, record)];
  const changed = differingFields(was, now, save.era);
  const previous = new Set(rangeRefusals(name, before));
  const problems = rangeRefusals(name, after).filter((refusal) => !previous.has(refusal));
  if (changed.includes('place')) problems.push(...moveRefusals(name, was, now, places));
  if (changed.includes('ownerUid')) problems.push(...newOwnerRefusals(job, name, was, now));
  if (save.era !== 'D' && changed.some((field) => EXP_FIELDS.has(field))) {
    problems.push(`${name} would have another level, EXP or status points: ${OLD_EXP_TABLE}`);
  }
  if (problems.length === 0) {
    const lostNames = lostFields(job, now, after).filter((field) => changed.includes(field));
    problems.push(...lostNames.map((field) => `${name} would have ${fieldInWords(field, now)}, ${NOT_HELD}`));
  }
  if (problems.length === 0)
    edits.push({ kind: 'changeCharacter', instanceId: was.id, fields: fieldsOf(before, after) });
  refusals.push(...problems);
}

/** Fields that depend on the table of EXP. */
const EXP_FIELDS: ReadonlySet<keyof Character> = new Set(words('level exp unusedStatusPoints statusPoints'));

function moveRefusals(name: string, was: Character, now: Character, places: CharacterPlaces): string[] {
  if (now.playerUid !== null) return [`${name} would be in a box: the body of a player is in none`];
  if (was.place === null) return [`${name} would be in a box, which the save shows otherwise`];
  return [places.refusalOfMove(was, now)].filter((refusal) => refusal !== undefined);
}

function newOwnerRefusals({ after, names }: ChangeJob, name: string, was: Character, now: Character) {
  const guild = guildOf(after, was.ownerUid);
  if (now.playerUid === null && guild !== undefined && guild === guildOf(after, now.ownerUid)) return [];
  const [from, to] = [was.ownerUid, now.ownerUid].map((uid) => (uid === null ? 'nobody' : names.player(uid)));
  return [
    `${name} would pass from ${from} to ${to}: a Pal changes hands only among the members of one guild`,
  ];
}

function fieldsOf(before: SaveCharacter, after: SaveCharacter): ChangeCharacterEdit['fields'] {
  const fields = differingKeys(before, after).map((key) => [key, after[key]]);
  return Object.fromEntries(fields) as ChangeCharacterEdit['fields']; // id, uid and group come from one record
}

interface Box extends CharacterBox {
  /** Undefined for the workers of a camp. */
  readonly playerUid?: Guid;
  readonly name: string;
}

type Place = NonNullable<Character['place']>;

function characterPlaces(job: ChangeJob) {
  const { before, after, names, stored, save } = job;
  const boxes = boxesOf(job);
  const inSlot = idsBySlot(after.characters.values());
  const storedPals = save.characters.filter(({ isPlayer }) => !isPlayer);
  const inStoredSlot = idsBySlot(
    storedPals.map(({ instanceId: id, slot }) => ({
      id,
      place: slot && { containerId: slot.containerId, slot: slot.index },
    })),
  );

  /** The characters of the save, others than this one, that no edit takes out of that slot. */
  const staying = (place: Place, id: Guid) =>
    (inStoredSlot.get(keyOf(place)) ?? []).filter((storedId) => {
      const [was, now] = [before.characters.get(storedId), after.characters.get(storedId)];
      return storedId !== id && (was === undefined || isSameValue(was.place, now?.place));
    });

  function refusalOf(pal: Character): string | Box {
    const name = names.character(pal);
    const { place } = pal;
    const box = boxes.get(place?.containerId ?? ZERO_GUID);
    if (place === null || box === undefined) return `${name} would be in no box of a player or base`;
    if (!stored.boxes.has(place.containerId))
      return `${name} would be in ${box.name}, which the save does not hold`;
    if (place.slot < 0 || place.slot >= box.capacity || !Number.isInteger(place.slot)) {
      return `${name} would be in slot ${place.slot} of ${box.name}, which has ${box.capacity} slots`;
    }
    const others = [
      ...(inSlot.get(keyOf(place)) ?? []).filter((id) => id !== pal.id),
      ...staying(place, pal.id),
    ];
    if (others.length === 0) return box;
    return `${name} would be in slot ${place.slot} of ${box.name}, where ${others[0]} is`;
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

type CharacterPlaces = ReturnType<typeof characterPlaces>;

function guildOf(records: WorldRecords, uid: Guid | null | undefined): Guid | undefined {
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

function idsBySlot(characters: Iterable<{ id: Guid; place: Place | null }>): Map<string, Guid[]> {
  const ids = new Map<string, Guid[]>();
  for (const { id, place } of characters) if (place !== null) getOrAdd(ids, keyOf(place), () => []).push(id);
  return ids;
}

const keyOf = ({ containerId, slot }: Place): string => `${containerId}/${slot}`;
