import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import * as contract from '@palatine/contract';
import { readSaveFolder } from '@palatine/save/read-save-folder';
import { sharedSave } from '@palatine/save/testing';
import { makeCatalogue } from '../build/make-catalogue.ts';
import { loadCatalogue } from '../src/catalogue/catalogue.ts';
import { landsIn, POUCHES } from '../src/catalogue/inventory-rules.ts';
import * as names from '../src/catalogue/names.ts';

const facts = join(import.meta.dirname, '../../../../shared/facts');
const DATA = join(import.meta.dirname, '../src/catalogue/data');
const skip =
  !existsSync(facts) && 'needs the facts that the catalogue was made from, which are not published';

const readFacts = (name: string) => JSON.parse(readFileSync(join(facts, `${name}.json`), 'utf8'));

test('the data files are what make-catalogue makes of the facts', { skip }, () => {
  for (const [name, text] of makeCatalogue(facts)) {
    const ours = readFileSync(join(DATA, name), 'utf8');
    assert.ok(
      ours === text,
      `${name} is not current: run node packages/world/build/make-catalogue.ts ${facts}`,
    );
  }
});

test('the closed sets of names are those of the facts, in their order', { skip }, () => {
  const enums = readFacts('enums');
  assert.deepEqual([...contract.GENDERS].sort(), enums.gender.toSorted());
  assert.deepEqual(contract.PHYSICAL_HEALTHS, enums.physicalHealth);
  assert.deepEqual(contract.WORKER_SICKNESSES, enums.workerSick);
  assert.deepEqual(names.WORK_SUITABILITIES, enums.extraWorkSuitabilities);
  assert.deepEqual(names.WORK_SUITABILITIES, readFacts('pals').work);
  assert.deepEqual(names.WORK_SUITABILITIES, readFacts('npcs').work);
  assert.deepEqual(names.DISABLE_WORK_PREFERENCES, enums.disableWorkPreferences);
  assert.deepEqual([...contract.CAMP_STATES].sort(), enums.baseCampState.toSorted());
  assert.deepEqual([...contract.MEMBER_STATUSES].sort(), enums.guildMemberStatus.toSorted());
  assert.deepEqual(names.ELEMENTS, enums.element);
  assert.deepEqual(contract.RELIC_TYPES, enums.relicType);
  assert.deepEqual(contract.SEND_TYPES, enums.messageSendType);
  assert.deepEqual(contract.DISABLE_STATUSES, enums.disableStatuses);
  assert.deepEqual(contract.INVENTORIES, enums.apiInventory);
  assert.deepEqual(names.ITEM_TYPES_A, enums.itemTypeA);
});

for (const name of ['ref2024', 'tayaki', 'world1', 'v1_relics']) {
  const { folder, skip: missing } = sharedSave(name);
  test(`the unique NPCs of ${name} are in the catalogue, with their characters`, {
    skip: missing,
  }, async () => {
    const { uniqueNpcs } = loadCatalogue();
    for (const { uniqueNpcId, characterId } of (await readSaveFolder(folder)).characters) {
      if (uniqueNpcId === '' || uniqueNpcId === 'None') continue;
      assert.equal(uniqueNpcs.find(uniqueNpcId)?.characterId, characterId, uniqueNpcId);
    }
  });
}

test('every item lands where the facts say', { skip }, () => {
  const { columns, rows } = readFacts('items');
  const { items } = loadCatalogue();
  for (const row of rows) {
    const item = items.find(row[columns.indexOf('id')]);
    assert.equal(item && landsIn(item), row[columns.indexOf('inv')]);
  }
});

test('the pouches are those of the facts', { skip }, () => {
  assert.deepEqual(POUCHES, readFacts('capacities').commonUpgrade.items);
});
