import assert from 'node:assert/strict';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { testFolder } from '@palatine/platform/testing';
import { aBan, aBanlist } from '@palatine/testing/banlist-builder';
import { succeeds } from '@palatine/testing/run-cli';
import { examine } from './examine.ts';

/** A file of the data folder with a mistake in it. */
interface Mistake {
  readonly file: string;
  readonly content: unknown;
}

const CONFIG = 'Config.json';
const REST = 'RESTAPI/RESTConfig.json';
const BANLIST = 'Banlist.json';

const written =
  (file: string) =>
  (content: unknown): Mistake => ({ file, content });
const config = written(CONFIG);
const rest = written(REST);
const rules = (name: string, content: object) => written(`Pals/ImportRules/${name}.json`)(content);
const template = (name: string, content: unknown) => written(`Pals/Templates/${name}.json`)(content);
const allowList = written('AllowList.json');
const whitelist = written('WhiteList.json');

/** A token file: sound but for the content. */
function token(name: string, content: object | string): Mistake {
  const sound = { Name: name, Token: `a-long-enough-secret-of-${name}`, Permissions: '*' };
  const isText = typeof content === 'string' || Buffer.isBuffer(content);
  return { file: `RESTAPI/Tokens/${name}.json`, content: isText ? content : { ...sound, ...content } };
}

/** A Banlist.json with these entries. */
function banlist(entries: { UserEntries?: object[]; IPEntries?: object[] }, message = 'Banned'): Mistake {
  const { UserEntries = [], IPEntries = [] } = entries;
  const list = { UserEntries: UserEntries.map(aBan), IPEntries: IPEntries.map(aBan) };
  return { file: BANLIST, content: JSON.stringify({ ...aBanlist({ BannedMessage: message }), ...list }) };
}

/** The same file in another encoding. */
const encoded = ({ file, content }: Mistake, encoding: 'latin1' | 'utf16le'): Mistake => ({
  file,
  content: Buffer.from(String(content), encoding),
});

const TWIN = 'a-secret-of-two-token-files';

/** One of each kind, and how its check of `palatine doctor` names it. */
const MISTAKES: readonly (readonly [mistake: Mistake, named: RegExp])[] = [
  [
    config({ playerresolution: 'Known' }),
    /playerresolution is unknown and has no effect; did you mean playerResolution\?/,
  ],
  [config({ bannedTechnologies: 5 }), /bannedTechnologies must be a text or a list of texts, not 5/],
  [config({ playerResolution: 'All' }), /^fail playerResolution must be "Online" or "Known", not "All"$/],
  [rest({ AnswerForm: 'Wraped' }), /^fail AnswerForm must be "Flat" or "Wrapped", not "Wraped"$/],
  [
    rest({ Limits: { max_queue: 5 } }),
    /Limits\.max_queue is unknown and has no effect; did you mean Limits\.Max-Queue\?/,
  ],
  [
    config({
      bannedIPs: ['198.51.100.99'],
      bannedNames: ['Nosteam'],
      PalImport_MaxLevel: 30,
      useAdminWhitelist: true,
    }),
    /^warn bannedIPs restricts nobody here; enter the addresses under IPEntries of Banlist\.json; bannedNames restricts nobody here; .*; PalImport_MaxLevel restricts nobody here; .*; useAdminWhitelist restricts nobody here/,
  ],
  [
    config({ version: '1.9.1', MOTD: ['Welcome'], adminIPs: [], PalWebhooks: { Chat: '' } }),
    /^ok valid; no effect here: version, MOTD, adminIPs, PalWebhooks$/,
  ],
  [
    config({ bannedTechnologies: ['PALBOXX'] }),
    /^warn bannedTechnologies names an unknown technology "PALBOXX"; did you mean/,
  ],
  [
    rest({ Version: 3, LogConsole: false, Cors: { Comment: 'x', 'Allowed-Origins': '*' } }),
    /^ok valid; no effect here: Version, LogConsole, Cors\.Comment$/,
  ],
  [
    rest({ DefaultPermissions: ['REST.Version.Reed'] }),
    /^warn DefaultPermissions: no route requires REST\.Version\.Reed/,
  ],
  [
    rest({ Cors: { 'Allowed-Origins': 5 } }),
    /^fail Cors\.Allowed-Origins must be a text or a list of texts, not 5/,
  ],
  [
    rules('Default', { BannedPalIDs: ['Jetragon'] }),
    /Default\.json: BannedPalIDs names an unknown PalID "Jetragon"; did you mean JetDragon/,
  ],
  [
    rules('Default', { BannedPalIds: ['JetDragon'] }),
    /Default\.json: BannedPalIds is not a rule; did you mean BannedPalIDs\?/,
  ],
  [rules('Default', { MaxLevel: '30' }), /Default\.json: MaxLevel must be a whole number, 1 or more/],
  [
    rules('Kitsunebi', { MaxValueLimitAction: 'Clamp' }),
    /Kitsunebi\.json: MaxValueLimitAction must be BlockImport or Clamp/,
  ],
  [rules('Anubis', { BannedPalIDs: ['Anubis'] }), /Anubis\.json: BannedPalIDs applies in Default\.json only/],
  [
    rules('Jetragon', { MaxLevel: 5 }),
    /Jetragon\.json: no import reads it: unknown PalID "Jetragon"; did you mean JetDragon/,
  ],
  [rules('default', { MaxLevel: 5 }), /default\.json: no import reads it, because Default\.json applies/],
  [template('half', '{"PalID":'), /half\.json: not JSON/],
  [written('Pals/Summons/boss.json')({ PalTemplate: 'gift' }), /no effect here: Pals\/Summons/],
  [token('half', '{"Name":'), /half\.json: not JSON \(or half written\)/],
  [token('typo', { Permissions: ['REST.Player.Reed'] }), /typo\.json: no route requires REST\.Player\.Reed/],
  [written('fleet.json')('{"World":'), /^fail not JSON/],
  [written('fleet.json')({ world: '' }), /^warn world is unknown and has no effect; did you mean World\?/],
  ...['RESTAPI', '.', 'Tokens', 'RESTAPI/Tokens/old'].map((folder) => {
    const content = { Name: 'Bot', Token: 'a-long-enough-secret', Permissions: '*' };
    const named = `^warn .*${join(folder, 'Stray.json')} looks like a token file; .* RESTAPI/Tokens itself`;
    return [{ file: join(folder, 'Stray.json'), content }, new RegExp(named)] as const;
  }),
  [
    token('twin1', { Token: TWIN, Permissions: ['REST.Items.Read'] }),
    /twin1\.json and twin2\.json hold the same token with different permissions; none of them is valid/,
  ],
  [
    token('twin2', { Token: TWIN, Permissions: ['REST.*'] }),
    /twin1\.json and twin2\.json hold the same token/,
  ],
  [token('off', { Enabled: false }), /off\.json: is inactive because Enabled is false/],
  [
    token('past', { Expires: '2020-02-28' }),
    /past\.json: has expired at 2020-02-29T00:00:00\.000Z, its Expires/,
  ],
  [
    token('never', { Expires: '31.12.2020' }),
    /never\.json: Expires must be a day or a time such as .*, not "31\.12\.2020"/,
  ],
  [
    token('wideform', { AnswerForm: 'Wide' }),
    /wideform\.json: AnswerForm must be "Flat" or "Wrapped", not "Wide"/,
  ],
  [
    token('enabled', { enabled: false }),
    /enabled\.json: enabled is unknown and has no effect; did you mean Enabled\?/,
  ],
  [token('note', { Comment: 'mine' }), /note\.json: no effect here: Comment/],
  [
    banlist({ UserEntries: [{ UserId: 'Zoe' }] }),
    /^fail UserEntries\.0\.UserId must be a UserId such as "steam_76561198000000000", not "Zoe"$/,
  ],
  [
    banlist({ UserEntries: [{ UserId: '9FB0CC2C-0000-0000-0000-000000000000' }] }),
    /^fail UserEntries\.0\.UserId must be a UserId, and \S+ is a PlayerUID: POST \/v1\/pdapi\/ban\//,
  ],
  [
    banlist({ IPEntries: [{ IP: '203.0.113' }] }),
    /^fail IPEntries\.0\.IP must be an address such as "203\.0\.113\.7" or a range .*, not "203\.0\.113"$/,
  ],
  [encoded(banlist({}), 'utf16le'), /^fail is UTF-16 \(little endian\) text; save it as UTF-8$/],
  [
    encoded(banlist({}, 'Grüße'), 'latin1'),
    /^fail is not UTF-8 text \(it may be Latin-1 or Windows-1252\); save it as UTF-8$/,
  ],
  [
    written('Banlist.broken-20260101T000000000Z.json')('{"UserEntries":'),
    /^warn a server could not read an edit and moved it aside; Banlist\.broken-\S+\.json: not JSON/,
  ],
  [
    allowList({ Enabled: true, Players: ['steam_76561198000000001', 'Zoe'] }),
    /^warn "Zoe" is not a UserId, PlayerUID, address or range; the other entries apply$/,
  ],
  [
    allowList({ Enabled: true, players: ['steam_76561198000000001'] }),
    /players is unknown and has no effect; did you mean Players\?/,
  ],
  [whitelist(['203.0.113.0/24', 'Zoe']), /^warn "Zoe" is not a UserId, PlayerUID, address or range/],
  [
    whitelist(['steam_76561198000000001']),
    /it keeps nobody out, whatever useWhitelist says: there is no game server beside this service/,
  ],
  [
    encoded(template('latin', '{"PalID":"SheepBall","Nickname":"Grün"}'), 'latin1'),
    /latin\.json:? is not UTF-8 text/,
  ],
  [encoded(config('{}'), 'utf16le'), /^fail is UTF-16 \(little endian\) text; save it as UTF-8/],
  [
    encoded(token('wide', '{}'), 'utf16le'),
    /wide\.json:? is UTF-16 \(little endian\) text; save it as UTF-8/,
  ],
];

const root = testFolder();

const SOUND = join(root, 'sound');

/** The findings of the doctor in a folder with these mistakes. */
async function examineMistakes(mistakes: readonly Mistake[], name: string): Promise<Map<string, string>> {
  const data = join(root, name);
  if (data !== SOUND) cpSync(SOUND, data, { recursive: true });
  for (const { file, content } of mistakes) {
    mkdirSync(dirname(join(data, file)), { recursive: true });
    const text = typeof content === 'string' || Buffer.isBuffer(content) ? content : JSON.stringify(content);
    writeFileSync(join(data, file), text);
  }
  const { findings } = await examine(data);
  return new Map(findings.map(({ check, state, found }) => [check, `${state} ${found}`]));
}

/** The check of `palatine doctor` that reads a file. */
function checkOf({ file }: Mistake): string {
  if (file.startsWith('Pals/')) return 'Pals';
  if (file.startsWith('RESTAPI/Tokens/') || file.endsWith('Stray.json')) return 'tokens';
  return file.startsWith('Banlist.') ? BANLIST : file;
}

/** The file of a mistake; that of all mistakes of bans, whose check names the gravest only. */
const room = (mistake: Mistake) => (checkOf(mistake) === BANLIST ? BANLIST : mistake.file);

/** The mistakes in as few folders as have room for them: one to a file. */
function folders(): Mistake[][] {
  const groups: Mistake[][] = [];
  for (const [mistake] of MISTAKES) {
    const free = groups.find((group) => group.every((member) => room(member) !== room(mistake)));
    if (free === undefined) groups.push([mistake]);
    else free.push(mistake);
  }
  return groups;
}

await succeeds(['init', '--data', SOUND]);
const sound = await examineMistakes([], 'sound');
const results = new Map<Mistake, string | undefined>();
for (const [at, group] of folders().entries()) {
  const findings = await examineMistakes(group, `mistakes-${at}`);
  for (const mistake of group) results.set(mistake, findings.get(checkOf(mistake)));
}

test('the examples that PalDefender writes into its folder are no mistakes', async () => {
  const found = await examineMistakes(
    [
      rules('ExampleOverride', { MaxLevel: 50, Anything: true }),
      {
        file: 'RESTAPI/Tokens/TokenExample.json',
        content: { Token: 'Dbl-of-its-own', Permissions: ['REST.*'] },
      },
    ],
    'stock',
  );
  assert.equal(found.get('Pals'), sound.get('Pals'));
  assert.match(found.get('tokens') ?? '', /^ok .*TokenExample\.json: ignored under this name; rename it/);
});

for (const [mistake, named] of MISTAKES) {
  test(`palatine doctor says of ${mistake.file}: ${named.source}`, () => {
    assert.doesNotMatch(sound.get(checkOf(mistake)) ?? '', named, 'a sound folder has no such finding');
    assert.match(results.get(mistake) ?? 'no such check', named);
  });
}
