import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ATTENTION_KINDS, type Attention, sentence } from '@palatine/contract';
import { attentionOf, type HealthFacts } from './health-details.ts';

const GIB = 1024 ** 3;

const WELL: HealthFacts = {
  tokenFaults: [],
  banlistFault: '',
  settingsFaults: [],
  catalogueFaults: [],
  importWarnings: 0,
  queue: { depth: 512, limit: 1024 },
  disk: { freeBytes: 5 * GIB, totalBytes: 50 * GIB },
  historyProblem: '',
  gameServer: undefined,
  saveWarning: undefined,
};

const FAULTS: readonly [kind: Attention['Kind'], level: Attention['Level'], facts: Partial<HealthFacts>][] = [
  ['TokenFile', 'Warning', { tokenFaults: ['Shop.json: not JSON (or half written)'] }],
  ['Banlist', 'Error', { banlistFault: 'Banlist.json: not JSON' }],
  ['Settings', 'Error', { settingsFaults: ['Config.json: playerResolution must be "Online" or "Known"'] }],
  ['Catalogue', 'Warning', { catalogueFaults: ['items.json, row 3: has no id'] }],
  ['Import', 'Warning', { importWarnings: 3 }],
  ['Queue', 'Warning', { queue: { depth: 513, limit: 1024 } }],
  ['Disk', 'Warning', { disk: { freeBytes: 4 * GIB, totalBytes: 50 * GIB } }],
  ['Disk', 'Error', { disk: { freeBytes: GIB / 2, totalBytes: 50 * GIB } }],
  ['History', 'Warning', { historyProblem: 'database or disk is full' }],
  ['GameServer', 'Warning', { gameServer: 'Offline' }],
  [
    'GameServer',
    'Warning',
    { gameServer: 'Online', saveWarning: sentence('server.stalled', { minutes: 15 }) },
  ],
];

test('nothing needs attention when all is well', () => {
  assert.deepEqual(attentionOf(WELL), []);
  assert.deepEqual(attentionOf({ ...WELL, disk: undefined, gameServer: 'Online' }), []);
});

for (const [kind, level, facts] of FAULTS) {
  test(`${kind} as ${level}: the message says what is wrong, and what to do`, () => {
    const [attention, ...others] = attentionOf({ ...WELL, ...facts });
    assert.deepEqual([attention?.Kind, attention?.Level, others], [kind, level, []]);
    assert.match(attention?.Message ?? '', /^[A-Za-z0-9].*[.:] [A-Z].*\.$/);
  });
}

test('every kind of attention has a case', () => {
  assert.deepEqual([...new Set(FAULTS.map(([kind]) => kind))].sort(), [...ATTENTION_KINDS].sort());
});

test('what is an error comes before what is a warning, and many faults of a kind are counted', () => {
  const tokenFaults = Array.from({ length: 25 }, (_, at) => `${at}.json: not JSON`);
  const all = attentionOf({
    ...WELL,
    tokenFaults,
    banlistFault: 'Banlist.json: not JSON',
    importWarnings: 1,
  });
  assert.equal(all[0]?.Kind, 'Banlist');
  const tokenFiles = all.filter(({ Kind }) => Kind === 'TokenFile');
  assert.equal(tokenFiles.length, 11);
  assert.match(tokenFiles.at(-1)?.Message ?? '', /^15 more are invalid as well\. /);
});
