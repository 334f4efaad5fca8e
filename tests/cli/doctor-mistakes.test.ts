import assert from 'node:assert/strict';
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
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
const RULES = 'Pals/ImportRules/Default.json';
const token = (name: string) => `RESTAPI/Tokens/${name}.json`;
const SECRET = 'a-long-enough-secret-of-a-shop';
const BANLIST = 'Banlist.json';
const ALLOW_LIST = 'AllowList.json';
const WHITELIST = 'WhiteList.json';

/** The text of a Banlist.json with these entries. */
function banlist(entries: { UserEntries?: object[]; IPEntries?: object[] }, message = 'Banned'): string {
  const banned = (ids: object[] = []) => ids.map((id) => ({ ...id, Active: true, BannedBy: ISSUER }));
  const UserEntries = banned(entries.UserEntries);
  return JSON.stringify({
    Version: 1,
    BannedMessage: message,
    UserEntries,
    IPEntries: banned(entries.IPEntries),
  });
}

const ISSUER = {
  Type: 'rest',
  NameValue: 'Admin',
  IP: '127.0.0.1',
  Reason: 'By hand',
  Timestamp: { UTC: 1, Year: 1970, Month: 1, Day: 1, Hour: 0, Min: 0, Sec: 1, Msec: 0 },
};

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
    mistake: 'a restriction of the original that has no effect',
    file: CONFIG,
    content: {
      bannedIPs: ['198.51.100.99'],
      bannedNames: ['Nosteam'],
      PalImport_MaxLevel: 30,
      useAdminWhitelist: true,
    },
    check: CONFIG,
    named:
      /^warn bannedIPs restricts nobody here; enter the addresses under IPEntries of Banlist\.json; bannedNames restricts nobody here; .*; PalImport_MaxLevel restricts nobody here; .*; useAdminWhitelist restricts nobody here/,
  },
  {
    mistake: 'any other setting that has no effect',
    file: CONFIG,
    content: { version: '1.9.1', MOTD: ['Welcome'], adminIPs: [], PalWebhooks: { Chat: '' } },
    check: CONFIG,
    named: /^ok valid; no effect here: version, MOTD, adminIPs, PalWebhooks$/,
  },
  {
    mistake: 'a banned technology that does not exist',
    file: CONFIG,
    content: { bannedTechnologies: ['PALBOXX'] },
    check: CONFIG,
    named: /^warn bannedTechnologies names an unknown technology "PALBOXX"; did you mean/,
  },
  {
    mistake: 'a setting of the original’s RESTConfig.json that has no effect',
    file: REST,
    content: { Version: 3, LogConsole: false, Cors: { Comment: 'x', 'Allowed-Origins': '*' } },
    check: REST,
    named: /^ok valid; no effect here: Version, LogConsole, Cors\.Comment$/,
  },
  {
    mistake: 'a default permission that no route asks for',
    file: REST,
    content: { DefaultPermissions: ['REST.Version.Reed'] },
    check: REST,
    named: /^warn DefaultPermissions: no route asks for REST\.Version\.Reed/,
  },
  {
    mistake: 'origins of a wrong kind',
    file: REST,
    content: { Cors: { 'Allowed-Origins': 5 } },
    check: REST,
    named: /^fail Cors\.Allowed-Origins must be a text or a list of texts, not 5/,
  },
  {
    mistake: 'a Pal that is banned by its name in the game',
    file: RULES,
    content: { BannedPalIDs: ['Jetragon'] },
    check: 'Pals',
    named: /Default\.json: BannedPalIDs names an unknown PalID "Jetragon"; did you mean JetDragon/,
  },
  {
    mistake: 'a misspelt rule',
    file: RULES,
    content: { BannedPalIds: ['JetDragon'] },
    check: 'Pals',
    named: /Default\.json: BannedPalIds is no rule; did you mean BannedPalIDs\?/,
  },
  {
    mistake: 'a rule of a wrong kind',
    file: RULES,
    content: { MaxLevel: '30' },
    check: 'Pals',
    named: /Default\.json: MaxLevel must be a whole number, 1 or more/,
  },
  {
    mistake: 'a rule that counts in Default.json only',
    file: 'Pals/ImportRules/Anubis.json',
    content: { BannedPalIDs: ['Anubis'] },
    check: 'Pals',
    named: /Anubis\.json: BannedPalIDs counts in Default\.json only/,
  },
  {
    mistake: 'a file of rules that is named after no Pal',
    file: 'Pals/ImportRules/Jetragon.json',
    content: { MaxLevel: 5 },
    check: 'Pals',
    named: /Jetragon\.json: no import reads it: unknown PalID "Jetragon"; did you mean JetDragon/,
  },
  {
    mistake: 'a second file of the same rules',
    file: 'Pals/ImportRules/default.json',
    content: { MaxLevel: 5 },
    check: 'Pals',
    named: /default\.json: no import reads it, because Default\.json counts/,
  },
  {
    mistake: 'a template that is no JSON',
    file: 'Pals/Templates/half.json',
    content: '{"PalID":',
    check: 'Pals',
    named: /half\.json: not JSON/,
  },
  {
    mistake: 'a folder of the original that has no effect',
    file: 'Pals/Summons/boss.json',
    content: { PalTemplate: 'gift' },
    check: 'Pals',
    named: /no effect here: Pals\/Summons/,
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
  {
    mistake: 'two files that hold one token with different permissions',
    file: token('twin1'),
    content: { Name: 'Twin', Token: `${SECRET}-1`, Permissions: ['REST.Items.Read'] },
    check: 'tokens',
    named: /twin1\.json and twin2\.json hold the same token with different permissions; none of them counts/,
  },
  {
    mistake: 'the other of two files that hold one token',
    file: token('twin2'),
    content: { Name: 'Twin', Token: `${SECRET}-1`, Permissions: ['REST.*'] },
    check: 'tokens',
    named: /twin1\.json and twin2\.json hold the same token/,
  },
  {
    mistake: 'a token file that is switched off',
    file: token('off'),
    content: { Name: 'Off', Token: `${SECRET}-2`, Permissions: '*', Enabled: false },
    check: 'tokens',
    named: /off\.json: does not count, because Enabled is false/,
  },
  {
    mistake: 'a token file that has expired',
    file: token('past'),
    content: { Name: 'Past', Token: `${SECRET}-3`, Permissions: '*', Expires: '2020-02-28' },
    check: 'tokens',
    named: /past\.json: does not count since 2020-02-29T00:00:00\.000Z, because of its Expires/,
  },
  {
    mistake: 'an Expires that is no date',
    file: token('never'),
    content: { Name: 'Never', Token: `${SECRET}-4`, Permissions: '*', Expires: '31.12.2020' },
    check: 'tokens',
    named: /never\.json: Expires must be a day or a time such as .*, not "31\.12\.2020"/,
  },
  {
    mistake: 'a misspelt key of a token file',
    file: token('enabled'),
    content: { Name: 'enabled', Token: `${SECRET}-5`, Permissions: '*', enabled: false },
    check: 'tokens',
    named: /enabled\.json: enabled is not known and does nothing; did you mean Enabled\?/,
  },
  {
    mistake: 'a key of a token file that has no effect',
    file: token('note'),
    content: { Name: 'note', Token: `${SECRET}-6`, Permissions: '*', Comment: 'mine' },
    check: 'tokens',
    named: /note\.json: no effect here: Comment/,
  },
  {
    mistake: 'a banned UserId that is none',
    file: BANLIST,
    content: banlist({ UserEntries: [{ UserId: 'Zoe' }] }),
    check: BANLIST,
    named: /^fail UserEntries\.0\.UserId must be a UserId such as "steam_76561198000000000", not "Zoe"$/,
  },
  {
    mistake: 'a banned PlayerUID',
    file: BANLIST,
    content: banlist({ UserEntries: [{ UserId: '9FB0CC2C-0000-0000-0000-000000000000' }] }),
    check: BANLIST,
    named: /^fail UserEntries\.0\.UserId must be a UserId, and \S+ is a PlayerUID: POST \/v1\/pdapi\/ban\//,
  },
  {
    mistake: 'a banned address that is none',
    file: BANLIST,
    content: banlist({ IPEntries: [{ IP: '203.0.113' }] }),
    check: BANLIST,
    named:
      /^fail IPEntries\.0\.IP must be an address such as "203\.0\.113\.7" or a range .*, not "203\.0\.113"$/,
  },
  {
    mistake: 'a ban list in UTF-16',
    file: BANLIST,
    content: Buffer.from(`\ufeff${banlist({})}`, 'utf16le'),
    check: BANLIST,
    named: /^fail is UTF-16 \(little endian\) text; save it as UTF-8$/,
  },
  {
    mistake: 'a ban list in Latin-1',
    file: BANLIST,
    content: Buffer.from(banlist({}, 'Grüße'), 'latin1'),
    check: BANLIST,
    named: /^fail is not UTF-8 text \(it may be Latin-1 or Windows-1252\); save it as UTF-8$/,
  },
  {
    mistake: 'a broken ban list that a server has put aside',
    file: 'Banlist.broken-20260101T000000000Z.json',
    content: '{"UserEntries":',
    check: BANLIST,
    named: /^warn a server could not read an edit and put it aside; Banlist\.broken-\S+\.json: not JSON/,
  },
  {
    mistake: 'an entry of the whitelist that names nobody',
    file: ALLOW_LIST,
    content: { Enabled: true, Players: ['steam_76561198000000001', 'Zoe'] },
    check: ALLOW_LIST,
    named:
      /^warn "Zoe" is no UserId, PlayerUID, address or range; the whitelist kicks nobody until it is corrected$/,
  },
  {
    mistake: 'a misspelt key of the whitelist',
    file: ALLOW_LIST,
    content: { Enabled: true, players: ['steam_76561198000000001'] },
    check: ALLOW_LIST,
    named: /players is not known and does nothing; did you mean Players\?/,
  },
  {
    mistake: 'an entry of the original’s whitelist that names nobody',
    file: WHITELIST,
    content: ['203.0.113.0/24', 'Zoe'],
    check: WHITELIST,
    named: /^warn "Zoe" is no UserId, PlayerUID, address or range/,
  },
  {
    mistake: 'the original’s whitelist without a game server',
    file: WHITELIST,
    content: ['steam_76561198000000001'],
    check: WHITELIST,
    named:
      /nobody is kept out by it, whatever useWhitelist says: there is no game server beside this service/,
  },
  {
    mistake: 'a template in Latin-1',
    file: 'Pals/Templates/latin.json',
    content: Buffer.from('{"PalID":"SheepBall","Nickname":"Grün"}', 'latin1'),
    check: 'Pals',
    named: /latin\.json:? is not UTF-8 text/,
  },
  {
    mistake: 'settings in UTF-16',
    file: CONFIG,
    content: Buffer.from('{}', 'utf16le'),
    check: CONFIG,
    named: /^fail is UTF-16 \(little endian\) text; save it as UTF-8/,
  },
  {
    mistake: 'a token file in UTF-16',
    file: token('wide'),
    content: Buffer.from('{}', 'utf16le'),
    check: 'tokens',
    named: /wide\.json:? is UTF-16 \(little endian\) text; save it as UTF-8/,
  },
];

const root = newFolder();
after(() => rmSync(root, { recursive: true, force: true }));

const SOUND = join(root, 'sound');

/** The findings of the doctor in a folder with one mistake in each of these files. */
async function examine(mistakes: readonly Mistake[], name: string): Promise<Map<string, string>> {
  const data = join(root, name);
  if (data !== SOUND) cpSync(SOUND, data, { recursive: true });
  for (const { file, content } of mistakes) {
    mkdirSync(dirname(join(data, file)), { recursive: true });
    const text = typeof content === 'string' || Buffer.isBuffer(content) ? content : JSON.stringify(content);
    writeFileSync(join(data, file), text);
  }
  const { stdout } = await runCommand(['doctor', '--json', '--data', data]);
  const { findings } = JSON.parse(stdout) as { findings: { check: string; state: string; found: string }[] };
  return new Map(findings.map(({ check, state, found }) => [check, `${state} ${found}`]));
}

/** The file of a mistake; that of all mistakes of bans, whose check names the gravest only. */
const room = ({ file, check }: Mistake) => (check === BANLIST ? check : file);

/** The mistakes in as few folders as have room for them: one to a file. */
function folders(): Mistake[][] {
  const made: Mistake[][] = [];
  for (const mistake of MISTAKES) {
    const free = made.find((group) => group.every((other) => room(other) !== room(mistake)));
    if (free === undefined) made.push([mistake]);
    else free.push(mistake);
  }
  return made;
}

const found = new Map<Mistake, Map<string, string>>();
let sound: Map<string, string>;
before(async () => {
  const { code, stderr } = await runCommand(['init', '--data', SOUND]);
  assert.equal(code, 0, stderr);
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
