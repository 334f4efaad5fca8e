import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { operatorFiles } from '@palatine/engine/operator-files';
import { runs, testFolder } from '@palatine/platform/testing';
import { startChecked } from '@palatine/testing/checked-service';
import { writePalFile } from '@palatine/testing/pal-templates';
import { aDemo, of } from '@palatine/testing/worlds';
import fc from 'fast-check';

const demo = aDemo();
const { loner, beginner } = demo;
const service = await startChecked({ world: demo.world });
after(() => service[Symbol.asyncDispose]());

const NAMES = [
  'Anubis [50]',
  "Zoe's Anubis",
  'Jetragon #1',
  'Fire, Ice',
  '100% & more; {a}=b!',
  'Good.json',
  'Drachen über 空',
];

for (const name of NAMES) {
  test(`a template called ${name}.json is found by every route, with and without .json`, async () => {
    writePalFile(service, `Templates/${name}.json`, { PalID: 'Sheepball' });
    for (const spelling of [`${name}.json`, `${name}.JSON`, ...(name.endsWith('.json') ? [] : [name])]) {
      const pals = { ...of(loner.uid), body: { PalTemplates: [spelling] } };
      assert.deepEqual(await service.succeeds('givePalTemplates', pals), { Granted: { PalTemplates: 1 } });
      const at = { X: 0, Y: 0, Z: 0 };
      const summoned = await service.succeeds('summonPal', { body: { PalTemplate: spelling, ...at } });
      assert.equal(summoned.Summoned.PalID, 'Sheepball');
    }
    const PalEggs = [{ EggID: 'PalEgg_Dragon_01', PalTemplate: `${name}.json` }];
    await service.succeeds('givePalEggs', { ...of(beginner.uid), body: { PalEggs } });
    const legacy = { UserID: beginner.userId, PalTemplates: [`${name}.json`] };
    assert.deepEqual(await service.succeeds('legacyGive', { body: legacy }), { Errors: 0, Error: {} });
  });
}

test('a template with a decomposed name (macOS) is found by the composed one, and vice versa', async () => {
  writePalFile(service, `Templates/${'Küken'.normalize('NFD')}.json`, { PalID: 'Sheepball' });
  writePalFile(service, `Templates/${'Öchslein'.normalize('NFC')}.json`, { PalID: 'Sheepball' });
  for (const spelling of ['Küken'.normalize('NFC'), 'Öchslein'.normalize('NFD')]) {
    await service.succeeds('givePalTemplates', { ...of(loner.uid), body: { PalTemplates: [spelling] } });
  }
});

test('whatever the name, only files directly in the folder are read', () => {
  const data = testFolder();
  const templates = join(data, 'Pals', 'Templates');
  const importRules = join(data, 'Pals', 'ImportRules');
  for (const folder of [join(templates, 'sub'), importRules]) mkdirSync(folder, { recursive: true });
  const write = (file: string, where: string) => writeFileSync(join(data, file), JSON.stringify({ where }));
  for (const file of ['Good.json', 'a b.json', 'ü.json']) write(join('Pals', 'Templates', file), 'inside');
  for (const file of ['Config.json', 'Pals/Good.json', 'Pals/.json', 'Pals/ImportRules/Default.json'])
    write(file, 'outside');
  for (const file of ['sub/Good.json', 'sub/.json', '.json', '.Good.json', 'Good.txt'])
    write(join('Pals', 'Templates', file), 'outside');
  const files = operatorFiles({ path: data, templates, importRules });

  const part = fc.constantFrom(
    ...['..', '.', '/', '\\', 'sub', 'Good', 'Config', 'Pals', 'ImportRules', 'Default', 'Templates'],
    ...['.json', '\0', ' ', 'a b', 'ü', 'u\u0308', 'Good.txt', '%2e%2e', data, '~', 'C:'],
  );
  const name = fc.oneof(
    fc.array(part, { maxLength: 8 }).map((parts) => parts.join('')),
    fc.string({ unit: 'binary' }),
  );
  const read = new Set<string>();
  fc.assert(
    fc.property(name, (text) => {
      const found = files.palTemplate(text);
      if (found === undefined) return;
      assert.deepEqual(found, { where: 'inside' });
      read.add(text);
    }),
    { ...runs(500), examples: [['Good'], ['a b'], ['u\u0308'], ['../Good'], ['sub/Good'], ['']] },
  );
  for (const there of ['Good', 'a b', 'u\u0308']) assert.ok(read.has(there), there);
});
