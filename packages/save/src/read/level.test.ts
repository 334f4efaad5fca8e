import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkSave } from '../check/check-save.ts';
import { bytesProperty } from '../edit/make-property.ts';
import { bytesOf, elementsAt, entriesOf, listOf, requireProperty } from '../edit/property-list.ts';
import { anOpenSave, withTree } from '../testing/index.ts';
import type { TreeProperty } from '../tree/property-tree.ts';
import { readOpenSave } from './read-save-folder.ts';

/** Gives every slot of characters a list of no versions, and a blob of that many bytes. */
function withoutVersions(slotBytes: number): (world: TreeProperty[]) => void {
  return (world) => {
    for (const [, container] of entriesOf(requireProperty(world, 'CharacterContainerSaveData').value)) {
      for (const slot of elementsAt(listOf(container), 'Slots')) {
        const blob = requireProperty(listOf(slot), 'RawData');
        blob.value = Buffer.concat([bytesOf(blob.value), Buffer.alloc(1)]).subarray(0, slotBytes);
        const versions = requireProperty(listOf(slot), 'CustomVersionData');
        versions.value = bytesProperty(versions.name, Buffer.alloc(4)).value;
      }
    }
  };
}

test('a slot of a Pal without versions ends at its tribe in saves of late 2024, and a byte later in 2025', async () => {
  const opened = await anOpenSave('B');
  const slots = opened.save.characterContainers.flatMap((container) => container.slots);
  assert.ok(slots.length > 0);
  for (const [bytes, isSound] of [
    [32, false],
    [33, true],
    [34, true],
    [35, false],
  ] as const) {
    const { files } = withTree(opened, withoutVersions(bytes));
    const save = await readOpenSave(files);
    assert.equal(save.warnings.length === 0, isSound, `${bytes} bytes: ${save.warnings[0]?.message}`);
    const passesCheck = checkSave(files).every(({ code }) => code !== 'D1');
    assert.equal(passesCheck, isSound, `${bytes} bytes`);
    if (isSound) assert.deepEqual(save.characterContainers, opened.save.characterContainers);
  }
});
