import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LIMITS, ZERO_GUID } from '@palatine/contract';
import { loadCatalogue } from '../../catalogue/catalogue.ts';
import { charactersInBox } from '../../queries/pals.ts';
import type { OperatorFiles } from '../../state/game-context.ts';
import type { Character } from '../../state/model.ts';
import { fullVitals } from '../../testing/full-hp.ts';
import { aGameContextWith, filesOf, give, NONE_NEAR, refusal } from '../../testing/grant-builder.ts';
import { refusalOf } from '../../testing/run-command.ts';
import { aGameContext, aGuid, aPal, aPlayer } from '../../testing/world-builder.ts';
import { LegacyGiveRefusal } from './legacy-give.ts';

test('Pals join the team while it has room, then the Palbox, each in the first free slot', () => {
  const team = { containerId: aGuid(), capacity: 3 };
  const palbox = { containerId: aGuid(), capacity: 4 };
  const zoe = aPlayer({ player: { team, palbox } });
  const game = aGameContext({
    players: [zoe],
    pals: [
      aPal({ place: { containerId: team.containerId, slot: 1 } }),
      aPal({ place: { containerId: palbox.containerId, slot: 0 } }),
    ],
  });
  const Pals = [1, 2, 3].map((Level) => ({ PalID: 'SheepBall', Level }));
  give(game, 'givePals', zoe, { Pals });
  const levelsIn = (box: string) =>
    charactersInBox(game.world, box).map(({ place, level }) => [place?.slot, level]);
  assert.deepEqual(levelsIn(team.containerId), [
    [0, 1],
    [1, 1],
    [2, 2],
  ]);
  assert.deepEqual(levelsIn(palbox.containerId), [
    [0, 1],
    [1, 3],
  ]);

  assert.deepEqual(refusal(game, 'givePals', zoe, { Pals }), {
    code: 'VALIDATION_FAILED',
    problems: ['/Pals/2 does not fit: team and Palbox are full'],
  });
});

test('nothing fits into boxes that are not there', () => {
  const nowhere = { containerId: ZERO_GUID, capacity: 5 };
  const { game, zoe } = aGameContextWith({ player: { team: nowhere, palbox: nowhere } });
  assert.equal(
    refusal(game, 'givePals', zoe, { Pals: [{ PalID: 'SheepBall', Level: 1 }] }).code,
    'VALIDATION_FAILED',
  );
});

test('an unknown species comes through where the rules accept it', () => {
  const { game, zoe } = aGameContextWith();
  game.rules = { ...game.rules, unknownIds: 'Accept' };
  give(game, 'givePals', zoe, { Pals: [{ PalID: 'Mod_Pal', Level: 5 }] });
  const [pal] = charactersInBox(game.world, zoe.player?.team.containerId ?? '');
  assert.ok(pal !== undefined && pal.species === 'Mod_Pal' && pal.hp > 0 && pal.stomach > 0);
});

test('every template that gives no Pal is reported: no file name, missing, broken, or blocked', () => {
  const files = filesOf(
    { Broken: '{', List: [], Strong: { PalID: 'Anubis', Level: 81 }, Good: { PalID: 'Anubis' } },
    { Default: { MaxValueLimitAction: 'BlockImport' } },
  );
  const { game, zoe } = aGameContextWith({}, { files });
  const names = '../Good||C:Good|a/b|a\\b|..|.json|a\0b|Gone|Broken|List|Strong|Good'.split('|');
  const { code, problems } = refusal(game, 'givePalTemplates', zoe, { PalTemplates: names });
  assert.equal(code, 'VALIDATION_FAILED');
  assert.equal(problems.filter((problem) => problem.includes('must be a plain file name')).length, 8);
  assert.deepEqual(problems.slice(8), [
    '/PalTemplates/8 template "Gone": there is no such file',
    '/PalTemplates/9 template "Broken": the file is not valid JSON',
    '/PalTemplates/10 template "List": the file must hold an object',
    '/PalTemplates/11 template "Strong": /Level is 81; the import rules allow 80 at most',
  ]);
});

const EGG = 'PalEgg_Fire_01';

test('an egg takes a slot of Items, with an unowned Pal inside', () => {
  const { game, zoe } = aGameContextWith({ inventory: { Items: { 0: { itemId: 'Wood', count: 1 } } } });
  const PalEggs = [{ EggID: 'palegg_fire_01', PalID: 'boss_anubis' }];
  assert.deepEqual(give(game, 'givePalEggs', zoe, { PalEggs }), { Granted: { PalEggs: 1 } });
  const stack = game.world.containers.get(zoe.player?.inventory.Items ?? '')?.slots[1];
  assert.ok(stack?.instance?.kind === 'egg');
  assert.deepEqual([stack.itemId, stack.count, stack.instance.species], [EGG, 1, 'BOSS_Anubis']);
  const { pal } = stack.instance;
  assert.deepEqual([pal?.species, pal?.level, pal?.place, pal?.ownerUid], ['BOSS_Anubis', 1, null, null]);
  assert.equal(game.world.characters.has(pal?.id ?? ''), false);
});

test('every invalid egg is reported', () => {
  const { game, zoe } = aGameContextWith();
  const npc = game.catalogue.npcs.all()[0]?.id ?? '';
  const PalEggs = [
    { EggID: 'Wood', PalID: 'Anubis' },
    { EggID: EGG },
    { EggID: EGG, PalID: 'Anubis', PalTemplate: 'T' },
    { EggID: EGG, PalID: 'Nope', Level: 81 },
    { EggID: 'NoSuchThing', PalTemplate: 'Gone' },
    { EggID: EGG, PalID: npc },
    { EggID: EGG, PalID: 'Anubis' },
  ];
  assert.deepEqual(refusal(game, 'givePalEggs', zoe, { PalEggs }), {
    code: 'VALIDATION_FAILED',
    problems: [
      '/PalEggs/0/EggID "Wood" is an item, but not an egg',
      '/PalEggs/1 must have exactly one of PalID and PalTemplate',
      '/PalEggs/2 must have exactly one of PalID and PalTemplate',
      '/PalEggs/3/Level must be 1 to 80',
      `/PalEggs/3/PalID unknown PalID "Nope"${NONE_NEAR}`,
      `/PalEggs/4/EggID unknown EggID "NoSuchThing"${NONE_NEAR}`,
      '/PalEggs/4/PalTemplate template "Gone": there is no such file',
      `/PalEggs/5/PalID "${npc}" is a person: only Pals hatch from eggs`,
    ],
  });
});

const ROOM = { team: { containerId: aGuid(), capacity: 2 }, palbox: { containerId: aGuid(), capacity: 3 } };
const names = (count: number) => Array.from({ length: count }, (_, index) => `T${index}`);
const eggs = (templates: string[]) => templates.map((PalTemplate) => ({ EggID: EGG, PalTemplate }));

/** Files that count how often they are read, by folder. Without `templates` none is there. */
function counting(
  templates: readonly string[] = [],
): OperatorFiles & { reads: { templates: number; rules: number } } {
  const files = filesOf(Object.fromEntries(templates.map((name) => [name, { PalID: 'Anubis' }])));
  const reads = { templates: 0, rules: 0 };
  return {
    ...files,
    reads,
    palTemplate(name) {
      reads.templates += 1;
      return files.palTemplate(name);
    },
    importRules(name) {
      reads.rules += 1;
      return files.importRules(name);
    },
  };
}

test('once team and Palbox are full, no template is read any more', () => {
  const files = counting(names(200));
  const { game, zoe } = aGameContextWith({ player: ROOM }, { files });
  const { problems } = refusal(game, 'givePalTemplates', zoe, { PalTemplates: names(200) });
  assert.equal(problems[0], '/PalTemplates/5 does not fit: team and Palbox are full');
  assert.equal(files.reads.templates, 5);
  assert.ok(files.reads.rules <= 2, `${files.reads.rules} reads of import rules`);
});

test('once Items are full, no template for an egg is read any more', () => {
  const { game: measured, zoe: owner } = aGameContextWith();
  const slots = measured.world.containers.get(owner.player?.inventory.Items ?? '')?.capacity ?? 0;
  const files = counting(names(200));
  const { game, zoe } = aGameContextWith({}, { files });
  const { problems } = refusal(game, 'givePalEggs', zoe, { PalEggs: eggs(names(200)) });
  assert.equal(problems[0], `/PalEggs/${slots} does not fit: Items are full`);
  assert.equal(files.reads.templates, slots);
});

test('once a refusal has all the problems it lists, no template is read any more', () => {
  for (const { name, body } of [
    { name: 'givePalTemplates', body: { PalTemplates: names(LIMITS.templateEntries) } },
    { name: 'givePalEggs', body: { PalEggs: eggs(names(LIMITS.templateEntries - 1)) } },
  ] as const) {
    for (const isKnown of [true, false]) {
      const files = counting();
      const { game, zoe } = aGameContextWith({}, { files });
      refusal(game, name, isKnown ? zoe : { uid: aGuid() }, body as never);
      assert.equal(files.reads.templates, 101, `${name} for ${isKnown ? 'a player' : 'an unknown player'}`);
    }
  }
});

test('a template that is named a thousand times is read once', () => {
  const files = counting(['T0']);
  const { game } = aGameContextWith({ player: ROOM }, { files });
  const PalTemplates = Array<string>(LIMITS.templateEntries).fill('T0');
  const body = { PalTemplates, PalEggs: eggs(Array(1000).fill('T0')) };
  const error = refusalOf(game, () => give(game, 'legacyGive', { uid: '' }, body));
  assert.ok(error instanceof LegacyGiveRefusal);
  assert.equal(files.reads.templates, 1);
});

test('eggs of more templates than a request may name are refused before one is read', () => {
  const files = counting(names(1000));
  const { game, zoe } = aGameContextWith({}, { files });
  assert.deepEqual(refusal(game, 'givePalEggs', zoe, { PalEggs: eggs(names(LIMITS.templateEntries + 1)) }), {
    code: 'VALIDATION_FAILED',
    problems: ['/PalEggs must name at most 256 templates'],
  });
  assert.equal(files.reads.templates, 0);
});

test('a template with a hundred thousand mistakes has no more problems than a refusal lists', () => {
  const Passives = Array.from({ length: 100_000 }, (_, index) => `NoSuchPassive${index}`);
  const { game, zoe } = aGameContextWith({}, { files: filesOf({ T: { PalID: 'Anubis', Passives } }) });
  const { problems } = refusal(game, 'givePalTemplates', zoe, { PalTemplates: ['T', 'T'] });
  assert.equal(problems.length, 101);
});

const catalogue = loadCatalogue();

function assertFull(pal: Character): void {
  const { species, hp, stomach, maxStomach } = pal;
  const full = fullVitals(pal);
  assert.deepEqual({ species, hp, stomach, maxStomach }, { species, ...full, maxStomach: full.stomach });
}

test('every Pal and person, of any spelling, is given with the full HP and stomach of its species', () => {
  const ids = [...catalogue.pals.all(), ...catalogue.npcs.all()].map(({ id }) => id);
  const batch = LIMITS.listEntries / 2; // fits into a Palbox
  for (let at = 0; at < ids.length; at += batch) {
    const { game, zoe } = aGameContextWith();
    const species = ids.slice(at, at + batch);
    const Pals = species.map((id, index) => ({ PalID: id.toUpperCase(), Level: 1 + (index % 80) }));
    give(game, 'givePals', zoe, { Pals });
    const pals = [...game.world.characters.values()].filter(({ ownerUid }) => ownerUid === zoe.uid);
    assert.deepEqual(
      pals.map((pal) => [pal.species, pal.level]),
      species.map((id, index) => [id, 1 + (index % 80)]),
    );
    for (const pal of pals) {
      assertFull(pal);
      if (catalogue.npcs.find(pal.species)) assert.equal(pal.gender, 'None');
    }
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
