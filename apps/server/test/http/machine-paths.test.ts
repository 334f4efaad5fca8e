import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fillPath, queryText } from '@palatine/contract';
import { sampleCalls } from '@palatine/testing/sample-calls';
import { startService } from '@palatine/testing/start-service';
import { until } from '@palatine/testing/until';

// The value of a setting is what the operator wrote, for those who may read settings.
test('no answer and no event has a path of the machine, whatever is wrong with the files', async () => {
  await using service = await startService();
  const { api, data, game } = service;
  const calls = (await sampleCalls(service)).filter(({ route }) => route.method === 'GET' && !route.stream);
  const at = (file: string) => join(data, file);
  for (const file of [
    'Catalogue/items.json',
    'Pals/Templates/F.json',
    'RESTAPI/Tokens/F.json',
    'Banlist.json',
  ]) {
    rmSync(at(file), { force: true });
    mkdirSync(at(file), { recursive: true });
  }
  const broken = [
    'Pals/Templates/B.json',
    'Pals/ImportRules/B.json',
    'RESTAPI/Tokens/B.json',
    'WhiteList.json',
  ];
  for (const file of broken) writeFileSync(at(file), '{');
  for (const Certificate of [at('gone.pem'), data, at('Config.json')]) {
    writeFileSync(at('RESTAPI/RESTConfig.json'), JSON.stringify({ TLS: { Certificate, Key: Certificate } }));
    assert.deepEqual(await api.reloadConfig(), { Success: false });
  }
  const findings = async () => {
    const { Findings, Running } = await api.getFindings();
    return Findings.length > 0 && !Running;
  };
  await until('the doctor has looked', findings);
  const texts = [JSON.stringify(game.reads.eventsSince(0).events)];
  for (const { route, params, query } of calls) {
    const path = fillPath(route, params) + queryText(query as never); // an example is a valid call
    const text = await (await service.fetch(path)).text();
    texts.push(`${path}: ${text.replaceAll(/"Value":"[^"]*"/g, '')}`);
  }
  const leaks = texts.flatMap((text) =>
    [data, homedir()].flatMap((secret) => {
      const index = text.indexOf(secret);
      return index < 0 ? [] : [`${text.slice(0, 40)} … ${text.slice(Math.max(0, index - 100), index + 100)}`];
    }),
  );
  assert.deepEqual(leaks, []);
});
