import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { dedicatedServerName, iniBoolean, iniRestPort, iniText, parseSettingsIni } from './settings-ini.ts';

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
