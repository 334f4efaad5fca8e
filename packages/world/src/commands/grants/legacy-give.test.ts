import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RELIC_TYPES } from '@palatine/contract';
import { aGameContextWith, filesOf, give, NONE_NEAR } from '../../testing/grant-builder.ts';
import { refusalOf } from '../../testing/run-command.ts';
import { aGuid } from '../../testing/world-builder.ts';
import { LegacyGiveRefusal } from './legacy-give.ts';

type Setup = ReturnType<typeof aGameContextWith>;

const PATH = { uid: '' }; // the route has no player in its path

/** The failure form of a request that has changed nothing. */
function failure({ game }: Setup, body: object): { Errors: number; Error: Record<string, string[]> } {
  const error = refusalOf(game, () => give(game, 'legacyGive', PATH, body));
  assert.ok(error instanceof LegacyGiveRefusal, String(error));
  assert.equal(error.code, 'VALIDATION_FAILED');
  const envelope = error.toEnvelope();
  assert.equal(envelope.Errors, Object.values(envelope.Error).flat().length);
  return envelope;
}

test('every invalid entry of every section is reported, and Errors counts the messages', () => {
  const setup = aGameContextWith();
  const answer = failure(setup, {
    UserID: setup.zoe.userId,
    EXP: 0,
    Lifmunks: '1',
    Relics: { SwimSpeed: 1, Nope: 1, JumpPower: 1.5 },
    TechnologyPoints: 2147483648,
    UnlockTechnology: 5,
    Techs: ['Nope', 7, 'All'],
    Items: [
      { ItemID: 'x', Count: 1 },
      { ItemID: 'Wood' },
      null,
      { ItemID: 'Wood', Count: 1 },
      { ItemID: 4, Count: '4' },
    ],
    Pals: [{ PalID: 'Anubis', Level: 1 }, { PalID: 'Nope', Level: 81 }, { PalID: 'Anubis' }],
    PalTemplates: ['Gone', '../x', 9],
    PalEggs: [{ EggID: 'Wood', PalID: 'Anubis' }, { PalID: 'Anubis' }, { EggID: 'PalEgg_Fire_01' }, []],
  });
  assert.deepEqual(answer.Error, {
    EXP: ['EXP: must be a positive integer'],
    Lifmunks: ['Lifmunks: must be a positive integer'],
    Relics: [
      `Relic 2: unknown relic type "Nope"; there are ${RELIC_TYPES.join(', ')}`,
      'Relic 3: JumpPower must be a positive integer',
    ],
    TechnologyPoints: ['TechnologyPoints: must be at most 2147483647'],
    UnlockTechnology: ['UnlockTechnology: must be a non-empty text'],
    Techs: [
      `Tech 1: unknown technology "Nope"${NONE_NEAR}`,
      'Tech 2: must be a technology ID',
      'Tech 3: All must stand alone, not in an array',
    ],
    Items: [
      `Item 1: unknown ItemID "x"${NONE_NEAR}`,
      'Item 2: Count is missing',
      'Item 3: must be an object',
      'Item 5: ItemID must be a text',
      'Item 5: Count must be a positive integer',
    ],
    Pals: [
      `Pal 2: unknown PalID "Nope"${NONE_NEAR}`,
      'Pal 2: Level must be 1 to 80',
      'Pal 3: Level is missing',
    ],
    PalTemplates: [
      'PalTemplate 1: template "Gone": there is no such file',
      'PalTemplate 2: template "../x": must be a plain file name',
      'PalTemplate 3: must be the file name of a template',
    ],
    PalEggs: [
      'PalEgg 1: "Wood" is an item, but not an egg',
      'PalEgg 2: EggID is missing',
      'PalEgg 3: must have exactly one of PalID and PalTemplate',
      'PalEgg 4: must be an object',
    ],
  });
});

test('room is shared: items with eggs, Pals with templates', () => {
  const boxes = {
    team: { containerId: aGuid(), capacity: 1 },
    palbox: { containerId: aGuid(), capacity: 1 },
  };
  const setup = aGameContextWith({ player: boxes }, { files: filesOf({ T: { PalID: 'Anubis' } }) });
  const answer = failure(setup, {
    UserID: setup.zoe.userId,
    Items: [{ ItemID: 'ClothArmor', Count: 42 }],
    PalEggs: [{ EggID: 'PalEgg_Fire_01', PalID: 'Anubis' }],
    Pals: Array(2).fill({ PalID: 'Anubis', Level: 1 }),
    PalTemplates: ['T'],
  });
  assert.deepEqual(answer.Error, {
    PalTemplates: ['PalTemplate 1: does not fit: team and Palbox are full'],
    PalEggs: ['PalEgg 1: does not fit: Items have room for 0 more PalEgg_Fire_01'],
  });
});

test('Lifmunks and Relics add up before they are held against the greatest total', () => {
  const setup = aGameContextWith({ player: { relics: { CapturePower: 1, SwimSpeed: 1 } } });
  const UserID = setup.zoe.userId;
  const max = 2147483647;
  assert.deepEqual(failure(setup, { UserID, Lifmunks: max }).Error, {
    Lifmunks: ['Lifmunks: the total would pass 2147483647'],
  });
  assert.deepEqual(
    failure(setup, { UserID, Lifmunks: max, Relics: { SwimSpeed: 1, CapturePower: max } }).Error,
    { Relics: ['Relic 2: the total would pass 2147483647'] },
  );
});

test('keys of the prototype are neither sections nor fields', () => {
  const setup = aGameContextWith();
  const odd = failure(setup, { UserID: { toString: 1 }, Items: [{ ItemID: { toString: 1 }, Count: 1 }] });
  assert.deepEqual(odd.Error.Items, ['Item 1: ItemID must be a text']);
  const body = JSON.parse(
    '{"UserID":"x","__proto__":{"Items":[]},"Items":[{"__proto__":{"ItemID":"Wood","Count":1}}]}',
  );
  assert.deepEqual(failure(setup, body).Error.Items, [
    'Item 1: ItemID is missing',
    'Item 1: Count is missing',
  ]);
});
