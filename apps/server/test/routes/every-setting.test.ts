import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { after, test } from 'node:test';
import type { Setting } from '@palatine/contract';
import { configFile } from '@palatine/data-dir/config';
import { restConfigFile } from '@palatine/data-dir/rest-config';
import { type SettingNode, settingNodes, valueAt, withValueAt } from '@palatine/platform/list-settings';
import type { SchemaNode } from '@palatine/platform/schema-problems';
import { selfSigned } from '@palatine/testing/self-signed';
import { startService } from '@palatine/testing/start-service';

// Facts about every setting, derived from the schemas: a new setting needs no new test for them.

const service = await startService();
after(() => service[Symbol.asyncDispose]());

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
  const since = service.game.newestEventId;
  const { Success } = await service.api.reloadConfig();
  const [rejected] = service.game
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
    const { key: settingKey, path, node, meaning, nextStart } = setting;
    const fallback = valueAt(defaults, path);
    const say = (value: unknown) => withValueAt({ ...beside }, path, value);

    test(`${settingKey} of ${file} is listed with its meaning, its default and when a change counts`, async () => {
      const { Meaning, Default, NextStart, ReadOnly } = await listed(file, settingKey);
      assert.ok(meaning.length > 5, meaning);
      assert.deepEqual(
        { Meaning, Default, NextStart, ReadOnly },
        { Meaning: meaning, Default: fallback, NextStart: nextStart, ReadOnly: node.readOnly === true },
      );
    });

    test(`another ${settingKey} of ${file} counts ${nextStart ? 'at the next start' : 'after a reload'}`, async () => {
      const other = otherValue(setting, fallback);
      assert.notDeepEqual(other, fallback);
      assert.deepEqual(await reload(file, say(other)), { done: true, reason: '' });
      const { Value, InForce } = await listed(file, settingKey);
      assert.deepEqual(Value, other);
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
