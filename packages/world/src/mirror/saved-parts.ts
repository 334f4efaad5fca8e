import type { PlayerLocation } from '../state/model.ts';
import type { MirroredChange, MirroredFacts, MirrorPart } from './mirror-part.ts';
import { type SavedRecords, savedChanges, savedMoves } from './saved-records.ts';

/** The bounds of a part, whichever is reached first. A record that is larger goes alone. */
const MOST_RECORDS = 200;
const MOST_CHARS = 128 * 1024;

/** A sync: its number, the imported save, and the one that was sent before it; without that it is whole. */
export interface Sync {
  readonly number: number;
  readonly before: SavedRecords | undefined;
  readonly after: SavedRecords;
  readonly facts: Omit<MirroredFacts, 'whole'>;
}

/** The parts of a sync in their order. There is at least one, the last, also when nothing differs. */
export function* savedParts({ number: sync, before, after, facts }: Sync): Generator<MirrorPart> {
  let number = 0;
  const part = (
    changes: readonly MirroredChange[],
    locations: readonly PlayerLocation[] = [],
  ): MirrorPart => ({
    sync,
    number: number++,
    changes,
    locations,
    last: undefined,
  });
  let changes: MirroredChange[] = [];
  let chars = 0;
  for (const change of savedChanges(before, after)) {
    const length = change.record === undefined ? 0 : JSON.stringify(change.record).length;
    if (changes.length >= MOST_RECORDS || (changes.length > 0 && chars + length > MOST_CHARS)) {
      yield part(changes);
      [changes, chars] = [[], 0];
    }
    changes.push(change);
    chars += length;
  }
  if (changes.length > 0) yield part(changes);
  const moves = savedMoves(before, after);
  for (let from = 0; from < moves.length; from += MOST_RECORDS) {
    yield part([], moves.slice(from, from + MOST_RECORDS));
  }
  yield { ...part([]), last: { ...facts, whole: before === undefined } };
}
