import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkSave } from '@palatine/save/check-save';
import { diffSaves } from '@palatine/save/diff-saves';
import type { OpenSave } from '@palatine/save/open-save';
import { openSave } from '@palatine/save/read-save-folder';
import { edited, levelOf, sharedSave, withLevel } from '@palatine/save/testing';
import { newViolations } from '@palatine/save/violation';

/**
 * Violations left by the game itself, by code; all other invariants hold. I3 are records of eggs and of the weapons of
 * wild people, W3 finished works, C3 unnamed boxes of five slots, M2 expedition stations and M3 torches
 * and a laboratory, M6 eggs that one vanished object laid.
 */
const HABITS = {
  ref2024: { W3: 25 },
  // P1 and P2 are the file of a co-op host: neither its player nor the boxes that it names are in the world.
  tayaki: { I3: 552, M6: 17, P1: 1, P2: 8 },
  // P6 is a player whose points were edited: 250 spent at level 65.
  world1: { I3: 26, P6: 1, W3: 10 },
  v1_relics: { C3: 5, I3: 1025, M2: 4, M3: 11, W3: 181 },
} as const;

for (const [name, expected] of Object.entries(HABITS)) {
  const { folder, skip } = sharedSave(name);
  test(`${name} breaks only the invariants that the game itself breaks`, { skip }, async () => {
    const { files } = await openSave(folder);
    const counts: Record<string, number> = {};
    for (const { code } of checkSave(files)) counts[code] = (counts[code] ?? 0) + 1;
    assert.deepEqual(counts, expected);
  });
}

for (const name of ['tayaki', 'world1', 'v1_relics']) {
  const { folder, skip } = sharedSave(name);
  test(`an item more in ${name}, in a stack or a free slot, is one changed record, and breaks nothing`, {
    skip,
  }, async () => {
    const { files, save } = await openSave(folder);
    const inventories = save.players.map(({ inventory }) => inventory.common);
    const container = save.itemContainers.find(
      ({ id, slots }) => inventories.includes(id) && slots.some(({ count }) => count > 1),
    );
    const stack = container?.slots.find(({ count }) => count > 1);
    assert.ok(container !== undefined && stack !== undefined);
    const used = new Set(container.slots.map(({ index }) => index));
    const free = Array.from({ length: container.capacity }, (_, at) => at).find((at) => !used.has(at));
    assert.ok(free !== undefined);
    const more = { itemId: stack.itemId, count: stack.count + 1, dynamic: null };
    for (const [index, changed] of [
      [stack.index, /^Slots\[\d+\]\.RawData$/],
      [free, /^Slots$/],
    ] as const) {
      const slots = new Map([[index, more]]);
      const { files: after } = await edited({ files, save }, [
        { kind: 'itemContainer', containerId: container.id, slots },
      ]);
      const differences = diffSaves(files, after);
      assert.equal(differences.length, 1);
      const [{ section, id, change, properties, bytes } = assert.fail()] = differences;
      assert.deepEqual([section, id, change], ['ItemContainerSaveData', container.id, 'changed']);
      assert.match(properties.join(), changed);
      if (index === stack.index) assert.ok(bytes <= 4, `${bytes} bytes`);
      assert.deepEqual(newViolations(checkSave(files), checkSave(after)), []);
    }
  });
}

const { folder, skip } = sharedSave('v1_relics');

/** New violations, by code, when a section has an unknown name. They show how much is checked. */
const FOUND_WITHOUT = {
  CharacterSaveParameterMap: { C3: 2150, C7: 2167, P1: 9, W2: 83 },
  CharacterContainerSaveData: { B3: 15, C2: 2150, M2: 1, P2: 18 },
  ItemContainerSaveData: { G1: 10, I3: 436, M2: 3130, P2: 54 },
  DynamicItemSaveData: { I1: 436 },
  MapObjectSaveData: { B2: 15, C11: 99, W1: 452 },
  WorkSaveData: { M3: 227, W3: 219 },
} as const;

for (const [section, expected] of Object.entries(FOUND_WITHOUT)) {
  test(`v1_relics without its ${section} breaks every invariant that leads there`, { skip }, async () => {
    const { files } = await openSave(folder);
    const counts: Record<string, number> = {};
    for (const { code } of newViolations(checkSave(files), checkSave(without(files, section)))) {
      counts[code] = (counts[code] ?? 0) + 1;
    }
    assert.deepEqual(counts, expected);
  });
}

function without(files: OpenSave, section: string): OpenSave {
  const gvas = Buffer.from(levelOf(files));
  gvas.write('X', gvas.indexOf(`${section}\0`, 0, 'latin1'), 'latin1');
  return withLevel(files, gvas);
}
