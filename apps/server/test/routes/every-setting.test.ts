import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import type { Setting } from '@palatine/contract';
import { restConfigFile } from '@palatine/data-dir/rest-config';
import { serverFile } from '@palatine/data-dir/server-file';
import { configFile } from '@palatine/engine/config';
import { type SettingNode, settingNodes, valueAt, withValueAt } from '@palatine/platform/list-settings';
import type { SchemaNode } from '@palatine/platform/schema-problems';
import { selfSigned } from '@palatine/testing/self-signed';
import { startAttachedService } from '@palatine/testing/start-attached-service';
import { sharedService, type TestService } from '@palatine/testing/start-service';

// Facts about every setting, derived from the schemas: a new setting needs no new test for them.

const service = await sharedService();

const { cert, key } = selfSigned();
writeFileSync(join(service.data, 'cert.pem'), cert);
writeFileSync(join(service.data, 'key.pem'), key);

/** Settings that a value needs beside it to be valid: ids of a newer game, and both halves of a certificate. */
const BESIDE: Readonly<Record<string, object>> = {
  [configFile.name]: { unknownIds: 'Accept' },
  [restConfigFile.name]: { TLS: { Certificate: 'cert.pem', Key: 'key.pem' } },
};

/** Texts that name a file name one that is there. */
const FILES: Readonly<Record<string, string>> = { 'TLS.Certificate': './cert.pem', 'TLS.Key': './key.pem' };

/** Another valid value than the default. */
function otherValue({ key, node }: SettingNode, fallback: unknown): unknown {
  const { type, enum: words, items, minimum = 0, maximum = Number(fallback) + 1 } = node;
  if (words !== undefined) return words.find((word) => word !== fallback);
  if (type === 'boolean') return fallback !== true;
  if (type === 'array') return [textFor(items)];
  if (type === 'string') return FILES[key] ?? textFor(node);
  return maximum === fallback ? minimum : maximum;
}

/** A text that is accepted, which a description has in quotes. */
function textFor({ description = '' }: SchemaNode = {}): string {
  return /"([^"]+)"/.exec(description)?.[1] ?? 'Another';
}

/** A value of a type that the setting does not have, and those just beyond its range. */
function wrongValues({ type, minimum, maximum }: SchemaNode): unknown[] {
  return [
    type === 'number' || type === 'integer' ? 'many' : { wrong: 1 },
    ...(minimum === undefined ? [] : [minimum - 1]),
    ...(maximum === undefined ? [] : [maximum + 1]),
  ];
}

async function reload(file: string, content: object): Promise<{ done: boolean; reason: string }> {
  writeFileSync(join(service.data, file), JSON.stringify(content));
  const since = service.game.reads.newestEventId;
  const { Success } = await service.api.reloadConfig();
  const [rejected] = service.game.reads
    .eventsSince(since)
    .events.flatMap(({ type, data }) => (type === 'config.rejected' ? [data] : []));
  return { done: Success, reason: rejected?.reason ?? '' };
}

async function listed(file: string, settingKey: string): Promise<Setting> {
  const { Files } = await service.api.getSettings();
  const values = Files.find(({ File }) => File === basename(file))?.Values ?? [];
  return values.find(({ Key }) => Key === settingKey) ?? assert.fail(`${file} lists no ${settingKey}`);
}

for (const { name: file, schema, defaults } of [configFile, restConfigFile]) {
  const beside = BESIDE[file] ?? {};

  for (const setting of settingNodes(schema)) {
    const { key: settingKey, path, node, title, meaning, nextStart } = setting;
    const fallback = valueAt(defaults, path);
    const say = (value: unknown) => withValueAt({ ...beside }, path, value);

    test(`${settingKey} of ${file} is listed with its meaning, its default and when a change counts`, async () => {
      const { Title, Meaning, Default, NextStart, ReadOnly } = await listed(file, settingKey);
      assert.ok(meaning.length > 5, meaning);
      assert.deepEqual(
        { Title, Meaning, Default, NextStart, ReadOnly },
        {
          Title: title,
          Meaning: meaning,
          Default: fallback,
          NextStart: nextStart,
          ReadOnly: node.readOnly === true,
        },
      );
    });

    test(`another ${settingKey} of ${file} counts ${nextStart ? 'at the next start' : 'after a reload'}`, async () => {
      const changed = otherValue(setting, fallback);
      assert.notDeepEqual(changed, fallback);
      assert.deepEqual(await reload(file, say(changed)), { done: true, reason: '' });
      const { Value, InForce } = await listed(file, settingKey);
      assert.deepEqual(Value, changed);
      assert.deepEqual(InForce, nextStart ? fallback : undefined);
      assert.deepEqual(await reload(file, {}), { done: true, reason: '' });
    });

    test(`a wrong ${settingKey} of ${file} is refused by a reload and by a request`, async () => {
      for (const wrong of wrongValues(node)) {
        const { done, reason } = await reload(file, say(wrong));
        assert.equal(done, false);
        assert.ok(reason.startsWith(`${file}: ${settingKey}`), reason);
        assert.deepEqual(await reload(file, {}), { done: true, reason: '' });
        const { Files } = await service.api.getSettings();
        const saved = Files.find(({ File }) => File === basename(file));
        const body = { Values: { [settingKey]: wrong } };
        const saving = service.api.putSettings({
          params: { file: basename(file) },
          ifMatch: saved?.ETag ?? '',
          body,
        });
        await assert.rejects(saving, { code: 'VALIDATION_FAILED' }, JSON.stringify(wrong));
      }
    });
  }
}

/**
 * The right to change a setting through the API. `FILE`: nobody. A permission: its holders. Else why a token with nothing but
 * Palatine.Settings.Write may set any value of it, or `FLOOR`: any but one that would delete what is worth keeping.
 */
const FILE = 'the file only';
const FLOOR = 'not below a floor';
const [RULE, WORDS, PACE] = [
  'a rule of the game: it lets no token do more, and no player in',
  'a text that players read when somebody else acts on them',
  'how fresh a figure is, between two bounds',
];
const MAINTAIN = 'Palatine.Server.Maintain';
const WHO: Readonly<Record<string, string>> = {
  playerResolution: RULE,
  bannedTechnologies: 'a rule of the game: what is taught needs REST.Techs.Learn as before',
  bannedMessage: WORDS,
  announcePunishments: 'a rule of the game: who punishes needs REST.Punishments.* as before',
  unknownIds: 'a rule of the game: what is given needs its own permission as before',
  useWhitelist: FILE,
  whitelistMessage: WORDS,
  'archives.keepDays': FLOOR,
  'archives.keepAtLeast': 'keeps more than archives.keepDays does, never less',
  'backups.keepDays': FLOOR,
  'backups.keepAtLeast': FLOOR,
  'audit.keepDays': FILE,
  'audit.keepEntries': FILE,
  Enabled: FILE,
  Address: FILE,
  Port: FILE,
  'Cors.Allowed-Origins': FILE,
  'Cors.Max-Age': FILE,
  TrustedProxies: FILE,
  DefaultPermissions: FILE,
  'TLS.Certificate': FILE,
  'TLS.Key': FILE,
  AnswerForm: 'the shape of three answers, whose content needs its permission as before',
  'Limits.Max-Body-Bytes': FILE,
  'Limits.Max-Queue': FILE,
  'Limits.Requests-Per-Second': FILE,
  'Limits.Max-Connections': FILE,
  SaveFolder: FILE,
  'Rest.Url': FILE,
  'Rest.PasswordFile': FILE,
  'Rest.AllowPublicAddress': FILE,
  Deliveries: 'whether a grant waits or is refused; who grants needs its permission as before',
  AlertAs: 'whether an alert is a broadcast or refused; who alerts needs its permission as before',
  BanlistFile: FILE,
  'Polls.PlayersSeconds': FILE, // how soon a banned player is noticed
  'Polls.PlayersWhenEmptySeconds': FILE,
  'Polls.MetricsSeconds': PACE,
  'Polls.InfoSeconds': PACE,
  'Polls.SettingsSeconds': PACE,
  'Polls.SaveSeconds': PACE,
  'Polls.SettleSeconds': PACE,
  'Control.Kind': FILE,
  'Control.Container': FILE,
  'Control.Socket': FILE,
  'Control.Stop': FILE,
  'Control.Start': FILE,
  'Control.Status': FILE,
  'Control.StopTimeoutSeconds': FILE, // a stop that is cut short loses what is not saved
  'Control.StartTimeoutSeconds': FILE,
  'Maintenance.Daily': MAINTAIN,
  'Maintenance.EveryHours': MAINTAIN,
  'Maintenance.CountdownSeconds': MAINTAIN,
  'Maintenance.Message': MAINTAIN,
  'Maintenance.SkipWhilePlayersOnline': MAINTAIN,
  'Maintenance.RestartWithoutDeliveries': MAINTAIN,
  'Maintenance.DeliverWhenStopped': MAINTAIN,
  'Backups.Folder': FILE,
  'Backups.EveryHours': 'Palatine.Backups.Make',
  'Backups.KeepDays': FLOOR,
  'Backups.KeepAtLeast': FLOOR,
};

const SETTINGS = [configFile, restConfigFile, serverFile].flatMap((file) =>
  settingNodes(file.schema).map((setting) => ({ file, setting })),
);

/** The code that a token with Palatine.Settings.* alone, and with `more`, gets for a valid change; '' for success. */
async function codeFor(
  { api, fetch: send, addToken }: TestService,
  file: string,
  Values: Record<string, unknown>,
  more: readonly string[] = [],
): Promise<string> {
  const authorization = `Bearer ${addToken(['Palatine.Settings.*', ...more])}`;
  const { Files } = await api.getSettings();
  const etag = Files.find(({ File }) => File === file)?.ETag ?? '';
  const init = { method: 'PUT', headers: { 'if-match': etag }, body: JSON.stringify({ Values }) };
  const response = await send(`/v1/palatine/settings/${file}`, { ...init, authorization });
  const { Error: error } = (await response.json()) as { Error?: { Code: string } };
  return error?.Code ?? '';
}

test('of every setting it is said who changes it through the API, and the service keeps to it', async () => {
  assert.deepEqual(
    SETTINGS.map(({ setting }) => setting.key),
    Object.keys(WHO),
  );
  await using attached = await startAttachedService();
  writeFileSync(join(service.data, 'Config.json'), '{"unknownIds":"Accept"}');
  for (const { file, setting } of SETTINGS) {
    const { key: settingKey, path, node } = setting;
    const who = WHO[settingKey] ?? '';
    const Values = { [settingKey]: otherSetting(setting, valueAt(file.defaults, path)) };
    const at = file === serverFile ? attached.service : service;
    const isPermission = who.startsWith('Palatine.');
    assert.equal(node.requestMinimum !== undefined, who === FLOOR, settingKey);
    const refused = who === FILE ? 'VALIDATION_FAILED' : isPermission ? 'MISSING_PERMISSION' : '';
    assert.equal(await codeFor(at, basename(file.name), Values), refused, settingKey);
    if (isPermission) assert.equal(await codeFor(at, basename(file.name), Values, [who]), '', settingKey);
  }
});

/** Another valid value than the default, and not below a floor. */
function otherSetting(setting: SettingNode, fallback: unknown): unknown {
  const { items, pattern, requestMinimum, maximum } = setting.node;
  if (items?.pattern !== undefined) return ['05:00'];
  if (items?.type === 'integer') return [60];
  if (pattern === undefined && requestMinimum !== undefined) return requestMinimum + 1;
  return setting.node.type === 'number' && maximum !== undefined ? maximum : otherValue(setting, fallback);
}
