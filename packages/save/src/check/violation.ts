export interface SaveViolation {
  readonly code: InvariantCode;
  /** Path of the file inside the save folder, with forward slashes. */
  readonly file: string;
  /** The GUID of the record that breaks it, or a place such as `worldSaveData.GroupSaveDataMap[3]`. */
  readonly subject: string;
  /** Description of the violation for the owner of a server. */
  readonly message: string;
  /** Absent where the code alone tells how bad it is. */
  readonly grade?: ViolationGrade;
}

/** `left by the game`: a version of the game leaves such a thing behind. `unknown, kept`: its sizes fit, so it stays. */
export type ViolationGrade = 'left by the game' | 'unknown, kept';

/** The violations that `before` lacks, by code, grade and subject, counting how often each subject has one. */
export function newViolations(
  before: readonly SaveViolation[],
  after: readonly SaveViolation[],
): SaveViolation[] {
  const counts = new Map<string, number>();
  for (const violation of before) counts.set(keyOf(violation), (counts.get(keyOf(violation)) ?? 0) + 1);
  return after.filter((violation) => {
    const remaining = counts.get(keyOf(violation)) ?? 0;
    counts.set(keyOf(violation), remaining - 1);
    return remaining <= 0;
  });
}

function keyOf({ code, grade, subject }: SaveViolation): string {
  return `${code} ${grade ?? ''} ${subject}`;
}

export class ViolationList {
  readonly file: string;
  readonly list: SaveViolation[];

  constructor(file: string, list: SaveViolation[] = []) {
    this.file = file;
    this.list = list;
  }

  /** A sentence may begin with the name of a record: it gets its capital here. */
  add(code: InvariantCode, subject: string, message: string, grade?: ViolationGrade): void {
    this.addAsIs(code, subject, message.charAt(0).toUpperCase() + message.slice(1), grade);
  }

  /** For a sentence that may begin with a place in the file. */
  addAsIs(code: InvariantCode, subject: string, message: string, grade?: ViolationGrade): void {
    this.list.push({ code, file: this.file, subject, message, ...(grade && { grade }) });
  }
}

/**
 * Invariants of every save that the game wrote (docs/save-format.md#invariants), for the owner of a server. The game
 * itself breaks I3, M2, M3, M6, W2, W3, C3, C7 and C9 in real saves. An edit must not break any further one.
 */
export const INVARIANTS = {
  C1: 'Every record has a unique id.',
  C2: 'A Pal is in the slot that it names as its place.',
  C3: 'A slot of a Palbox, a team or a camp names a Pal that exists.',
  C4: 'The slots of a container have distinct numbers below its capacity.',
  C5: 'No Pal and no player is in two slots.',
  C6: 'The group of a Pal or a player exists and lists it.',
  C7: 'A guild lists characters that exist, each once.',
  C8: 'A guild lists only characters that name it as their group.',
  C9: 'The owner of a Pal is a player of this world.',
  C10: 'The workers of a camp belong to the guild of the camp.',
  C11: 'The expedition station that a Pal is sent from exists.',
  I1: 'A weapon, a piece of armor or an egg is alone in its slot and has a record of the same item.',
  I2: 'A weapon, a piece of armor or an egg is in one slot only.',
  I3: 'The record of a weapon, a piece of armor or an egg belongs to a slot.',
  I4: 'A stored slot of items holds something.',
  M1: 'The two halves of an object name each other.',
  M2: 'The container of an object exists and belongs to no other object.',
  M3: 'The work that an object names exists.',
  M4: 'The camp and the guild of an object exist.',
  M5: 'The parts that a building is joined to exist.',
  M6: 'The object that an object belongs to exists.',
  W1: 'The camp and the object of a work exist.',
  W2: 'The Pal that a work is given to exists.',
  W3: 'The work list of a camp names works that exist.',
  W4: 'A work of a camp is in the work list of that camp.',
  B1: 'A camp and its guild name each other.',
  B2: 'The Palbox of a camp is in it, and its guild lists exactly the Palboxes of its camps.',
  B3: 'The parts of a camp carry its id, and the container of its workers exists.',
  B4: 'Every camp has its raid record, and every raid record its camp.',
  G1: 'A group carries its own id, its chest exists, and its admin is a member with the role of an admin.',
  G2: 'A player is a member of one guild at most.',
  P1: 'A player file carries the id in its name, and names that player’s character in Level.sav.',
  P2: 'The containers of a player exist and belong to no other player.',
  P3: 'A player has learned no technology twice.',
  P4: 'The relic counters of a player agree with each other.',
  P5: 'The inventory of a player has 42 slots and three more for each pouch.',
  P6: 'The status points of a player, spent and unused, are the level minus one.',
  D1: 'Every size, count and record ends exactly where the file says.',
  D2: 'No property occurs twice in a record, in any spelling.',
} as const satisfies Record<string, string>;

export type InvariantCode = keyof typeof INVARIANTS;
