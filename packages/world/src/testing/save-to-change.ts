import { ZERO_GUID } from '@palatine/contract';
import type { SaveEra } from '@palatine/save/save-types';
import { netChanges } from '../export/net-changes.ts';
import type { WorldRecords } from '../export/world-records.ts';
import {
  aSaveBody,
  aSaveCamp,
  aSaveFile,
  aSaveGuild,
  aSaveObject,
  aSavePal,
  emptySaveWorld,
} from './save-builder.ts';
import { aGuid } from './world-builder.ts';

export type SaveToChange = ReturnType<typeof aSaveToChange>;

/**
 * A save with something of everything that edits change, and the ids that tests need: Zoe and Lily are of one guild with
 * a base; Lily has a body, but no player file.
 */
export function aSaveToChange({ era = 'D' }: { era?: SaveEra } = {}) {
  const [zoe, lily, sword] = [aGuid(), aGuid(), aGuid()];
  const [items, keyItems, chest] = [aGuid(), aGuid(), aGuid()];
  const [team, palbox, workers] = [aGuid(), aGuid(), aGuid()];
  const body = aSaveBody(zoe, {
    level: 10,
    unusedStatusPoints: 2,
    statusPoints: [
      { name: '最大HP', points: 3 },
      { name: '攻撃力', points: 4 },
    ],
  });
  const lilysBody = aSaveBody(lily, { nickname: 'Lily' });
  const camp = aSaveCamp({ workerContainerId: workers });
  const guild = aSaveGuild([{ uid: zoe }, { uid: lily, name: 'Lily' }], { campIds: [camp.id] });
  const pal = aSavePal({
    ownerPlayerUid: zoe,
    groupId: guild.id,
    slot: { containerId: team, index: 0 },
    stomach: 321,
    extraWorkSuitabilities: [{ suitability: 'Mining', rank: 1 }],
    disabledWork: ['Cool'],
  });
  const worker = aSavePal({
    characterId: 'SheepBall',
    groupId: guild.id,
    slot: { containerId: workers, index: 0 },
  });
  const inCamp = { campId: camp.id, guildId: guild.id };
  const save = emptySaveWorld({
    era,
    characters: [body, lilysBody, pal, worker],
    groups: [guild],
    camps: [{ ...camp, guildId: guild.id }],
    itemContainers: [
      {
        id: items,
        capacity: 42,
        storedSlots: 3,
        slots: [
          { index: 0, itemId: 'wood', count: 5, dynamicId: ZERO_GUID },
          { index: 1, itemId: 'Sword', count: 1, dynamicId: sword },
          { index: 3, itemId: 'Stone', count: 7, dynamicId: aGuid() }, // of a record that is lost
        ],
      },
      { id: keyItems, capacity: 230, storedSlots: 0, slots: [] },
      {
        id: chest,
        capacity: 10,
        storedSlots: 1,
        slots: [{ index: 4, itemId: 'Stone', count: 50, dynamicId: ZERO_GUID }],
      },
    ],
    dynamicItems: [
      {
        id: sword,
        itemId: 'Sword',
        body: { kind: 'weapon', durability: 12.5, bullets: 0, passives: [], ammoItemId: 'Arrow' },
      },
    ],
    characterContainers: [
      { id: team, capacity: 5, slots: [{ index: 0, instanceId: pal.instanceId }] },
      { id: palbox, capacity: 960, slots: [] },
      { id: workers, capacity: 10, slots: [{ index: 0, instanceId: worker.instanceId }] },
    ],
    mapObjects: [
      aSaveObject({ ...inCamp, mapObjectId: 'PalBoxV2' }),
      aSaveObject({ ...inCamp, itemContainer: { id: chest, usage: 1 } }),
    ],
    players: [
      aSaveFile(body, {
        inventory: { ...aSaveFile(body).inventory, common: items, essential: keyItems },
        teamContainerId: team,
        palboxContainerId: palbox,
        unlockedTechnologies: ['PALBOX', 'Tech_Of_A_Mod'],
        technologyPoints: 3,
      }),
    ],
  });
  return {
    save,
    zoe,
    lily,
    items,
    keyItems,
    team,
    palbox,
    pal: pal.instanceId,
    camp: camp.id,
    worker: worker.instanceId,
  };
}

/** The changes between two states of a world, without the places of new Pals, which the world chooses. */
export function changesWithoutPlaces(before: WorldRecords, after: WorldRecords) {
  const { gains, deletedCamps, others } = netChanges(before, after);
  const gained = [...gains].map(([uid, list]) => [
    uid,
    list.map((gain) => (gain.kind === 'pal' ? { ...gain, pal: { ...gain.pal, place: null } } : gain)),
  ]);
  return { gained, camps: deletedCamps.map(({ id }) => id), others };
}
