import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { runCommand } from '../harness/run-cli.ts';
import { newFolder } from '../harness/start-service.ts';

interface Mistake {
  readonly mistake: string;
  /** In the data folder. */
  readonly file: string;
  readonly content: unknown;
  /** The check of `palatine doctor` that names it, and how. */
  readonly check: string;
  readonly named: RegExp;
}

const CONFIG = 'Config.json';
const REST = 'RESTAPI/RESTConfig.json';
const token = (name: string) => `RESTAPI/Tokens/${name}.json`;
const SECRET = 'a-long-enough-secret-of-a-shop';

/** One of each kind. */
const MISTAKES: readonly Mistake[] = [
  {
    mistake: 'a misspelt key of Config.json',
    file: CONFIG,
    content: { playerresolution: 'Known' },
    check: CONFIG,
    named: /playerresolution is not known and does nothing; did you mean playerResolution\?/,
  },
  {
    mistake: 'a value of Config.json of a wrong kind',
    file: CONFIG,
    content: { bannedTechnologies: 'PALBOX' },
    check: CONFIG,
    named: /bannedTechnologies must be a list of texts, not "PALBOX"/,
  },
  {
    mistake: 'a misspelt key within an object of RESTConfig.json',
    file: REST,
    content: { Limits: { max_queue: 5 } },
    check: REST,
    named: /Limits\.max_queue is not known and does nothing; did you mean Limits\.Max-Queue\?/,
  },
  {
    mistake: 'a token file that is half written',
    file: token('half'),
    content: '{"Name":',
    check: 'tokens',
    named: /half\.json: not JSON \(or half written\)/,
  },
  {
    mistake: 'a permission that no route asks for',
    file: token('typo'),
    content: { Name: 'Typo', Token: SECRET, Permissions: ['REST.Player.Reed'] },
    check: 'tokens',
    named: /typo\.json: no route asks for REST\.Player\.Reed/,
  },
];

const root = newFolder();
after(() => rmSync(root, { recursive: true, force: true }));

/** What the doctor finds in a folder that holds one mistake in each of these files. */
async function examine(mistakes: readonly Mistake[], name: string): Promise<Map<string, string>> {
  const data = join(root, name);
  const { code, stderr } = await runCommand(['init', '--data', data]);
  assert.equal(code, 0, stderr);
  for (const { file, content } of mistakes) {
    mkdirSync(dirname(join(data, file)), { recursive: true });
    const text = typeof content === 'string' || Buffer.isBuffer(content) ? content : JSON.stringify(content);
    writeFileSync(join(data, file), text);
  }
  const { stdout } = await runCommand(['doctor', '--json', '--data', data]);
  const { findings } = JSON.parse(stdout) as { findings: { check: string; state: string; found: string }[] };
  return new Map(findings.map(({ check, state, found }) => [check, `${state} ${found}`]));
}

/** The mistakes in as few folders as have room for them: one to a file. */
function folders(): Mistake[][] {
  const made: Mistake[][] = [];
  for (const mistake of MISTAKES) {
    const free = made.find((group) => group.every(({ file }) => file !== mistake.file));
    if (free === undefined) made.push([mistake]);
    else free.push(mistake);
  }
  return made;
}

const found = new Map<Mistake, Map<string, string>>();
let sound: Map<string, string>;
before(async () => {
  sound = await examine([], 'sound');
  for (const [at, group] of folders().entries()) {
    const findings = await examine(group, `mistakes-${at}`);
    for (const mistake of group) found.set(mistake, findings);
  }
});

for (const row of MISTAKES) {
  const { mistake, check, named } = row;
  test(`palatine doctor names ${mistake}`, () => {
    assert.doesNotMatch(sound.get(check) ?? '', named, 'a sound folder has no such finding');
    assert.match(found.get(row)?.get(check) ?? 'no such check', named);
  });
}
