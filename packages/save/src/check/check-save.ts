import { LEVEL, PLAYERS } from '../read/folder-files.ts';
import type { OpenSave } from '../read/open-save.ts';
import { checkCharacters } from './check-characters.ts';
import { checkItems } from './check-items.ts';
import { readPlayerFacts } from './player-facts.ts';
import { readLevelFacts } from './read-level-facts.ts';
import { SaveFacts } from './save-facts.ts';
import type { SaveViolation } from './violation.ts';
import { ViolationList } from './violation-list.ts';

/**
 * All invariants of a save that do not hold (INVARIANTS). Reads the bytes on its own, so that it notices the mistakes
 * of an edit. Never throws for what a file holds: damage is a violation of D1.
 */
export function checkSave(files: OpenSave): SaveViolation[] {
  const found: SaveViolation[] = [];
  const level = files.get(LEVEL);
  const ofLevel = new ViolationList(LEVEL, found);
  if (level === undefined) {
    ofLevel.add('D1', '', 'The save has no Level.sav.');
    return found;
  }
  const levelFacts = readLevelFacts(level.gvas, ofLevel);
  const players = [...files.values()]
    .filter(({ path }) => path.startsWith(`${PLAYERS}/`))
    .map(({ path, gvas }) => readPlayerFacts(gvas, new ViolationList(path, found)));
  const facts = new SaveFacts(levelFacts, players);
  checkCharacters(facts, ofLevel);
  checkItems(facts, ofLevel);
  return found;
}
