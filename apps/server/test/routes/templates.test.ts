import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { ErrorCode } from '@palatine/contract';
import { contentsOf } from '@palatine/testing/folder-contents';
import { pluck } from '@palatine/testing/pluck';
import { sharedService, startService } from '@palatine/testing/start-service';
import { versionHeaders } from '@palatine/testing/version-headers';
import { walkPages } from '@palatine/testing/walk-pages';

const service = await sharedService();

const fileOf = (name: string) => join(service.data, 'Pals', 'Templates', `${name}.json`);
const template = (level: number) => ({ PalID: 'SheepBall', Level: level });

const put = (name: string, ifMatch: string | null, level: number) =>
  service.api.putTemplate({ params: { name }, ifMatch, body: { Template: template(level) } });

/** Creates a template, and returns its ETag. */
const created = async (name: string, level = 1) => (await put(name, null, level)).ETag;

interface Sent {
  authorization?: string;
  ifMatch?: string | null;
  headers?: Record<string, string>;
  body?: object;
  method?: string;
}

/** Sends a write that must be refused, and asserts that no file of the folder is another. */
async function isRefused(name: string, sent: Sent, status: number, code: ErrorCode): Promise<string> {
  const before = contentsOf(join(service.data, 'Pals'));
  const { authorization, ifMatch, headers = {}, body = { Template: template(9) }, method = 'PUT' } = sent;
  const response = await service.fetch(`/v1/palatine/templates/${encodeURIComponent(name)}`, {
    method,
    ...(authorization !== undefined && { authorization }),
    headers: { ...versionHeaders({ ifMatch }), ...headers },
    ...(method === 'DELETE' ? {} : { body: JSON.stringify(body) }),
  });
  const { Error: error } = (await response.json()) as { Error: { Code: string; Message: string } };
  assert.deepEqual([response.status, error.Code], [status, code], error.Message);
  assert.deepEqual(contentsOf(join(service.data, 'Pals')), before);
  return error.Message;
}

test('a template is created, read, listed, replaced and deleted', async () => {
  const params = { name: 'Round' };
  const etag = await created('Round', 3);
  assert.deepEqual(JSON.parse(readFileSync(fileOf('Round'), 'utf8')), template(3));
  const read = await service.api.getTemplate({ params });
  assert.deepEqual([read.Name, read.ETag, read.Template, read.Problems], ['Round', etag, template(3), []]);

  const text = '{"PalID":"SheepBall",   "Mine": [1, 2]}';
  const replaced = await service.api.putTemplate({ params, ifMatch: etag, body: { Text: text } });
  assert.equal(replaced.Text, text);
  assert.equal(readFileSync(fileOf('Round'), 'utf8'), text, 'layout and unknown keys stay');

  const { Templates, Total, Matching } = await service.api.getTemplates({ query: { Find: 'ROU' } });
  assert.deepEqual(pluck(Templates, 'Name', 'PalID', 'ETag'), [['Round', 'SheepBall', replaced.ETag]]);
  assert.ok(Total >= Matching && Matching === 1);

  const deleted = await service.api.deleteTemplate({ params, ifMatch: replaced.ETag });
  assert.deepEqual(deleted, { Deleted: 'Round' });
  await assert.rejects(service.api.getTemplate({ params }), { code: 'TEMPLATE_NOT_FOUND', status: 404 });
});

test('a write that does not say which version it replaces is refused', async () => {
  const etag = await created('Guarded');
  await isRefused('Guarded', {}, 428, 'PRECONDITION_REQUIRED');
  await isRefused('Guarded', { method: 'DELETE' }, 428, 'PRECONDITION_REQUIRED');
  for (const headers of [
    { 'if-match': '*' },
    { 'if-match': `${etag}, "other"` },
    { 'if-match': `W/${etag}` },
    { 'if-match': etag.slice(1, -1) },
    { 'if-none-match': etag },
    { 'if-match': etag, 'if-none-match': '*' },
  ]) {
    await isRefused('Guarded', { headers: headers as Record<string, string> }, 400, 'VALIDATION_FAILED');
  }
});

test('a file that another program has changed, created or deleted meanwhile is not replaced', async () => {
  const etag = await created('Contested');
  writeFileSync(fileOf('Contested'), '{"PalID":"Anubis"}');
  const message = await isRefused('Contested', { ifMatch: etag }, 412, 'FILE_CHANGED');
  assert.match(message, /Contested\.json says something else/);
  await isRefused('Contested', { ifMatch: etag, method: 'DELETE' }, 412, 'FILE_CHANGED');
  await isRefused('Contested', { ifMatch: null }, 412, 'FILE_CHANGED');
  rmSync(fileOf('Contested'));
  await isRefused('Contested', { ifMatch: etag }, 412, 'FILE_CHANGED');
  await isRefused('Contested', { ifMatch: etag, method: 'DELETE' }, 404, 'TEMPLATE_NOT_FOUND');
});

test('of two writers that replace the same version one wins, and the other is told', async () => {
  const etag = await created('Raced');
  const results = await Promise.allSettled([11, 12, 13, 14].map((level) => put('Raced', etag, level)));
  const [won, ...others] = results.toSorted((result) => (result.status === 'fulfilled' ? -1 : 1));
  assert.equal(won?.status, 'fulfilled');
  for (const lost of others) assert.equal(lost.status === 'rejected' && lost.reason.code, 'FILE_CHANGED');
});

test('a repetition changes nothing: by its key it gets the same answer, without one the file is as it is to be', async () => {
  const send = (key: string | undefined, level = 5) => {
    const headers = { 'if-none-match': '*', ...(key !== undefined && { 'idempotency-key': key }) };
    const body = JSON.stringify({ Template: template(level) });
    return service.fetch('/v1/palatine/templates/Repeated', { method: 'PUT', headers, body });
  };
  const first = await send('put-1');
  const again = await send('put-1');
  assert.deepEqual([first.status, again.status], [200, 200]);
  const actual = [first.headers.get('idempotent-replayed'), again.headers.get('idempotent-replayed')];
  assert.deepEqual(actual, [null, 'true']);
  assert.equal(await again.text(), await first.text());
  assert.equal((await send(undefined)).status, 200);
  assert.equal((await send('put-1', 6)).status, 422);
  const { Versions } = await service.api.getTemplateVersions({ params: { name: 'Repeated' } });
  assert.deepEqual(Versions, []);
});

test('the last ten versions are kept, the newest first, also of a template that is deleted; one is brought back by saving it', async () => {
  const params = { name: 'Kept' };
  let etag = await created('Kept', 1);
  for (let level = 2; level <= 13; level++) {
    ({ ETag: etag } = await put('Kept', etag, level));
  }
  await service.api.deleteTemplate({ params, ifMatch: etag });
  const { Versions } = await service.api.getTemplateVersions({ params });
  const actual = Versions.map(({ Text }) => (JSON.parse(Text) as { Level: number }).Level);
  assert.deepEqual(actual, [13, 12, 11, 10, 9, 8, 7, 6, 5, 4]);
  assert.equal(readdirSync(join(service.data, 'Versions', 'Templates', 'Kept.json')).length, 10);
  const [newest] = Versions;
  const back = await service.api.putTemplate({ params, ifMatch: null, body: { Text: newest?.Text ?? '' } });
  assert.equal(back.ETag, newest?.ETag);
});

test('a version of a file that was written by hand is kept as well', async () => {
  writeFileSync(fileOf('ByHand'), '{ "PalID": "Anubis" }');
  const params = { name: 'ByHand' };
  const { ETag } = await service.api.getTemplate({ params });
  await put('ByHand', ETag, 2);
  const { Versions } = await service.api.getTemplateVersions({ params });
  assert.deepEqual(pluck(Versions, 'Text'), ['{ "PalID": "Anubis" }']);
  const never = service.api.getTemplateVersions({ params: { name: 'Never' } });
  await assert.rejects(never, { code: 'TEMPLATE_NOT_FOUND' });
});

test('no name leads out of the folder', async () => {
  for (const name of ['../Escaped', 'a/b', 'a\\b', 'CON', '.hidden', 'x'.repeat(250), 'nul.json', '\u0000']) {
    await isRefused(name, { ifMatch: null }, 400, 'VALIDATION_FAILED');
    await isRefused(name, { ifMatch: '"x"', method: 'DELETE' }, 404, 'TEMPLATE_NOT_FOUND');
  }
  for (const name of ['..%2F..%2FConfig', '%2e%2e%2fConfig', 'Config']) {
    const response = await service.fetch(`/v1/palatine/templates/${name}`);
    assert.equal(response.status, 404, name);
  }
});

test('a body that is no template file is refused: both forms, none, text that is no object', async () => {
  const both = { Template: template(1), Text: '{}' };
  for (const body of [{}, both, { Text: '{"PalID":' }, { Text: '[]' }, { Template: [] }, { Text: 5 }]) {
    await isRefused('Wrong', { ifMatch: null, body }, 400, 'VALIDATION_FAILED');
  }
  const broken = { ifMatch: null, body: { Text: '{\n"a" 1}' } };
  assert.match(await isRefused('Wrong', broken, 400, 'VALIDATION_FAILED'), /not valid JSON.*line 2/);
});

test('what is wrong with a file is told, and it is listed all the same', async () => {
  writeFileSync(fileOf('Broken'), '{"PalID"');
  writeFileSync(fileOf('Unknown'), '{"PalID":"NoSuchPal","Level":3}');
  mkdirSync(fileOf('Folder'));
  try {
    const broken = await service.api.getTemplate({ params: { name: 'Broken' } });
    assert.deepEqual([broken.Text, broken.Template], ['{"PalID"', undefined]);
    assert.match(broken.Problems[0]?.Message ?? '', /not valid JSON/);
    const unknown = await service.api.getTemplate({ params: { name: 'Unknown' } });
    assert.equal(unknown.Problems[0]?.Path, '/PalID');
    const { Templates } = await service.api.getTemplates({ query: {} });
    const faulty = Templates.filter(({ Problems }) => Problems.length > 0).map(({ Name }) => Name);
    for (const name of ['Broken', 'Folder', 'Unknown']) assert.ok(faulty.includes(name), name);
    await isRefused('Folder', { ifMatch: '"x"' }, 400, 'VALIDATION_FAILED');
    // A broken file is mended like any other.
    await put('Broken', broken.ETag, 1);
  } finally {
    rmSync(fileOf('Folder'), { recursive: true });
  }
});

test('a template that is not UTF-8 is named, and no byte of it is replaced, in the file and in its versions', async () => {
  const name = 'Gruen';
  const latin1 = Buffer.from('{"PalID":"SheepBall","Nickname":"Grün"}', 'latin1');
  writeFileSync(fileOf(name), latin1);
  const { ETag, Text, Template, Problems } = await service.api.getTemplate({ params: { name } });
  assert.deepEqual([Text, Template], ['', undefined]);
  assert.match(Problems[0]?.Message ?? '', /^is not UTF-8 text .*; save it as UTF-8$/);
  await isRefused(name, { ifMatch: ETag, body: { Text } }, 400, 'VALIDATION_FAILED');
  assert.deepEqual(readFileSync(fileOf(name)), latin1);
  await put(name, ETag, 1);
  const { Versions } = await service.api.getTemplateVersions({ params: { name } });
  assert.deepEqual(pluck(Versions, 'ETag', 'Bytes', 'Text'), [[ETag, latin1.length, '']]);
});

test('the list is told in pages, in the order of the names', async () => {
  await using many = await startService();
  const folder = join(many.data, 'Pals', 'Templates');
  const names = Array.from({ length: 45 }, (_, index) => `T${String(index).padStart(2, '0')}`);
  for (const name of names) writeFileSync(join(folder, `${name}.json`), '{"PalID":"Anubis"}');
  const pages = await walkPages((cursor) => many.api.getTemplates({ query: { Limit: 20, ...cursor } }));
  for (const { Total, Matching } of pages) assert.deepEqual([Total, Matching], [45, 45]);
  const actual = pages.flatMap(({ Templates }) => pluck(Templates, 'Name'));
  assert.deepEqual(actual, names);
});

test('a check tells every field and gives nobody anything', async () => {
  const before = service.game.reads.newestEventId;
  const Template = { PalID: 'SheepBall', Level: 99, Passives: ['NoSuchPassive'], Colour: 1 };
  const { Fields, Pal } = await service.api.checkTemplate({ body: { Template } });
  const verdicts = Object.fromEntries(Fields.map(({ Path, Verdict }) => [Path, Verdict]));
  const expected = { '/PalID': 'Kept', '/Level': 'Clamped', '/Passives': 'Refused', '/Colour': 'Ignored' };
  assert.deepEqual(verdicts, expected);
  assert.equal(Pal, undefined);
  assert.equal(service.game.reads.newestEventId, before);
  const { Entries } = await service.api.getAudit({ query: { Route: 'templates/check' } });
  assert.deepEqual(Entries, [], 'a check that is answered is no write');
});

test('a check under other import rules ends otherwise', async () => {
  const check = () => service.api.checkTemplate({ body: { Template: { PalID: 'SheepBall', Level: 70 } } });
  assert.equal((await check()).Pal?.Level, 70);
  const params = { name: 'Sheepball' };
  const body = { Rules: { MaxLevel: 30 } };
  const { ETag } = await service.api.putImportRule({ params, ifMatch: null, body });
  assert.equal((await check()).Pal?.Level, 30);
  await service.api.deleteImportRule({ params, ifMatch: ETag });
  assert.equal((await check()).Pal?.Level, 70);
});

test('every save and every refusal is audited with what was done, and a save makes an event', async () => {
  const { newestEventId } = service.game.reads;
  const etag = await created('Audited');
  // Another token: only a limited number of refusals of a token is audited at once.
  const authorization = `Bearer ${service.addToken('Palatine.Templates.Write')}`;
  await isRefused('Audited', { authorization, ifMatch: '"other"' }, 412, 'FILE_CHANGED');
  await service.api.deleteTemplate({ params: { name: 'Audited' }, ifMatch: etag });
  const { events } = service.game.reads.eventsSince(newestEventId);
  const saved = { kind: 'template', name: 'Audited', issuer: 'Administrator' };
  assert.deepEqual(pluck(events, 'type'), ['template.saved', 'template.saved']);
  const expected = ['created', 'deleted'].map((action) => ({ ...saved, action }));
  assert.deepEqual(pluck(events, 'data'), expected);
  const { Entries } = await service.api.getAudit({ query: { Target: 'Audited' } });
  assert.deepEqual(
    Entries.map(({ Route, Outcome, Summary, EventId }) => [Route.split(' ')[0], Outcome, Summary, EventId]),
    [
      ['DELETE', 'OK', 'template Audited deleted', events[1]?.id],
      ['PUT', 'FILE_CHANGED', 'Template PalID, Level', undefined],
      ['PUT', 'OK', 'template Audited created', events[0]?.id],
    ],
  );
});
