import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadCatalogue } from '../catalogue/index.ts';
import { aSaveBody, aSaveFile, aSavePal, imported } from '../testing/save-builder.ts';
import { aGuid } from '../testing/world-builder.ts';

const catalogue = loadCatalogue();

test('what saves do not hold of a Pal has a default', () => {
  const pal = aSavePal({ characterId: 'boss_anubis', skinId: 'None', allowBaseCampBattle: false });
  const modded = aSavePal({ characterId: 'Pal_Of_A_Mod', stomach: 321, maxSp: 50, mp: 5, shield: 6 });
  const world = imported({ characters: [pal, modded] });

  const character = world.characters.get(pal.instanceId);
  assert.ok(character);
  const { species, skinId, maxStomach, craftSpeed, support, disabledWork, ownerUid, place } = character;
  assert.deepEqual(
    { species, skinId, maxStomach, craftSpeed, support, disabledWork, ownerUid, place },
    {
      species: 'BOSS_Anubis',
      skinId: '',
      maxStomach: catalogue.pals.find('Anubis')?.stomach,
      craftSpeed: 70,
      support: 0,
      disabledWork: ['BaseCampBattle'],
      ownerUid: null,
      place: null,
    },
  );
  assert.equal('mp' in character || 'sp' in character || 'shield' in character, false);
  const { mp, sp, shield, maxStomach: full } = world.characters.get(modded.instanceId) ?? {};
  assert.deepEqual([mp, sp, shield, full], [5, 50, 6, 321]);
});

test('two Pals never share a slot: the second moves to the next free one', () => {
  const box = aGuid();
  const zoe = aSaveBody(aGuid());
  const at = (index: number) => aSavePal({ slot: { containerId: box, index } });
  const characters = [zoe, at(0), at(0), at(4), at(4), at(-1), at(1e12)];
  const world = imported({ characters, players: [aSaveFile(zoe, { teamContainerId: box })] });
  const slots = characters.map(({ instanceId }) => world.characters.get(instanceId)?.place?.slot ?? null);
  assert.deepEqual(slots, [null, 0, 1, 4, null, null, null]);
});

test('a box is as large as its highest Pal needs it to be', () => {
  const box = aGuid();
  const zoe = aSaveBody(aGuid());
  const pal = aSavePal({ slot: { containerId: box, index: 499 } });
  const world = imported({
    characters: [zoe, pal],
    players: [aSaveFile(zoe, { palboxContainerId: box })],
    characterContainers: [{ id: box, capacity: 480, slots: [] }],
  });
  assert.deepEqual(world.players.get(zoe.playerUid)?.palbox, { containerId: box, capacity: 500 });
});
