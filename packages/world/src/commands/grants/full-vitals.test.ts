import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LIMITS } from '@palatine/contract';
import { loadCatalogue, maxHp } from '../../catalogue/index.ts';
import type { Character } from '../../state/model.ts';
import { aGameContextWith, filesOf, give } from '../../testing/grant-builder.ts';

const catalogue = loadCatalogue();

/** Max HP and stomach by the rows of the catalogue. */
function vitalsOf({
  species,
  level,
  ivs,
  partnerSkillLevel,
  souls,
}: Character): [hp: number, stomach: number] {
  const pal = catalogue.pals.find(species);
  const row = pal ?? catalogue.npcs.find(species) ?? assert.fail(`${species} is in no table`);
  const hp = maxHp({
    baseHp: row.hp,
    alpha: pal?.alpha ?? false,
    level,
    talent: ivs.health,
    rank: partnerSkillLevel,
    soulRank: souls.health,
    friendshipRank: 0,
    awakened: false,
  });
  return [hp, row.stomach];
}

function assertFull(pal: Character): void {
  const { species, hp, stomach, maxStomach } = pal;
  const [fullHp, full] = vitalsOf(pal);
  assert.deepEqual(
    { species, hp, stomach, maxStomach },
    { species, hp: fullHp, stomach: full, maxStomach: full },
  );
}

test('every Pal and person is given with the full HP and stomach of its species', () => {
  const ids = [...catalogue.pals.all(), ...catalogue.npcs.all()].map(({ id }) => id);
  const batch = LIMITS.listEntries / 2; // fits into a Palbox
  for (let at = 0; at < ids.length; at += batch) {
    const { game, zoe } = aGameContextWith();
    const Pals = ids.slice(at, at + batch).map((PalID, index) => ({ PalID, Level: 1 + (index % 80) }));
    give(game, 'givePals', zoe, { Pals });
    const pals = [...game.world.characters.values()].filter(({ ownerUid }) => ownerUid === zoe.uid);
    assert.equal(pals.length, Pals.length);
    pals.forEach(assertFull);
  }
});

test('so is the Pal of a template without them, and the Pal in an egg', () => {
  const files = filesOf({
    Strong: { PalID: 'BOSS_Anubis', Level: 40, IVs: { Health: 90 }, PalSouls: { Health: 10 } },
  });
  const { game, zoe } = aGameContextWith({}, { files });
  give(game, 'givePalTemplates', zoe, { PalTemplates: ['Strong'] });
  const eggs = [{ PalTemplate: 'Strong' }, { PalID: 'Kitsunebi', Level: 3 }];
  give(game, 'givePalEggs', zoe, { PalEggs: eggs.map((egg) => ({ EggID: 'PalEgg_Fire_01', ...egg })) });

  const items = game.world.containers.get(zoe.player?.inventory.Items ?? '')?.slots ?? {};
  const inside = Object.values(items).flatMap(({ instance }) =>
    instance?.kind === 'egg' ? (instance.pal ?? []) : [],
  );
  const pals = [...game.world.characters.values()].filter(({ ownerUid }) => ownerUid === zoe.uid);
  assert.deepEqual([inside.length, pals.length], [2, 1]);
  [...inside, ...pals].forEach(assertFull);
});
