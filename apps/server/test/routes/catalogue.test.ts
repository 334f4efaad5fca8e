import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  CATALOGUE_LANGUAGES,
  CATALOGUE_TABLES,
  type CatalogueReply,
  type CatalogueTableName,
  catalogueRows,
  type ErrorEnvelope,
  getCatalogue,
  LIMITS,
} from '@palatine/contract';
import { testFolder } from '@palatine/platform/testing';
import { pluck } from '@palatine/testing/pluck';
import { sharedService, startService } from '@palatine/testing/start-service';
import { Compile } from 'typebox/compile';

const PATH = '/v1/palatine/catalogue';
const TABLES = Object.keys(CATALOGUE_TABLES) as CatalogueTableName[]; // its own keys

const service = await sharedService();

async function getTables(from = service): Promise<CatalogueReply> {
  return from.json<CatalogueReply>(PATH);
}

function rowsOf(reply: CatalogueReply, name: CatalogueTableName) {
  return catalogueRows(reply[name]);
}

test('every table has its columns, a cell for each in every row, every id once, and no null', async () => {
  const text = await (await service.fetch(PATH)).text();
  assert.ok(!text.includes('null'));
  const reply = JSON.parse(text) as CatalogueReply;
  assert.deepEqual([...Compile(getCatalogue.reply).Errors(reply)].slice(0, 3), []);
  assert.deepEqual(Object.keys(reply), ['Version', ...TABLES]);
  for (const name of TABLES) {
    const { Columns, Rows } = reply[name];
    assert.deepEqual(Columns, Object.keys(CATALOGUE_TABLES[name].columns), name);
    assert.ok(Rows.length > 0, name);
    assert.deepEqual(Rows.filter((row) => row.length !== Columns.length).slice(0, 1), [], name);
    assert.equal(new Set(Rows.map(([id]) => String(id).toLowerCase())).size, Rows.length, name);
  }
});

test('an item, a Pal, a technology, a boss and a place read as they are in the game', async () => {
  const reply = await getTables();
  const find = (name: CatalogueTableName, id: string) => rowsOf(reply, name).find(({ ID }) => ID === id);
  assert.deepEqual(find('Items', 'PalSphere'), {
    ID: 'PalSphere',
    Name: 'Pal Sphere',
    Type: 'SpecialWeapon',
    Subtype: 'SPWeaponCaptureBall',
    Stack: 9999,
    Weight: 0.1,
    Rarity: 0,
    Inventory: 'Items',
    Equip: '',
    State: '',
    Durability: '',
    Magazine: '',
    Disabled: false,
  });
  assert.deepEqual(find('Pals', 'Anubis'), {
    ID: 'Anubis',
    Name: 'Anubis',
    Deck: 139,
    Variant: '',
    Base: '',
    HasAlpha: true,
    Elements: ['Earth'],
    Rarity: 10,
    HP: 120,
    Attack: 130,
    Defense: 100,
    Stomach: 540,
    MalePercent: 50,
    Work: { Handcraft: 6, Mining: 6, Transport: 4 },
    Passives: ['ElementBoost_Earth_2_PAL'],
    Egg: 'PalEgg_Earth_05',
    Disabled: false,
  });
  assert.deepEqual(find('Technologies', 'Accessory_AirDash3'), {
    ID: 'Accessory_AirDash3',
    Name: 'Triple Air Dash Boots',
    Level: 65,
    Cost: 6,
    Ancient: true,
    Requires: 'Accessory_AirDash2',
    RequiresTower: '',
    RequiresResearch: '',
  });
  assert.deepEqual(find('Bosses', 'GrassBoss'), {
    ID: 'GrassBoss',
    Kind: 'tower',
    Name: 'Zoe & Grizzbolt',
    Tower: 'Rayne Syndicate Tower',
    CharacterID: 'GYM_ElecPanda',
    HardCharacterID: 'GYM_ElecPanda_2',
    Level: '',
    Key: 'GrassBoss_Normal',
    HardKey: 'GrassBoss_Hard',
  });
  assert.deepEqual(find('Places', '04CB216B487AD789C47E2DBA08B0B49F'), {
    ID: '04CB216B487AD789C47E2DBA08B0B49F',
    Name: 'Thawtide Cape',
    Kind: 'fastTravel',
    Region: 'MainMap',
    X: 69604,
    Y: 196989,
    Z: 20218,
    Subject: '',
    Level: '',
  });
});

test('what a row names is in the table that it names it from', async () => {
  const reply = await getTables();
  const ids = (name: CatalogueTableName) => new Set(reply[name].Rows.map(([id]) => id));
  const missing = (name: CatalogueTableName, column: string, targets: ReadonlySet<unknown>) =>
    rowsOf(reply, name)
      .map((row) => row[column])
      .filter((id) => id !== '' && !targets.has(id));
  assert.deepEqual(missing('Pals', 'Egg', ids('Eggs')), []);
  assert.deepEqual(missing('Pals', 'Base', ids('Pals')), []);
  assert.deepEqual(missing('NPCs', 'CharacterID', ids('NPCs')), []);
  assert.deepEqual(missing('Technologies', 'Requires', ids('Technologies')), []);
  assert.deepEqual(missing('Relics', 'ItemID', ids('Items')), []);
  assert.deepEqual(missing('Places', 'Subject', new Set([...ids('Relics'), ...ids('Bosses')])), []);
  const keys = rowsOf(reply, 'Bosses').flatMap(({ Key, HardKey }) => [Key, HardKey]);
  assert.deepEqual(missing('Expeditions', 'UnlockAfter', new Set(keys)), []);
});

test('a client gets the same reply whatever the form of its token', async () => {
  const wrapped = service.addToken('Palatine.Catalogue.Read', { AnswerForm: 'Wrapped' });
  const response = await service.fetch(PATH, { authorization: `Bearer ${wrapped}` });
  assert.deepEqual(await response.json(), await service.api.getCatalogue());
});

test('a language that the names are not in is refused with those that there are', async () => {
  const isRefused = async (language: string, says: string) => {
    const response = await service.fetch(`${PATH}?Language=${language}`);
    const { Error: error } = (await response.json()) as ErrorEnvelope;
    const actual = [response.status, error.Code, error.Message];
    assert.deepEqual(actual, [400, 'VALIDATION_FAILED', `Language must be ${says}`], language.slice(0, 10));
  };
  const longest = 'x'.repeat(LIMITS.filterChars);
  for (const language of ['', 'en-US', 'de-DE', '__proto__', longest, '%00%E2%80%AE']) {
    await isRefused(language, `one of ${CATALOGUE_LANGUAGES.join(', ')}`);
  }
  await isRefused('x'.repeat(5000), `at most ${LIMITS.filterChars} characters`);
});

test('each of the sixteen languages, in any case, has its own names for the same ids', async () => {
  const english = await getTables();
  const versions = new Set([english.Version]);
  for (const language of CATALOGUE_LANGUAGES.filter((tag) => tag !== 'en')) {
    const response = await service.fetch(`${PATH}?Language=${language.toUpperCase()}`);
    assert.equal(response.status, 200, language);
    const reply = (await response.json()) as CatalogueReply;
    versions.add(reply.Version);
    for (const name of TABLES) {
      assert.deepEqual(withoutNames(reply, name), withoutNames(english, name), `${language} ${name}`);
    }
    const cached = await service.fetch(`${PATH}?Language=${language}`, {
      headers: { 'if-none-match': response.headers.get('etag') ?? '' },
    });
    assert.equal(cached.status, 304);
  }
  assert.equal(versions.size, CATALOGUE_LANGUAGES.length);
  assert.equal(versions.size, 16);
});

function withoutNames(reply: CatalogueReply, name: CatalogueTableName) {
  return rowsOf(reply, name).map((row) => ({ ...row, Name: '' }));
}

test("the operator's files count: their rows are in the answer, and its version is another", async () => {
  const data = testFolder();
  mkdirSync(join(data, 'Catalogue'));
  const columns = ['id', 'name', 'equip', 'typeA', 'stack', 'weight', 'dynamic', 'disabled'];
  const rows = [
    ['PalSphere_Nova', 'Nova Sphere', null, 'SpecialWeapon', 3, 0.1, null, 0],
    ['wood', 'Timber', null, 'Material', 7, 3, null, 0],
  ];
  writeFileSync(join(data, 'Catalogue', 'items.json'), JSON.stringify({ columns, rows }));
  await using modded = await startService({ data });
  const [ours, theirs] = [await getTables(), await getTables(modded)];
  assert.notEqual(theirs.Version, ours.Version);
  const items = rowsOf(theirs, 'Items');
  assert.equal(items.length, ours.Items.Rows.length + 1);
  const changed = items.filter(({ ID }) => ID === 'PalSphere_Nova' || ID === 'wood');
  assert.deepEqual(pluck(changed, 'Name'), ['Timber', 'Nova Sphere']);
  assert.deepEqual(pluck(changed, 'Stack'), [7, 3]);
  assert.deepEqual({ ...theirs, Version: '', Items: '' }, { ...ours, Version: '', Items: '' });
});
