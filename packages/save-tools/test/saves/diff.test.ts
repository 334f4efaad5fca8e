import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  checkSave,
  diffSaves,
  editSave,
  newViolations,
  type OpenSave,
  openSave,
  type SaveEdit,
} from '@palatine/save';
import { sharedSave } from '@palatine/save/testing';

const context = { newId: () => assert.fail('a stack needs no id'), nowMs: 0 };

function edited(files: OpenSave, edits: readonly SaveEdit[]): OpenSave {
  const changed = editSave(files, edits, context).map(({ path, gvas }) => {
    const file = files.get(path);
    assert.ok(file !== undefined);
    return [path, { ...file, gvas }] as const;
  });
  return new Map([...files, ...changed]);
}

for (const name of ['tayaki', 'world1', 'v1_relics']) {
  const { folder, skip } = sharedSave(name);
  test(`one more of an item in ${name} is one changed record, and breaks nothing`, { skip }, async () => {
    const { files, save } = await openSave(folder);
    const container = save.itemContainers.find(({ slots }) => slots.some(({ count }) => count > 1));
    const stack = container?.slots.find(({ count }) => count > 1);
    assert.ok(container !== undefined && stack !== undefined);
    const slots = new Map([[stack.index, { itemId: stack.itemId, count: stack.count + 1, dynamic: null }]]);
    const after = edited(files, [{ kind: 'itemContainer', containerId: container.id, slots }]);

    const differences = diffSaves(files, after);
    assert.equal(differences.length, 1);
    const [{ section, id, change, properties, bytes } = assert.fail()] = differences;
    assert.deepEqual(
      { section, id, change },
      { section: 'ItemContainerSaveData', id: container.id, change: 'changed' },
    );
    assert.match(properties.join(), /^Slots\[\d+\]\.RawData$/);
    assert.ok(bytes <= 4, `${bytes} bytes`);
    assert.deepEqual(newViolations(checkSave(files), checkSave(after)), []);
  });
}
