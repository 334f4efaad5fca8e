import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { ErrorCode, Setting, SettingsFile } from '@palatine/contract';
import { contentsOf } from '@palatine/testing/folder-contents';
import { pluck } from '@palatine/testing/pluck';
import { sharedService, startService } from '@palatine/testing/start-service';

const service = await sharedService();

async function fileNamed(name: string, from = service): Promise<SettingsFile> {
  const { Files } = await from.api.getSettings();
  return Files.find(({ File }) => File === name) ?? assert.fail(`no ${name}`);
}

function settingOf({ Values }: SettingsFile, key: string): Setting {
  return Values.find(({ Key }) => Key === key) ?? assert.fail(`no ${key}`);
}

async function save(file: string, values: Record<string, unknown>, from = service): Promise<SettingsFile> {
  const { ETag } = await fileNamed(file, from);
  return from.api.putSettings({ params: { file }, ifMatch: ETag, body: { Values: values } });
}

test('every setting is told with what it means, its default and its kind', async () => {
  const { Files } = await service.api.getSettings();
  assert.deepEqual(pluck(Files, 'File'), ['Config.json', 'RESTConfig.json']);
  for (const { Problems, Pending } of Files) assert.deepEqual([Problems, Pending], [[], false]);
  assert.ok(Files.every(({ Values }) => Values.every(({ Value }) => Value !== undefined)));
  const [config, rest] = Files;
  assert.deepEqual(settingOf(config as SettingsFile, 'playerResolution'), {
    Key: 'playerResolution',
    Value: 'Online',
    Default: 'Online',
    Given: true,
    Title: 'Give to offline players',
    Meaning: 'Online: actions reach online players only. Known: every player the world knows',
    Kind: 'Choice',
    Choices: ['Online', 'Known'],
    NextStart: false,
    ReadOnly: false,
  });
  const port = settingOf(rest as SettingsFile, 'Port');
  assert.deepEqual([port.Kind, port.Minimum, port.Maximum, port.NextStart], ['Integer', 0, 65535, true]);
});

test('a setting that is saved is in its file, beside keys that nobody knows, and counts with a reload', async () => {
  const file = join(service.data, 'Config.json');
  const text = JSON.stringify({ announcePunishments: false, Mine: { a: 1 }, audit: { keepDays: 5, x: 2 } });
  writeFileSync(file, text);
  const saved = await save('Config.json', { announcePunishments: true, 'archives.keepDays': 30 });
  assert.deepEqual(JSON.parse(readFileSync(file, 'utf8')), {
    announcePunishments: true,
    Mine: { a: 1 },
    audit: { keepDays: 5, x: 2 },
    archives: { keepDays: 30 },
  });
  const announced = settingOf(saved, 'announcePunishments');
  assert.deepEqual([announced.Value, announced.InForce, saved.Pending], [true, false, true]);
  assert.deepEqual(await service.api.reloadConfig(), { Success: true });
  const after = await fileNamed('Config.json');
  assert.equal(settingOf(after, 'announcePunishments').InForce, undefined);
  // The audit is kept as long as the start said.
  assert.deepEqual([settingOf(after, 'audit.keepDays').InForce, after.Pending], [0, true]);
});

test('null takes a setting out of its file, so that it has its default', async () => {
  await save('Config.json', { bannedMessage: 'Gone' });
  const saved = await save('Config.json', { bannedMessage: null });
  const { Given, Value, Default } = settingOf(saved, 'bannedMessage');
  assert.deepEqual([Given, Value], [false, Default]);
  assert.ok(!('bannedMessage' in JSON.parse(readFileSync(join(service.data, 'Config.json'), 'utf8'))));
});

test('what a file of settings said before is kept, and is told to who may read settings', async () => {
  const file = join(service.data, 'Config.json');
  const before = readFileSync(file, 'utf8');
  await save('Config.json', { bannedMessage: 'Another' });
  const { Versions } = await service.api.getSettingsVersions({ params: { file: 'Config.json' } });
  assert.equal(Versions[0]?.Text, before);
  for (const name of ['Nothing.json', '..%2FBanlist.json', '__proto__']) {
    const response = await service.fetch(`/v1/palatine/settings/${name}/versions`);
    assert.equal(response.status, 404, name);
    await response.arrayBuffer();
  }
});

async function isRefused(
  file: string,
  body: unknown,
  headers: Record<string, string>,
  [status, code]: [number, ErrorCode],
): Promise<string[]> {
  const before = contentsOf(service.data);
  const init = { method: 'PUT', headers, body: JSON.stringify(body) };
  const response = await service.fetch(`/v1/palatine/settings/${encodeURIComponent(file)}`, init);
  const { Error: error } = (await response.json()) as {
    Error: { Code: string; Message: string; Details: { Problems?: { Path: string }[] } };
  };
  assert.deepEqual([response.status, error.Code], [status, code], error.Message);
  const now = contentsOf(service.data);
  for (const path of ['Config.json', 'RESTAPI/RESTConfig.json'])
    assert.equal(now.get(path), before.get(path), path);
  return (error.Details.Problems ?? []).map(({ Path }) => Path);
}

test('a file that would be wrong is not saved, and every wrong setting is named', async () => {
  const headers = { 'if-match': (await fileNamed('RESTConfig.json')).ETag };
  const unknown = { Nothing: 1, __proto__x: 1 };
  const Values = {
    AnswerForm: 'Wide',
    Port: 70_000,
    'Limits.Max-Queue': 'many',
    'TLS.Key': '/etc/passwd',
    ...unknown,
  };
  const paths = await isRefused('RESTConfig.json', { Values }, headers, [400, 'VALIDATION_FAILED']);
  assert.deepEqual(new Set(paths), new Set(Object.keys(Values).map((key) => `/Values/${key}`)));
  for (const body of [{}, { Values: {} }, { Values: [] }, { Values: { audit: { keepDays: 1 } } }]) {
    await isRefused('Config.json', body, headers, [400, 'VALIDATION_FAILED']);
  }
});

test('a request neither bounds the audit, nor lets archives and backups go that are younger or the last', async () => {
  const headers = { 'if-match': (await fileNamed('Config.json')).ETag };
  const tooSmall = {
    'audit.keepDays': 0.000001,
    'audit.keepEntries': null,
    'archives.keepDays': 6.9,
    'backups.keepDays': 0.000001,
    'backups.keepAtLeast': 2,
  };
  const paths = await isRefused('Config.json', { Values: tooSmall }, headers, [400, 'VALIDATION_FAILED']);
  assert.deepEqual(new Set(paths), new Set(Object.keys(tooSmall).map((key) => `/Values/${key}`)));
  const enough = { 'archives.keepDays': 7, 'backups.keepDays': 0, 'backups.keepAtLeast': 3 };
  const saved = await save('Config.json', enough);
  assert.deepEqual(saved.Problems, []);
  assert.equal(settingOf(saved, 'audit.keepDays').ReadOnly, true);
});

test('a file that says something else meanwhile is not replaced, and no other file has a name', async () => {
  const { ETag } = await fileNamed('Config.json');
  const file = join(service.data, 'Config.json');
  writeFileSync(file, readFileSync(file, 'utf8').replace('{', '{ "ByHand": 1,'));
  const body = { Values: { announcePunishments: false } };
  await isRefused('Config.json', body, { 'if-match': ETag }, [412, 'FILE_CHANGED']);
  await isRefused('Config.json', body, {}, [428, 'PRECONDITION_REQUIRED']);
  const others = ['Server.json', 'Banlist.json', '../Config.json', 'RESTAPI/RESTConfig.json', 'constructor'];
  for (const name of others) {
    await isRefused(name, body, { 'if-match': ETag }, [404, 'SETTINGS_NOT_FOUND']);
  }
});

test('a file that is no JSON is told with its fault, and is not replaced by what a caller has not seen', async () => {
  await using broken = await startService();
  const file = join(broken.data, 'Config.json');
  writeFileSync(file, '{ "playerResolution": ');
  const config = await fileNamed('Config.json', broken);
  assert.match(config.Problems[0] ?? '', /not JSON/);
  assert.ok(config.Values.every(({ Value }) => Value === undefined));
  const saving = save('Config.json', { announcePunishments: true }, broken);
  await assert.rejects(saving, { code: 'VALIDATION_FAILED' });
  assert.equal(readFileSync(file, 'utf8'), '{ "playerResolution": ');
  // One with a wrong value can be mended.
  writeFileSync(file, '{"playerResolution":"Sometimes","Mine":1}');
  const mended = await save('Config.json', { playerResolution: 'Known' }, broken);
  assert.deepEqual([mended.Problems, settingOf(mended, 'playerResolution').Value], [[], 'Known']);
});

test('a file of settings that is not UTF-8 is told with its encoding, and is not replaced', async () => {
  await using broken = await startService();
  const file = join(broken.data, 'Config.json');
  for (const [encoding, expected] of [
    ['latin1', /^is not UTF-8 text .*; save it as UTF-8$/],
    ['utf16le', /^is UTF-16 \(little endian\) text; save it as UTF-8$/],
  ] as const) {
    const bytes = Buffer.from('{"bannedMessage":"Grüße"}', encoding);
    writeFileSync(file, bytes);
    const config = await fileNamed('Config.json', broken);
    assert.match(config.Problems.join(), expected);
    const body = { Values: { announcePunishments: true } };
    const etag = `"${hash('sha1', bytes, 'base64url')}"`;
    const saving = broken.api.putSettings({ params: { file: 'Config.json' }, ifMatch: etag, body });
    await assert.rejects(saving, { code: 'VALIDATION_FAILED' });
    assert.deepEqual(readFileSync(file), bytes);
  }
});

test('a save is audited, makes an event and keeps what the file said', async () => {
  const { newestEventId } = service.game.reads;
  const file = join(service.data, 'RESTAPI', 'RESTConfig.json');
  const before = readFileSync(file, 'utf8');
  await save('RESTConfig.json', { AnswerForm: 'Wrapped' });
  const { events } = service.game.reads.eventsSince(newestEventId);
  assert.deepEqual(pluck(events, 'type'), ['settings.saved']);
  const keys = ['AnswerForm'];
  assert.deepEqual(events[0]?.data, { file: 'RESTAPI/RESTConfig.json', keys, issuer: 'Administrator' });
  const { Entries } = await service.api.getAudit({ query: { Target: 'RESTConfig.json', Limit: 1 } as never });
  const actual = Entries.map(({ Outcome, Summary, EventId }) => [Outcome, Summary, EventId]);
  assert.deepEqual(actual, [['OK', 'RESTAPI/RESTConfig.json: AnswerForm', events[0]?.id]]);
  const folder = join(service.data, 'Versions', 'Settings', 'RESTConfig.json');
  const versions = readdirSync(folder).sort();
  assert.equal(readFileSync(join(folder, versions.at(-1) ?? ''), 'utf8'), before);
});
