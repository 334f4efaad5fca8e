import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkSave } from '@palatine/save/check-save';
import { diffSaves } from '@palatine/save/diff-saves';
import { openSave } from '@palatine/save/read-save-folder';
import { edited, sharedSave } from '@palatine/save/testing';
import { newViolations } from '@palatine/save/violation';

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
