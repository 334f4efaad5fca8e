import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { makeCatalogue } from '../../../../scripts/make-catalogue.ts';
import { loadCatalogue } from './catalogue.ts';
import { landsIn, POUCHES } from './inventory-rules.ts';
import * as names from './names.ts';

const repository = join(import.meta.dirname, '../../../..');
const facts = join(repository, '../shared/facts');
const skip = !existsSync(facts) && `no facts folder at ${facts}: the data stays unchecked against its source`;

const readFacts = (name: string) => JSON.parse(readFileSync(join(facts, `${name}.json`), 'utf8'));

test('the data files are what make-catalogue makes of the facts', { skip }, () => {
  for (const [name, text] of makeCatalogue(facts)) {
    const ours = readFileSync(join(import.meta.dirname, 'data', name), 'utf8');
    assert.ok(ours === text, `${name} is not current: run node scripts/make-catalogue.ts ${facts}`);
  }
});

test('the closed sets of names are those of the facts, in their order', { skip }, () => {
  const enums = readFacts('enums');
  assert.deepEqual(names.GENDERS, enums.gender);
  assert.deepEqual(names.PHYSICAL_HEALTH, enums.physicalHealth);
  assert.deepEqual(names.WORKER_SICKNESSES, enums.workerSick);
  assert.deepEqual(names.WORK_SUITABILITIES, enums.extraWorkSuitabilities);
  assert.deepEqual(names.WORK_SUITABILITIES, readFacts('pals').work);
  assert.deepEqual(names.WORK_SUITABILITIES, readFacts('npcs').work);
  assert.deepEqual(names.DISABLE_WORK_PREFERENCES, enums.disableWorkPreferences);
  assert.deepEqual(names.BASE_CAMP_STATES, enums.baseCampState);
  assert.deepEqual(names.GUILD_MEMBER_STATUSES, enums.guildMemberStatus);
  assert.deepEqual(names.PLAYER_PLATFORMS, enums.playerPlatform);
  assert.deepEqual(names.ELEMENTS, enums.element);
  assert.deepEqual(names.ARENA_RANKS, enums.arenaRank);
  assert.deepEqual(names.RELIC_TYPES, enums.relicType);
  assert.deepEqual(names.MESSAGE_SEND_TYPES, enums.messageSendType);
  assert.deepEqual(names.DISABLE_STATUSES, enums.disableStatuses);
  assert.deepEqual(names.API_INVENTORIES, enums.apiInventory);
  assert.deepEqual(names.ITEM_TYPES_A, enums.itemTypeA);
});

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
