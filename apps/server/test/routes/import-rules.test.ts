import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { contentsOf } from '@palatine/testing/folder-contents';
import { pluck } from '@palatine/testing/pluck';
import { sharedService } from '@palatine/testing/start-service';

const service = await sharedService();

const fileOf = (name: string) => join(service.data, 'Pals', 'ImportRules', `${name}.json`);

test('the rules that count are told with what a file leaves out, and species have those of Default', async () => {
  const params = { name: 'Default' };
  const { ETag } = await service.api.getImportRule({ params });
  const body = { Rules: { MaxLevel: 55, Comment: 'mine' } };
  await service.api.putImportRule({ params, ifMatch: ETag, body });
  const { InForce } = await service.api.putImportRule({
    params: { name: 'Anubis' },
    ifMatch: null,
    body: { Rules: { IVs: { Health: 40 } } },
  });
  const { MaxLevel, IVs, BannedPalIDs } = InForce ?? assert.fail('no rules');
  assert.deepEqual([MaxLevel, IVs.Health, IVs.Defense, BannedPalIDs], [55, 40, 100, []]);
  assert.deepEqual(JSON.parse(readFileSync(fileOf('Default'), 'utf8')), { MaxLevel: 55, Comment: 'mine' });
  const { Rules, Defaults, Total } = await service.api.getImportRules({ query: {} });
  assert.deepEqual([Rules.map(({ Name }) => Name), Defaults.MaxLevel, Total], [['Anubis', 'Default'], 80, 2]);
});

test('rules with a wrong value are not saved, and every wrong value is named at its place', async () => {
  const before = contentsOf(join(service.data, 'Pals'));
  const body = { Rules: { MaxLevel: 0, MaxRank: 'x', Disabled: 1 } };
  await assert.rejects(
    service.api.putImportRule({ params: { name: 'Wrong' }, ifMatch: null, body }),
    (error: { code: string; details: { Problems: { Path: string }[] } }) => {
      assert.equal(error.code, 'VALIDATION_FAILED');
      const actual = error.details.Problems.map(({ Path }) => Path).sort();
      assert.deepEqual(actual, ['/Rules/Disabled', '/Rules/MaxLevel', '/Rules/MaxRank']);
      return true;
    },
  );
  assert.deepEqual(contentsOf(join(service.data, 'Pals')), before);
});

test('rules that would not do what they say are not saved, and are named at their place', async () => {
  const body = { Rules: { BannedPalIds: ['JetDragon'], BannedPalIDs: ['Jetragon'], IVs: { Helth: 5 } } };
  const { Problems } = await service.api.checkImportRule({ body: { Name: 'Default', ...body } });
  assert.deepEqual(Problems, [
    { Path: '/BannedPalIds', Message: 'is not a rule; did you mean BannedPalIDs?' },
    {
      Path: '/BannedPalIDs',
      Message: 'names an unknown PalID "Jetragon"; did you mean JetDragon (Jetragon)?',
    },
    { Path: '/IVs/Helth', Message: 'is not a rule; did you mean IVs.Health?' },
  ]);
  const put = service.api.putImportRule({ params: { name: 'Wrong' }, ifMatch: null, body });
  await assert.rejects(put, { code: 'VALIDATION_FAILED' });
});

test('a check says what would count, and saves nothing', async () => {
  const before = contentsOf(join(service.data, 'Pals'));
  const good = await service.api.checkImportRule({ body: { Name: 'SheepBall', Rules: { MaxRank: 2 } } });
  assert.deepEqual([good.Problems, good.InForce?.MaxRank], [[], 2]);
  const bad = await service.api.checkImportRule({ body: { Name: 'Default', Text: '{"MaxRank":0}' } });
  const expected = [[{ Path: '/MaxRank', Message: 'must be a whole number, 1 or more' }], undefined];
  assert.deepEqual([bad.Problems, bad.InForce], expected);
  assert.deepEqual(contentsOf(join(service.data, 'Pals')), before);
});

test('a broken Default does not keep the file of a species from being saved', async () => {
  const params = { name: 'Default' };
  const { Text } = await service.api.getImportRule({ params });
  writeFileSync(fileOf('Default'), '{');
  const body = { Rules: { MaxLevel: 5 } };
  const saved = await service.api.putImportRule({ params: { name: 'Lamball' }, ifMatch: null, body });
  assert.deepEqual([saved.Problems, saved.InForce], [[], undefined]);
  const broken = await service.api.getImportRule({ params });
  assert.match(broken.Problems[0]?.Message ?? '', /not valid JSON/);
  await service.api.putImportRule({ params, ifMatch: broken.ETag, body: { Text } });
  const { InForce } = await service.api.getImportRule({ params: { name: 'Lamball' } });
  assert.equal(InForce?.MaxLevel, 5);
});

test('a file of rules that does not exist is not found, and one that is deleted leaves its versions', async () => {
  await assert.rejects(service.api.getImportRule({ params: { name: 'Nobody' } }), {
    code: 'RULES_NOT_FOUND',
  });
  const params = { name: 'Passing' };
  const body = { Text: '{"MaxRank":3}' };
  const { ETag } = await service.api.putImportRule({ params, ifMatch: null, body });
  await service.api.deleteImportRule({ params, ifMatch: ETag });
  const { Versions } = await service.api.getImportRuleVersions({ params });
  assert.deepEqual(pluck(Versions, 'Text'), ['{"MaxRank":3}']);
});
