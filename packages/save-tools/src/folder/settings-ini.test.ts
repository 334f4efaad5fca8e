import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  dedicatedServerName,
  iniBoolean,
  iniRestPort,
  iniText,
  parseSettingsIni,
  settingsAsGameReads,
} from './settings-ini.ts';

const HEAD = '[/Script/Pal.PalGameWorldSettings]\n';
const ini = (options: string) => `${HEAD}OptionSettings=(${options})\n`;

test('options are read by name in any case, without their quotes', () => {
  const settings = parseSettingsIni(
    ini(
      'Difficulty=None,ServerName="Isle, (the) \\"old\\" one",RESTAPIEnabled=True,RESTAPIPort=8213,AdminPassword=""',
    ),
  );
  assert.equal(settings.get('servername'), 'Isle, (the) "old" one');
  assert.equal(iniBoolean(settings, 'RESTAPIEnabled'), true);
  assert.equal(iniRestPort(settings), 8213);
  assert.equal(settings.get('adminpassword'), '');
  assert.equal(settings.get('difficulty'), 'None');
  assert.equal(settings.has('serverpassword'), false);
});

test('a list keeps its parentheses, and later options are read', () => {
  const settings = parseSettingsIni(
    ini('CrossplayPlatforms=(Steam,Xbox,PS5,Mac),DenyTechnologyList=("a)",(b)),PublicPort=8211'),
  );
  assert.equal(settings.get('crossplayplatforms'), '(Steam,Xbox,PS5,Mac)');
  assert.equal(settings.get('denytechnologylist'), '("a)",(b))');
  assert.equal(settings.get('publicport'), '8211');
});

test('a password may hold backslashes and quotes', () => {
  const passwords: [string, string][] = [
    ['a\\\\b', 'a\\b'],
    ['a\\"b', 'a"b'],
    ['a\\kb', 'a\\kb'],
    ['a\\\\', 'a\\'],
    ['ключ,)=', 'ключ,)='],
  ];
  for (const [written, read] of passwords) {
    const settings = parseSettingsIni(ini(`AdminPassword="${written}",RESTAPIPort=1`));
    assert.equal(settings.get('adminpassword'), read);
    assert.equal(settings.get('restapiport'), '1');
  }
});

test('a text whose quote is never closed hides no other option', () => {
  const settings = parseSettingsIni(ini('AdminPassword="secret\\",RESTAPIPort=8300'));
  assert.equal(iniRestPort(settings), 8300);
});

test('a comment is not an option, and an empty file has none', () => {
  assert.equal(parseSettingsIni(`; OptionSettings=(RESTAPIPort=1)\n${HEAD}`).size, 0);
  assert.equal(parseSettingsIni('\r\n').size, 0);
  assert.equal(parseSettingsIni(ini('\n RESTAPIPort = 8300 ,\n bIsPvP=False\n')).get('bispvp'), 'False');
});

test('the file is read in each encoding that Unreal writes', () => {
  const text = ini('ServerName="Île",RESTAPIPort=8300');
  const little = Buffer.from(`\uFEFF${text}`, 'utf16le');
  const unmarked = [Buffer.from(text), Buffer.from(`\uFEFF${text}`)];
  for (const bytes of [...unmarked, little, Buffer.from(little).swap16()]) {
    assert.equal(parseSettingsIni(iniText(bytes)).get('servername'), 'Île');
  }
});

test('GameUserSettings.ini names the folder of the world', () => {
  const guid = 'D09CACDB477D6CE562170AA79C524138';
  const section = '[/Script/Pal.PalGameLocalSettings]\r\n';
  const nameIn = (lines: string) => dedicatedServerName(`${section}DedicatedServerName=${lines}`);
  assert.equal(nameIn(`${guid}\r\nAudioSettings=(Master=0.5)`), guid);
  assert.equal(nameIn(`"${guid.toLowerCase()}"`), guid.toLowerCase());
  for (const name of ['', '../../etc', `${guid}0`]) assert.equal(nameIn(`${name}\n`), name);
  assert.equal(dedicatedServerName(section), undefined);
});

test('any valid options are read back, and no text makes the reader fail', () => {
  const key = fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_]{0,10}$/);
  fc.assert(
    fc.property(fc.array(fc.tuple(key, fc.string({ unit: 'binary' }))), (options) => {
      const quoted = (text: string) => `"${text.replace(/[\\"]/g, '\\$&')}"`;
      const read = parseSettingsIni(
        ini(options.map(([name, value]) => `${name}=${quoted(value)}`).join(',')),
      );
      assert.deepEqual(read, new Map(options.map(([name, value]) => [name.toLowerCase(), value])));
    }),
  );
  const pieces = fc.constantFrom(...'()",=\\\na ;', 'OptionSettings=(', 'RESTAPIPort=1');
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 60 }), (parts) => {
      for (const [name, value] of parseSettingsIni(parts.join(''))) {
        assert.equal(typeof value, 'string');
        assert.notEqual(name, '');
      }
    }),
  );
});

test('neither an invalid port nor the text of another setting is taken for the port', () => {
  const portIn = (options: string) => iniRestPort(parseSettingsIni(ini(options)));
  for (const port of ['', '0', '70000', 'x']) assert.equal(portIn(`RESTAPIPort=${port}`), undefined, port);
  assert.equal(portIn('ServerDescription="RESTAPIPort=1111"'), undefined);
  assert.equal(portIn('ServerName="RESTAPIPort=1111, \\"x\\"",RESTAPIPort = "8300"'), 8300);
});

const LINE =
  'OptionSettings=(RESTAPIEnabled=True,AdminPassword="a;\\"b)",DenyTechnologyList=("A"),RESTAPIPort=8213)';

for (const [what, text, why] of [
  [
    'over several lines',
    `${HEAD}OptionSettings=(\n RESTAPIEnabled=True,\n RESTAPIPort=8213\n)\n`,
    /in another line/,
  ],
  ['without its section', `${LINE}\n`, /no line \[\/Script\/Pal\.PalGameWorldSettings\] above it/],
  ['below another section', `${HEAD}[/Script/Other]\n${LINE}\n`, /no line \[\/Script/],
  ['with a comment inside', `${HEAD}OptionSettings=(RESTAPIPort=8213, ;x\n)\n`, /a comment is within it/],
  ['with an open quote', ini('ServerName="Isle,RESTAPIPort=8213'), /a quote or parenthesis is open/],
  [
    'with a misspelled name',
    `${HEAD}${'OptionsSettings=(RESTAPIPort=8213)\n'.repeat(9)}`,
    /the text of the file has none/,
  ],
] as const) {
  test(`a settings file ${what} has no effect on the game, and is read so`, () => {
    const { settings, noEffect } = settingsAsGameReads(text);
    assert.match(
      noEffect,
      /^the game reads OptionSettings from one line below its section, .*; this file has no effect$/,
    );
    assert.match(noEffect, why);
    assert.equal(settings.size, 0);
  });
}

test('a settings file that the game reads is read, and its parts without effect are named', () => {
  const plain = `; a comment\r\n${HEAD.trim()}\r\n${LINE}\r\n`;
  const { settings, ...rest } = settingsAsGameReads(plain);
  assert.deepEqual([iniRestPort(settings), settings.get('adminpassword')], [8213, 'a;"b)']);
  assert.deepEqual(rest, { noEffect: '', doubts: [] });
  for (const empty of ['', '\r\n', HEAD]) assert.equal(settingsAsGameReads(empty).noEffect, '');
  assert.deepEqual(settingsAsGameReads(ini('RESTAPIport=1,RestEnabled=True')).doubts, [
    'the game has no setting restenabled',
  ]);
  const twice = ['OptionSettings, or its section, is there twice'];
  assert.deepEqual(settingsAsGameReads(`${plain}${HEAD}`).doubts, twice);
  assert.deepEqual(settingsAsGameReads(`${plain}${LINE}`).doubts, twice);
});
