import type { SaveCharacter } from '@palatine/save';
import { AMOUNT, BYTE, INT32, POINTS, RANK, type Range, rangeRefusal, UINT16 } from './save-ranges.ts';

type Check = readonly [what: string, value: number, range: Range];

/** Why the numbers of a character do not fit into a save; empty when they do. */
export function rangeRefusals(who: string, character: SaveCharacter): string[] {
  const { souls, ivs, statusPoints, extraWorkSuitabilities } = character;
  const checks: Check[] = [
    ['as the level', character.level, RANK],
    ['EXP', character.exp, AMOUNT],
    ['as the partner skill level', character.rank, RANK],
    ['condensed Pals', character.rankUpExp, UINT16],
    ['souls of health', souls.health, BYTE],
    ['souls of attack', souls.attack, BYTE],
    ['souls of defense', souls.defense, BYTE],
    ['souls of work speed', souls.craftSpeed, BYTE],
    ['as the IV of health', ivs.health, BYTE],
    ['as the IV of attack', ivs.attackShot, BYTE],
    ['as the IV of defense', ivs.defense, BYTE],
    ['HP', Math.trunc(character.hp), POINTS],
    ['points of shield', Math.trunc(character.shield ?? 0), POINTS],
    ['friendship points', character.friendshipPoints, INT32],
    ['unused status points', character.unusedStatusPoints, UINT16],
    ...statusPoints.map(({ name, points }): Check => [`points of ${name}`, points, INT32]),
    ...extraWorkSuitabilities.map(
      ({ suitability, rank }): Check => [`added ranks of ${suitability}`, rank, INT32],
    ),
  ];
  return checks.flatMap(([what, value, range]) => rangeRefusal(who, what, value, range) ?? []);
}
