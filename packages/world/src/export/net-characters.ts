import type { Character } from '../state/model.ts';
import { fieldInWords } from './lost-fields.ts';
import { type NetSearch, NOT_AGAIN } from './net-search.ts';
import { differingFields, isSameCharacter } from './same-in-save.ts';
import { changesBetween } from './world-records.ts';

/** Finds new Pals by their owner, and the EXP of players. */
export function findPals(search: NetSearch): void {
  const { before, after, names, others, of } = search;
  const isSame = (one: Character, other: Character) => isSameCharacter(one, other, 'D');
  for (const { before: was, after: now } of changesBetween(before.characters, after.characters, isSame)) {
    if (was === undefined && now?.summoned !== undefined) continue; // it has no place in a save
    if (was === undefined && now !== undefined) {
      const { ownerUid, playerUid } = now;
      if (ownerUid !== null && playerUid === null) of(ownerUid).pals.push(now);
      else others.push(`${names.character(now)} was new without an owner, ${NOT_AGAIN}`);
    }
    if (was !== undefined && now === undefined) others.push(`${names.character(was)} was gone, ${NOT_AGAIN}`);
    if (was !== undefined && now !== undefined) compareCharacters(search, was, now);
  }
}

function compareCharacters({ names, others, of }: NetSearch, was: Character, now: Character): void {
  const gained = now.exp - was.exp;
  const { playerUid } = now;
  const isGain = playerUid !== null && gained > 0;
  if (isGain) of(playerUid).amounts.push({ name: 'EXP', count: gained });
  // The level follows from the EXP, and each level brings one point.
  const followsLevel = isGain && now.unusedStatusPoints - was.unusedStatusPoints === now.level - was.level;
  const done: (keyof Character)[] = followsLevel
    ? ['exp', 'level', 'unusedStatusPoints']
    : isGain
      ? ['exp']
      : [];
  for (const field of differingFields(was, now, 'D').filter((one) => !done.includes(one))) {
    others.push(`${names.character(now)} had ${fieldInWords(field, now)}, ${NOT_AGAIN}`);
  }
}
