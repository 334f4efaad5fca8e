import type { SaveWorld } from '@palatine/save/save-types';
import type { Discoveries } from '../state/model.ts';
import {
  differingFields,
  differingFieldsOfPlayer,
  differingKeys,
  differingSlots,
  isSameCharacter,
  isSameContainer,
  isSameGuild,
  isSamePlayer,
  isSameValue,
} from './same-in-save.ts';
import { changesBetween, namesOf, type RecordChange, type WorldRecords } from './world-records.ts';

interface WorldsToCompare {
  readonly expected: WorldRecords;
  readonly found: WorldRecords;
  readonly save: Pick<SaveWorld, 'era'>;
}

const MAX_SENTENCES = 20;

/**
 * Differences between two worlds in all fields that a save of this era holds: a sentence for each of the first ones,
 * and the number of the others. Empty when a save could not distinguish the worlds.
 */
export function worldDifferences(worlds: WorldsToCompare): string[] {
  const sentences: string[] = [];
  let count = 0;
  for (const sentence of differences(worlds)) {
    count += 1;
    if (count <= MAX_SENTENCES) sentences.push(sentence);
  }
  if (count > MAX_SENTENCES) sentences.push(`${count - MAX_SENTENCES} more differences`);
  return sentences;
}

function* differences({ expected, found, save: { era } }: WorldsToCompare): Generator<string> {
  const names = namesOf(expected, found);
  for (const change of changesBetween(expected.players, found.players, isSamePlayer)) {
    yield inWords(names.player(change.key), change, differingFieldsOfPlayer);
  }
  for (const change of changesBetween(expected.characters, found.characters, isSameCharacter(era))) {
    const { key, before, after } = change;
    if (before?.summoned !== undefined && after === undefined) continue; // a save has no place for it
    const record = before ?? after;
    const name = record === undefined ? key : names.character(record);
    yield inWords(name, change, (expected, actual) => differingFields(expected, actual, era));
  }
  for (const change of changesBetween(expected.containers, found.containers, isSameContainer(era))) {
    yield inWords(names.container(change.key), change, (expected, actual) => [
      ...(expected.capacity === actual.capacity ? [] : ['capacity']),
      ...differingSlots(expected, actual, era).map((slot) => `slot ${slot}`),
    ]);
  }
  yield* otherRecords('guild', expected.guilds, found.guilds, isSameGuild);
  yield* otherRecords('base', expected.camps, found.camps);
  yield* otherRecords('map object', expected.mapObjects, found.mapObjects);
  for (const change of changesBetween(expected.discoveries, found.discoveries, isSameValue)) {
    yield inWords(`what ${names.player(change.key)} has found`, change, differingKeys<Discoveries>);
  }
}

function* otherRecords<T extends object>(
  kind: string,
  expected: ReadonlyMap<string, T>,
  actual: ReadonlyMap<string, T>,
  isSame: (expected: T, actual: T) => boolean = isSameValue,
): Generator<string> {
  for (const change of changesBetween(expected, actual, isSame)) {
    yield inWords(`the ${kind} ${change.key}`, change, differingKeys<T>);
  }
}

/** `Items of Zoe would have another slot 3 than expected`. */
function inWords<T>(
  subject: string,
  { before, after }: RecordChange<T>,
  differing: (expected: T, actual: T) => readonly PropertyKey[],
): string {
  if (before === undefined) return `${subject} would be there, but should not`;
  if (after === undefined) return `${subject} would not be there`;
  return `${subject} would differ from the request in ${differing(before, after).map(String).join(', ')}`;
}
