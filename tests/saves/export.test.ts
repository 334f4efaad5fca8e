import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Refusal } from '@palatine/contract';
import { checkSave, newViolations, openSave, type SaveEdit, type SaveViolation } from '@palatine/save';
import { anOpenSave, edited, type OpenedSave, sharedSave } from '@palatine/save/testing';
import {
  COMMANDS,
  checkWorld,
  DEFAULT_RULES,
  FaultInjector,
  type GameContext,
  importSave,
  loadCatalogue,
  recordsOf,
  saveChangesOf,
  type World,
  worldDifferences,
} from '@palatine/world';
import {
  ANY_TEMPLATES,
  type AnyCommand,
  anyCommand,
  aSaveToChange,
  askOf,
  filesOf,
  memoryArchives,
  PANEL,
  seededIds,
  seededRandom,
} from '@palatine/world/testing';
import fc from 'fast-check';

const catalogue = loadCatalogue();
const NOW_MS = Date.UTC(2026, 7, 1, 12);

interface Editing extends OpenedSave {
  readonly world: World;
  readonly game: GameContext;
}

function editing(opened: OpenedSave, seed: number): Editing {
  const world = importSave(opened.save, { catalogue, nowMs: NOW_MS, seed });
  const random = seededRandom(`${seed} edits`);
  const game: GameContext = {
    world,
    catalogue,
    rules: { ...DEFAULT_RULES, playerResolution: 'Known' },
    now: () => NOW_MS,
    random,
    newId: seededIds(random),
    files: memoryArchives(filesOf(ANY_TEMPLATES)).files,
    faults: new FaultInjector(),
  };
  return { ...opened, world, game };
}

/** Runs a command as the service does. What is refused changes nothing. */
function run({ game, world }: Editing, command: AnyCommand): void {
  const { name, params, body } = askOf(world, command);
  const call = COMMANDS[name] as (game: GameContext, call: unknown) => unknown; // the table ties names to calls
  try {
    world.transaction(() => call(game, { params, body, issuer: PANEL }));
  } catch (error) {
    assert.ok(error instanceof Refusal, String(error));
  }
}

/**
 * Runs the commands, and takes back each whose outcome no save can hold. Writes the rest into the save and reads it back:
 * it is the world, nothing is left to write, and nothing in it is wrong that was right before. @returns the edits.
 */
async function assertRoundTrip(
  editing: Editing,
  commands: readonly AnyCommand[],
  violations: readonly SaveViolation[],
): Promise<readonly SaveEdit[]> {
  const { world, save } = editing;
  const imported = recordsOf(world);
  const changes = () => saveChangesOf({ before: imported, after: recordsOf(world), save, catalogue });
  for (const command of commands) {
    const savepoint = world.savepoint();
    run(editing, command);
    if (world.savepoint() > savepoint && changes().refusals.length > 0) world.rollbackTo(savepoint);
  }
  const { edits, refusals } = changes();
  assert.deepEqual(refusals, []);
  const next = await edited(editing, edits);
  const again = importSave(next.save, { catalogue, nowMs: NOW_MS, seed: 1 });
  assert.deepEqual(checkWorld(again, catalogue), []);

  const [expected, found] = [recordsOf(world), recordsOf(again)];
  assert.deepEqual(worldDifferences({ expected, found, save: next.save }), []);
  const left = saveChangesOf({ before: found, after: expected, save: next.save, catalogue });
  assert.deepEqual(left, { edits: [], refusals: [] });
  assert.deepEqual(newViolations(violations, checkSave(next.files)), []);
  return edits;
}

function someCommands(seed: number, count: number): AnyCommand[] {
  return fc.sample(anyCommand, { seed, numRuns: count });
}

/** The kinds of edits that commands cause: none takes a Pal away alone. */
const KINDS = ['addPal', 'changeCharacter', 'deleteCamp', 'itemContainer', 'playerFile'];

describe('whatever commands do to a save of 1.0 is read back from it', sharedSave('v1_relics'), () => {
  let opened: OpenedSave;
  let violations: SaveViolation[];
  const kinds = new Set<string>();
  before(async () => {
    opened = await openSave(sharedSave('v1_relics').folder);
    violations = checkSave(opened.files);
  });
  after(() => assert.deepEqual([...kinds].sort(), KINDS));

  for (const seed of [1, 2, 3, 4]) {
    test(`sequence ${seed}`, async () => {
      const edits = await assertRoundTrip(editing(opened, seed), someCommands(seed, 60), violations);
      for (const { kind } of edits) kinds.add(kind);
    });
  }
});

for (const era of ['C', 'D'] as const) {
  test(`whatever commands do to a made save of era ${era} is read back from it`, async () => {
    const opened = await anOpenSave(era, aSaveToChange({ era }).save);
    const violations = checkSave(opened.files);
    const kinds = new Set<string>();
    for (let seed = 1; seed <= 40; seed += 1) {
      const edits = await assertRoundTrip(editing(opened, seed), someCommands(seed, 25), violations);
      for (const { kind } of edits) kinds.add(kind);
    }
    const expected = era === 'D' ? KINDS : KINDS.filter((kind) => kind !== 'changeCharacter');
    assert.deepEqual([...kinds].sort(), expected);
  });
}
