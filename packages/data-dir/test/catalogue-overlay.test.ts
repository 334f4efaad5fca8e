import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { testFolder } from '@palatine/platform/testing';
import { startChecked } from '@palatine/testing/checked-service';
import { logOf } from '@palatine/testing/log-lines';
import { runJson } from '@palatine/testing/run-cli';
import { startService } from '@palatine/testing/start-service';
import { aDemo, of } from '@palatine/testing/worlds';

const ITEM_COLUMNS = ['id', 'name', 'equip', 'typeA', 'stack', 'weight', 'dynamic', 'disabled'];
const NEW_ITEM = ['PalSphere_Nova', 'Nova Sphere', null, 'SpecialWeapon', 3, 0.1, null, 0];

/** A data folder with these files in its Catalogue folder. */
function folderWith(files: Readonly<Record<string, unknown>>): string {
  const data = testFolder();
  mkdirSync(join(data, 'Catalogue'));
  for (const [name, content] of Object.entries(files)) {
    const text = typeof content === 'string' ? content : JSON.stringify(content);
    writeFileSync(join(data, 'Catalogue', name), text);
  }
  return data;
}

test('an item of a newer game version, in Catalogue/items.json, is granted, stacked and read', async () => {
  const data = folderWith({ 'items.json': { columns: ITEM_COLUMNS, rows: [NEW_ITEM] } });
  const { world, loner } = aDemo();
  await using service = await startChecked({ world, data });

  const body = { Items: [{ ItemID: 'palsphere_nova', Count: 7 }] };
  const reply = await service.succeeds('giveItems', { ...of(loner.userId), body });
  assert.deepEqual(reply, { Granted: { Items: 7 } });
  const { Inventory } = await service.succeeds('getItems', of(loner.uid));
  const slots = Object.values(Inventory.Items.Slots).filter(({ ItemID }) => ItemID === 'PalSphere_Nova');
  assert.deepEqual(slots.map(({ Count }) => Count).sort(), [1, 3, 3], 'its stack size is that of the file');
});

test('without the file, the same item is unknown', async () => {
  const { world, loner } = aDemo();
  await using service = await startChecked({ world });
  const body = { Items: [{ ItemID: 'PalSphere_Nova', Count: 7 }] };
  await service.isRefused('giveItems', { ...of(loner.userId), body }, 'VALIDATION_FAILED', '/Items/0/ItemID');
});

test('a broken file is ignored: the service starts without it, and its log and the doctor name it', async () => {
  const data = folderWith({
    'items.json': {
      columns: ITEM_COLUMNS,
      rows: [NEW_ITEM, ['PalSphere_Bad', null, null, null, 0, 1, null, 0]],
    },
    'pals.json': '{"columns": [',
  });
  const { log, lines } = logOf('warn');
  const { world, loner } = aDemo();
  await using service = await startService({ world, data, log });

  const body = { Items: [{ ItemID: 'PalSphere_Nova', Count: 1 }] };
  await service.api.giveItems({ ...of(loner.userId), body });
  const problems = lines.map(
    (line) => (JSON.parse(line) as { problem?: { file: string; place: string } }).problem,
  );
  assert.deepEqual(
    problems.map((problem) => [problem?.file, problem?.place]),
    [
      [join(data, 'Catalogue', 'items.json'), 'row 2, column stack'],
      [join(data, 'Catalogue', 'pals.json'), ''],
    ],
  );

  const { answer } = await runJson<{
    findings: { check: string; state: string; found: string; todo?: string }[];
  }>(['doctor', '--data', data]);
  const finding = answer.findings.find(({ check }) => check === 'catalogue');
  assert.equal(finding?.state, 'warn');
  assert.match(finding?.found ?? '', /items\.json: row 2, column stack: must be a whole number above 0/);
  assert.match(finding?.found ?? '', /pals\.json: is not JSON/);
  assert.ok(finding?.todo);
});
