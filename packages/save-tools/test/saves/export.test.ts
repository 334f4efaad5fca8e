import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { byTier, runs } from '@palatine/platform/testing';
import { checkSave } from '@palatine/save/check-save';
import type { SaveEdit } from '@palatine/save/edits';
import { patchSave } from '@palatine/save/patch-save';
import { openSave } from '@palatine/save/read-save-folder';
import type { SaveWorld } from '@palatine/save/save-types';
import {
  anOpenSave,
  EDITED_AT_MS,
  edited,
  newIds,
  type OpenedSave,
  sharedSave,
} from '@palatine/save/testing';
import { newViolations, type SaveViolation } from '@palatine/save/violation';
import { loadCatalogue } from '@palatine/world/catalogue';
import { checkWorld } from '@palatine/world/check-world';
import type { GameContext } from '@palatine/world/game-context';
import { importSave } from '@palatine/world/import-save';
import { seededIds, seededRandom } from '@palatine/world/random';
import { saveChangesOf } from '@palatine/world/save-changes';
import { ANY_TEMPLATES, type AnyCommand, anyCommand, runAny } from '@palatine/world/testing/any-command';
import { memoryArchives } from '@palatine/world/testing/archive-files';
import { filesOf } from '@palatine/world/testing/grants';
import { aSaveToChange } from '@palatine/world/testing/save-to-change';
import { aGameContext } from '@palatine/world/testing/worlds';
import type { World } from '@palatine/world/world';
import { worldDifferences } from '@palatine/world/world-differences';
import { recordsOf } from '@palatine/world/world-records';
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
    ...aGameContext(world, { playerResolution: 'Known' }),
    now: () => NOW_MS,
    random,
    newId: seededIds(random),
    files: memoryArchives(filesOf(ANY_TEMPLATES)).files,
  };
  return { ...opened, world, game };
}

/**
 * Runs the commands, but for those whose outcome no save can hold, writes the rest into the save and reads it back: it
 * matches the world, nothing is left to write, and no new invariant is broken. @returns the edits.
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
    runAny(editing.game, command);
    if (world.savepoint() > savepoint && changes().refusals.length > 0) world.rollbackTo(savepoint);
  }
  const { edits, refusals } = changes();
  assert.deepEqual(refusals, []);
  const next = await edited(editing, edits);
  const twice = patchSave(editing.files, edits, { newId: newIds(), nowMs: EDITED_AT_MS });
  assert.ok(
    twice.every(({ gvas }, index) => next.changed[index]?.gvas.equals(gvas)),
    'written twice, the same bytes',
  );
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

/** Real saves, and how many sequences each is worth: the larger ones take seconds for each. */
const SAVES = byTier<Record<string, number>>({ world1: 4 }, { v1_relics: 4, tayaki: 3, world1: 8 });

for (const [name, sequences] of Object.entries(SAVES)) {
  describe(`whatever commands do to ${name} is read back from it`, sharedSave(name), () => {
    let opened: OpenedSave;
    let violations: SaveViolation[];
    const kinds = new Set<string>();
    before(async () => {
      opened = await openSave(sharedSave(name).folder);
      violations = checkSave(opened.files);
    });
    after(() => assert.deepEqual([...kinds].sort(), kindsOf(opened.save)));

    for (let seed = 1; seed <= sequences; seed += 1) {
      test(`sequence ${seed} of ${sequences}`, async () => {
        const edits = await assertRoundTrip(editing(opened, seed), someCommands(seed, 100), violations);
        for (const { kind } of edits) kinds.add(kind);
      });
    }
  });
}

/** Kinds of edits that commands cause: none removes only a Pal. */
function kindsOf({ era, camps }: SaveWorld): string[] {
  const kinds = ['addPal', 'changeCharacter', 'deleteCamp', 'itemContainer', 'playerFile'];
  return kinds
    .filter((kind) => era === 'D' || kind !== 'changeCharacter') // levels before 1.0 are refused
    .filter((kind) => camps.length > 0 || kind !== 'deleteCamp');
}

for (const name of byTier(['world1'], ['ref2024', 'tayaki', 'world1', 'v1_relics'])) {
  test(
    `the world of ${name} that nobody has changed changes no byte of the save`,
    sharedSave(name),
    async () => {
      const { files, save } = await openSave(sharedSave(name).folder);
      const { world } = editing({ files, save }, 1);
      const again = editing({ files, save }, 2).world; // the seed is of the simulation, of which a save holds nothing
      const changes = { before: recordsOf(world), after: recordsOf(again), save, catalogue };
      assert.deepEqual(saveChangesOf(changes), { edits: [], refusals: [] });
      assert.deepEqual(patchSave(files, [], { newId: newIds(), nowMs: EDITED_AT_MS }), []);
    },
  );
}

for (const era of ['C', 'D'] as const) {
  test(`whatever commands do to a made save of era ${era} is read back from it`, async () => {
    const opened = await anOpenSave(era, aSaveToChange({ era }).save);
    const violations = checkSave(opened.files);
    const kinds = new Set<string>();
    for (let seed = 1; seed <= runs(16).numRuns; seed += 1) {
      const edits = await assertRoundTrip(editing(opened, seed), someCommands(seed, 50), violations);
      for (const { kind } of edits) kinds.add(kind);
    }
    assert.deepEqual([...kinds].sort(), kindsOf(opened.save));
  });
}
