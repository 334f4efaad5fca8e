import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ZERO_GUID } from '../format/guid.ts';
import { assertBreaks, breaks, nth } from '../testing/assert-breaks.ts';
import { aGuid } from '../testing/save-builder.ts';
import { aSoundSave, SOUND, type SoundSave } from '../testing/sound-save.ts';
import { writeSoundSave } from '../testing/write-sound-save.ts';
import { checkSave } from './check-save.ts';

const { palbox, station, guild, work, camp } = SOUND;

const palboxOf = ({ level }: SoundSave) => nth(level.mapObjects, 0);
const stationOf = ({ level }: SoundSave) => nth(level.mapObjects, 1);
const workOf = ({ level }: SoundSave) => nth(level.works, 0);

breaks(
  'M1: an object whose halves do not name each other',
  palbox,
  /two halves of the PalBoxV2/,
  (save) => (palboxOf(save).concrete = { id: palboxOf(save).concreteId, modelId: aGuid(999) }),
);
breaks('M2: a container that does not exist', palbox, /has the container .* which does not exist/, (save) =>
  palboxOf(save).itemContainerIds.push(aGuid(999)),
);
breaks('M2: a container of two objects', station, /shares the container/, (save) =>
  palboxOf(save).itemContainerIds.push(SOUND.box),
);

test('M2: a container of Pals that does not exist, and one that was zeroed', () => {
  assertBreaks('M2', palbox, /does not exist/, (save) => {
    palboxOf(save).characterContainerIds.push(aGuid(999));
  });
  assertBreaks('M2', palbox, /names no container/, (save) => {
    palboxOf(save).itemContainerIds.push(ZERO_GUID);
  });
});

breaks('M3: a work that does not exist', palbox, /names the work/, (save) =>
  palboxOf(save).workIds.push(aGuid(999)),
);

test('M4: a camp and a group that do not exist', () => {
  assertBreaks('M4', station, /is in the camp/, (save) => (stationOf(save).campId = aGuid(999)));
  assertBreaks('M4', station, /belongs to the group/, (save) => (stationOf(save).groupId = aGuid(999)));
});

breaks('M5: a part that does not exist', station, /is joined to the object/, (save) =>
  stationOf(save).joinedIds.push(aGuid(999)),
);
breaks(
  'M6: an owner that does not exist',
  station,
  /belongs to the object/,
  (save) => (stationOf(save).ownerId = aGuid(999)),
);

test('W1: the object, the half and the camp of a work do not exist', () => {
  assertBreaks('W1', work, /for the object/, (save) => (workOf(save).objectId = aGuid(999)));
  assertBreaks('W1', work, /for the half of an object/, (save) => (workOf(save).concreteId = aGuid(999)));
  assertBreaks('W1', work, /for the camp/, (save) => (workOf(save).campId = aGuid(999)));
});

breaks('W2: a work that is given to a Pal that is gone', work, /is given to the Pal/, (save) =>
  workOf(save).assignedIds.push(aGuid(999)),
);
test('an assignment of a furnace of several types is longer by three bytes; of another type, they are unknown', () => {
  const save = aSoundSave();
  workOf(save).type = 'Progress_MultiType';
  assert.deepEqual(checkSave(writeSoundSave(save)), []);
  const kept = (of: SoundSave) => (workOf(of).type = 'Progress_Future');
  assertBreaks('D1', work, /assignment with 7 unknown bytes: they are kept/, kept, 'unknown, kept');
});

breaks('W3: a work list that names a work that is gone', aGuid(999), /names the work/, ({ level }) =>
  nth(level.camps, 0).works?.workIds.push(aGuid(999)),
);
breaks(
  'W4: a work that its camp does not list',
  work,
  /is not in its work list/,
  ({ level }) => (nth(level.camps, 0).works = { id: camp, workIds: [] }),
);
breaks('B1: a camp that its guild does not list', camp, /which does not list it/, ({ level }) =>
  nth(level.groups, 0).guild?.campIds.pop(),
);
breaks('B1: a guild that lists a camp that is gone', aGuid(999), /the server may not start/, ({ level }) =>
  nth(level.groups, 0).guild?.campIds.push(aGuid(999)),
);
breaks(
  'B2: a camp whose Palbox is another object',
  camp,
  /is not its Palbox/,
  (save) => (palboxOf(save).objectId = 'WoodenChest'),
);
breaks('B2: a guild that lists a Palbox too many', guild, /lists 2 Palboxes/, ({ level }) =>
  nth(level.groups, 0).guild?.palboxIds.push(station),
);
breaks(
  'B3: a camp without the container of its workers',
  camp,
  /keeps its workers in the container/,
  ({ level }) => (nth(level.camps, 0).director = { id: camp, containerId: aGuid(999) }),
);
breaks(
  'B3: the part of another camp',
  camp,
  /has a work list with the id/,
  ({ level }) => (nth(level.camps, 0).works = { id: aGuid(999), workIds: [work] }),
);

test('B4: a raid record without a camp, and a camp without one', () => {
  assertBreaks('B4', aGuid(999), /which does not exist/, ({ level }) => {
    level.raidCampIds.push(aGuid(999));
  });
  assertBreaks('B4', camp, /has no raid record/, ({ level }) => (level.raidCampIds = []));
});

test('a camp whose record alone was removed breaks every invariant that leads to it', () => {
  const save = aSoundSave();
  save.level.camps = [];
  const codes = checkSave(writeSoundSave(save)).map(({ code }) => code);
  assert.deepEqual([...new Set(codes)].sort(), ['B1', 'B2', 'B4', 'M4', 'W1']);
});
