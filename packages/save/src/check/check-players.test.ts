import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OpenSaveFile } from '../read/open-save.ts';
import { assertBreaks, breaks, nth } from '../testing/assert-breaks.ts';
import { aGuid } from '../testing/save-builder.ts';
import { aSoundSave, boxOf, SOUND, type SoundSave } from '../testing/sound-save.ts';
import { writeSoundSave } from '../testing/write-sound-save.ts';
import { checkSave } from './check-save.ts';

const { zoe, fury, guild, furyBody } = SOUND;

const zoeOf = ({ players }: SoundSave) => nth(players, 0);
const furyOf = ({ players }: SoundSave) => nth(players, 1);
const guildOf = ({ level }: SoundSave) => nth(level.groups, 0);

breaks(
  'G1: a group whose blob carries another id',
  guild,
  /carries the id/,
  (save) => (guildOf(save).id = aGuid(999)),
);
breaks(
  'G1: a guild whose chest is gone',
  guild,
  /has the chest .* which does not exist/,
  ({ level }) => (nth(level.guildExtras, 0).chestId = aGuid(999)),
);
breaks(
  'G1: a chest of no guild',
  aGuid(999),
  /has a chest, but does not exist/,
  ({ level }) => (nth(level.guildExtras, 0).guildId = aGuid(999)),
);

test('G1: an admin who is no member, and one with the role of a member', () => {
  assertBreaks('G1', guild, /who is not a member/, (save) => {
    const { guild: own } = guildOf(save);
    if (own !== null) own.adminUid = aGuid(999);
  });
  assertBreaks('G1', guild, /whose role is 2/, (save) => {
    const { guild: own } = guildOf(save);
    if (own !== null) own.adminUid = fury;
  });
});

test('before 1.0 members have no roles', () => {
  const save = aSoundSave();
  const { guild: own } = guildOf(save);
  if (own !== null) own.adminUid = fury;
  assert.deepEqual(checkSave(writeSoundSave(save, 'C')), []);
});

breaks(
  'G2: a player in two guilds',
  fury,
  /Fury is a member of the guild Zoë’s guild .* and of the guild Others/,
  ({ level }) => {
    const members = [{ uid: fury, role: 1 }];
    const guild = { name: 'Others', campIds: [], palboxIds: [], adminUid: fury, members, hasRoles: true };
    level.groups.push({ key: aGuid(23), id: aGuid(23), type: 'Guild', handles: [], guild });
  },
);
breaks(
  'P1: the file of another player',
  zoe,
  /carries the id of another player/,
  (save) => (zoeOf(save).file = `Players/${'0'.repeat(31)}7.sav`),
);
breaks(
  'P1: a file that names another body',
  zoe,
  /names the body .* which is the player Fury .*: the game asks for a new character/,
  (save) => (zoeOf(save).instanceId = furyBody),
);
breaks(
  'P1: a file that names itself differently inside',
  zoe,
  /names the body of another player/,
  (save) => (zoeOf(save).individualUid = fury),
);
breaks('P2: a container that does not exist', aGuid(999), /the server fails when they join/, (save) =>
  zoeOf(save).containers.set('food', aGuid(999)),
);

test('P2: two players with one box are reported for both files', () => {
  const save = aSoundSave();
  const box = boxOf(furyOf(save).containers, 'food');
  zoeOf(save).containers.set('food', box);
  const violations = checkSave(writeSoundSave(save));
  assert.deepEqual(
    violations.map(({ code, file, subject }) => [code, file, subject]),
    save.players.map(({ file }) => ['P2', file, box]),
  );
});

breaks(
  'P3: a technology twice, in whichever spelling',
  `${zoe} workbench`,
  /has learned the technology WORKBENCH twice/,
  (save) => zoeOf(save).technologies.push('WORKBENCH'),
);

test('P4: relic counters that do not agree', () => {
  assertBreaks(
    'P4',
    zoe,
    /holds 9 effigies by one counter and 4 by the other/,
    (save) => (zoeOf(save).relics.inHand = 9),
  );
  assertBreaks(
    'P4',
    zoe,
    /holds 0 effigies by one counter and 4 by the other/,
    (save) => (zoeOf(save).relics.inHand = null),
  );
});

test('a relic counter of 0 may be present or absent', () => {
  const save = aSoundSave();
  zoeOf(save).relics.inHand = null;
  zoeOf(save).relics.capturePower = 0;
  assert.deepEqual(checkSave(writeSoundSave(save)), []);
});

test('P4: relics from before 1.0 gave no EXP; more EXP than relics is broken', () => {
  for (const bonusIndex of [0, 5]) {
    const message = new RegExp(`has collected 6 relics, but got EXP for ${bonusIndex}`);
    const change = (save: SoundSave) => (zoeOf(save).relics.bonusIndex = bonusIndex);
    assertBreaks('P4', zoe, message, change, 'left by the game');
  }
  assertBreaks(
    'P4',
    zoe,
    /has collected 6 relics, but got EXP for 7/,
    (save) => (zoeOf(save).relics.bonusIndex = 7),
  );
});

test('before 1.0 there is one relic counter', () => {
  const save = aSoundSave();
  zoeOf(save).relics = { inHand: 9, capturePower: null, hasMap: false, collected: null, bonusIndex: 0 };
  assert.deepEqual(checkSave(writeSoundSave(save)), []);
});

breaks(
  'P5: a pouch without its slots',
  zoe,
  /has 1 pouches, so 45 slots, but the inventory has 42/,
  ({ level }) => (nth(level.itemContainers, 0).capacity = 42),
);
breaks(
  'P6: points that the level did not give',
  fury,
  /is at level 3, which gives 2 status points, but has 1 spent and 3 unused/,
  ({ level }) => (nth(level.characters, 1).level = 3),
);
breaks(
  'P6: a point that the game lost',
  fury,
  /is at level 9, which gives 8 status points, but has 1 spent and 3 unused/,
  ({ level }) => (nth(level.characters, 1).level = 9),
  'left by the game',
);

test('a save without any player file, and one with a file of another class, get one sentence', () => {
  const without = (change: (files: Map<string, OpenSaveFile>, path: string) => void) => {
    const files = new Map(writeSoundSave(aSoundSave()));
    for (const path of [...files.keys()].filter((path) => path.startsWith('Players/'))) change(files, path);
    return checkSave(files).map(({ code, message }) => `${code} ${message}`);
  };
  const none = without((files, path) => files.delete(path)).filter((line) => line.includes('player files'));
  assert.deepEqual(none, [
    'P1 There are no player files at all, as in a backup without Players: all 2 players would start over.',
  ]);
  const wrong = without((files, path) => {
    const meta = files.get('Level.sav');
    if (meta !== undefined && path === zoeOf(aSoundSave()).file) files.set(path, { ...meta, path });
  });
  assert.equal(wrong.length, 1);
  assert.match(
    wrong[0] ?? '',
    /^D1 The file of Zoë cannot be read \(it is a .*\): the game takes it as missing\.$/,
  );
});
