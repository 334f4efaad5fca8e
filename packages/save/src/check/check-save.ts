import { guidFromDigits } from '../format/guid.ts';
import type { SaveError } from '../format/save-error.ts';
import { LEVEL, LEVEL_META, PLAYERS } from '../read/folder-files.ts';
import { SAVE_CLASSES } from '../read/gvas-header.ts';
import type { OpenSave, OpenSaveFile } from '../read/open-save.ts';
import { checkCamps } from './check-camps.ts';
import { checkCharacters } from './check-characters.ts';
import { checkGuilds } from './check-guilds.ts';
import { checkItems } from './check-items.ts';
import { checkObjects } from './check-objects.ts';
import { checkPlayer } from './check-players.ts';
import { checkWorks } from './check-works.ts';
import { readPlayerFacts } from './player-facts.ts';
import { readLevelFacts } from './read-level-facts.ts';
import { SaveFacts } from './save-facts.ts';
import { StrictWalk } from './strict-walk.ts';
import type { SaveViolation } from './violation.ts';
import { ViolationList } from './violation-list.ts';

/**
 * All invariants of a save that do not hold (INVARIANTS). Reads the bytes on its own, so that it notices the mistakes
 * of an edit. Never throws for what a file holds: damage is a violation of D1, and so is each file that was left out
 * because it could not be read.
 */
export function checkSave(files: OpenSave, leftOut: readonly SaveError[] = []): SaveViolation[] {
  const found: SaveViolation[] = [];
  const level = files.get(LEVEL);
  const ofLevel = new ViolationList(LEVEL, found);
  if (level === undefined) {
    ofLevel.add('D1', '', 'The save has no Level.sav.');
    return found;
  }
  for (const file of files.values()) walkStrictly(file, new ViolationList(file.path, found));
  const levelFacts = readLevelFacts(level.gvas, ofLevel);
  const players = [...files.values()]
    .filter(({ path }) => path.startsWith(`${PLAYERS}/`))
    .map(({ path, gvas }) => readPlayerFacts(gvas, new ViolationList(path, found)));
  const facts = new SaveFacts(levelFacts, players);
  for (const error of leftOut) {
    // One that could be unpacked was walked.
    if (!files.has(error.file)) reportLeftOut(facts, error, new ViolationList(error.file, found));
  }
  checkCharacters(facts, ofLevel);
  checkItems(facts, ofLevel);
  checkObjects(facts, ofLevel);
  checkWorks(facts, ofLevel);
  checkCamps(facts, ofLevel);
  checkGuilds(facts, ofLevel);
  for (const player of players) checkPlayer(facts, player, new ViolationList(player.file, found));
  return found;
}

/** The game treats a file that it cannot read as one that is not there. */
function reportLeftOut(facts: SaveFacts, { file, reason }: SaveError, violations: ViolationList): void {
  const uid = file === LEVEL_META ? null : guidFromDigits(file.slice(`${PLAYERS}/`.length, -'.sav'.length));
  const whose = uid === null ? 'with the name of the world' : `of ${facts.playerName(uid)}`;
  const effect = uid === null ? 'the world is shown without its name' : 'that player gets a new character';
  violations.add('D1', '', `The file ${whose} cannot be read (${reason}): ${effect}.`);
}

function walkStrictly({ path, gvas }: OpenSaveFile, violations: ViolationList): void {
  new StrictWalk(gvas, violations).walkFile(classOf(path));
}

function classOf(path: string): string {
  if (path === LEVEL) return SAVE_CLASSES.level;
  return path === LEVEL_META ? SAVE_CLASSES.levelMeta : SAVE_CLASSES.player;
}
