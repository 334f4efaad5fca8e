import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LIMITS } from '@palatine/contract';
import type { OperatorFiles } from '../../state/game-context.ts';
import { aGameContextWith, filesOf, give, refusal, thrownBy } from '../../testing/grant-builder.ts';
import { aGuid } from '../../testing/world-builder.ts';
import { LegacyGiveRefusal } from './legacy-give.ts';

const EGG = 'PalEgg_Fire_01';
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
    for (const receiver of ['zoe', 'nobody']) {
      const files = counting();
      const { game, zoe } = aGameContextWith({}, { files });
      refusal(game, name, receiver === 'zoe' ? zoe : { uid: aGuid() }, body as never);
      assert.equal(files.reads.templates, 101, `${name} for ${receiver}`);
    }
  }
});

test('a template that is named a thousand times is read once', () => {
  const files = counting(['T0']);
  const { game } = aGameContextWith({ player: ROOM }, { files });
  const PalTemplates = Array<string>(LIMITS.templateEntries).fill('T0');
  const error = thrownBy(() =>
    give(game, 'legacyGive', { uid: '' }, { PalTemplates, PalEggs: eggs(Array(1000).fill('T0')) } as never),
  );
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
