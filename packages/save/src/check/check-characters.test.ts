import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ZERO_GUID } from '../format/guid.ts';
import { assertBreaks, breaks, nth } from '../testing/assert-breaks.ts';
import { aGuid } from '../testing/save-builder.ts';
import { aSoundSave, SOUND, type SoundSave } from '../testing/sound-save.ts';
import { writeSoundSave } from '../testing/write-sound-save.ts';
import { checkSave } from './check-save.ts';

const { anubis, worker, workers } = SOUND;

const palOf = ({ level }: SoundSave) => nth(level.characters, 2);
const palboxOf = ({ level }: SoundSave) => nth(level.characterContainers, 1);
const guildOf = ({ level }: SoundSave) => nth(level.groups, 0);

for (const era of ['C', 'D'] as const) {
  test(`a sound save of era ${era} breaks no invariant`, () =>
    assert.deepEqual(checkSave(writeSoundSave(aSoundSave(), era)), []));
}

breaks(
  'C1: two containers with one id',
  SOUND.chest,
  /Two records among the containers of items/,
  ({ level }) => level.itemContainers.push(nth(level.itemContainers, 12)),
);

test('C2: a Pal whose slot is empty, and the message names Pal, slot and box', () => {
  const message = new RegExp(
    `^The Pal Anubis \\(id ${anubis}\\) is in slot 3 of the Palbox of Zoë, but that slot is empty: the game will not show it\\.$`,
  );
  assertBreaks('C2', anubis, message, (save) => (palboxOf(save).slots = []));
});

breaks(
  'C2: a Pal without any place',
  worker,
  /that container does not exist/,
  ({ level }) => (nth(level.characters, 3).containerId = ZERO_GUID),
);
breaks(
  'C3: a slot that names no character',
  `${workers}/1`,
  /^Slot 1 of the workers of the camp .* does not exist/,
  ({ level }) => nth(level.characterContainers, 4).slots.push({ index: 1, instanceId: aGuid(999) }),
);
breaks(
  'C4: a slot beyond the capacity',
  `${workers}/0`,
  /beyond its capacity of 0/,
  ({ level }) => (nth(level.characterContainers, 4).capacity = 0),
);
breaks(
  'C4: a duplicate slot of items',
  `${SOUND.chest}/0`,
  /^Slot 0 occurs twice in the chest of the guild Zoë’s guild/,
  ({ level }) => {
    const { slots } = nth(level.itemContainers, 12);
    slots.push({ ...nth(slots, 0) });
  },
);
breaks('C5: a Pal in two slots', anubis, /is in two slots/, (save) =>
  palboxOf(save).slots.push({ index: 4, instanceId: anubis }),
);
breaks(
  'C6: a Pal that its guild does not list',
  anubis,
  /belongs to the guild Zoë’s guild .*, which does not list it/,
  (save) => (guildOf(save).handles = guildOf(save).handles.filter((id) => id !== anubis)),
);
breaks('C7: a guild that lists no character of the save', aGuid(999), /does not exist/, (save) =>
  guildOf(save).handles.push(aGuid(999)),
);
breaks('C7: a guild that lists a Pal twice', anubis, /lists the Pal Anubis .* twice/, (save) =>
  guildOf(save).handles.push(anubis),
);

test('C7 is about guilds: other groups list wild characters, which are in no save', () => {
  const save = aSoundSave();
  nth(save.level.groups, 1).handles.push(aGuid(999));
  assert.deepEqual(checkSave(writeSoundSave(save)), []);
});

breaks(
  'C8: a guild that lists the Pal of another group',
  anubis,
  new RegExp(`belongs to the group ${SOUND.organization}`),
  (save) => {
    palOf(save).groupId = SOUND.organization;
    nth(save.level.groups, 1).handles.push(anubis);
  },
);
breaks('C6: a Pal without a guild', anubis, /the Pal Anubis .* is in no guild: the game/i, (save) => {
  palOf(save).groupId = ZERO_GUID;
  guildOf(save).handles = guildOf(save).handles.filter((id) => id !== anubis);
});
breaks(
  'C9: a Pal whose owner is not in the world',
  anubis,
  /is not in this world/,
  (save) => (palOf(save).ownerUid = aGuid(999)),
);
breaks(
  'C10: a worker of another guild',
  worker,
  /works in the camp .* of the guild Zoë’s guild/,
  ({ level }) => {
    nth(level.characters, 3).groupId = SOUND.organization;
    nth(level.groups, 1).handles.push(worker);
    const group = nth(level.groups, 0);
    group.handles = group.handles.filter((id) => id !== worker);
  },
);
breaks(
  'C11: a Pal on an expedition of no station',
  anubis,
  /never comes back/,
  (save) => (palOf(save).stationId = aGuid(999)),
);
