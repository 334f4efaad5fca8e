import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CheckedField } from '@palatine/contract';
import { filesOf } from '../../testing/grant-builder.ts';
import { aGameContext } from '../../testing/world-builder.ts';
import { checkPalTemplate } from './check-pal-template.ts';

type Files = Readonly<Record<string, unknown>>;

function check(template: unknown, rules: Files = {}) {
  return checkPalTemplate({ ...aGameContext(), files: filesOf({}, rules) }, template);
}

/** The verdict of each field, by its path. */
function verdicts({ Fields }: { Fields: readonly CheckedField[] }): Record<string, string> {
  return Object.fromEntries(Fields.map(({ Path, Verdict }) => [Path, Verdict]));
}

function fieldAt({ Fields }: { Fields: readonly CheckedField[] }, path: string): CheckedField {
  return Fields.find(({ Path }) => Path === path) ?? assert.fail(`no field ${path}`);
}

test('a field is kept in the spelling of the catalogue, and one that no template has is ignored', () => {
  const checked = check({
    PalID: 'sheepball',
    Nickname: 'Max',
    Gender: 'EPalGenderType::Female',
    Colour: 1,
    page: 2,
  });
  assert.deepEqual(verdicts(checked), {
    '/PalID': 'Kept',
    '/Nickname': 'Kept',
    '/Gender': 'Kept',
    '/Colour': 'Ignored',
    '/page': 'Ignored',
  });
  assert.equal(fieldAt(checked, '/PalID').Taken, 'Sheepball');
  assert.equal(checked.Pal?.Nickname, 'Max');
});

test('a value above its limit is clamped, and the rule is named', () => {
  const checked = check(
    { PalID: 'SheepBall', Level: 120, IVs: { Health: 101, Defense: 7 }, PalSouls: { Attack: 3 } },
    { Default: { MaxLevel: 60 } },
  );
  assert.deepEqual(fieldAt(checked, '/Level'), {
    Path: '/Level',
    Given: 120,
    Taken: 60,
    Verdict: 'Clamped',
    Why: 'the import rules allow 60 at most',
  });
  const { '/IVs/Health': health, '/IVs/Defense': defense, '/PalSouls/Attack': attack } = verdicts(checked);
  assert.deepEqual([health, defense, attack], ['Clamped', 'Kept', 'Kept']);
  assert.equal(checked.Pal?.Level, 60);
});

test('a refused field has every reason, and the others are checked without it', () => {
  const checked = check(
    { PalID: 'SheepBall', Level: 99, ActiveSkills: ['NoSkill', 'AirCanon', 'NoOther'], Nickname: 'Max' },
    { Default: { MaxValueLimitAction: 'BlockImport' } },
  );
  assert.equal(checked.Pal, undefined);
  assert.deepEqual(verdicts(checked), {
    '/PalID': 'Kept',
    '/Level': 'Refused',
    '/ActiveSkills': 'Refused',
    '/Nickname': 'Kept',
  });
  assert.match(fieldAt(checked, '/ActiveSkills').Why, /NoSkill.*; .*NoOther/);
  assert.equal(fieldAt(checked, '/Nickname').Taken, 'Max');
});

test('what a template lacks is refused at its place', () => {
  assert.deepEqual(check({ Level: 3 }).Fields, [
    { Path: '/Level', Given: 3, Verdict: 'Kept', Why: '' },
    { Path: '/PalID', Verdict: 'Refused', Why: 'is missing' },
  ]);
  assert.deepEqual(check([]).Fields, [{ Path: '', Verdict: 'Refused', Why: 'must be an object' }]);
});

test('broken import rules refuse every template', () => {
  const { Fields, Pal } = check({ PalID: 'SheepBall' }, { Default: { MaxLevel: 0 } });
  assert.deepEqual([Fields.map(({ Verdict }) => Verdict), Pal], [['Refused'], undefined]);
});

test('what is dropped or moved is clamped: disallowed passives and unknown work; EXP of another level is kept', () => {
  const checked = check(
    {
      PalID: 'SheepBall',
      Level: 10,
      Exp: 5,
      Hunger: 1e6,
      Passives: ['Legend', 'Rare'],
      ActiveSkills: ['AirCanon', 'PowerShot', 'SandTornado', 'FireBall'],
      ExtraWorkSuitabilities: { Mining: 2, Knitting: 1 },
    },
    { Default: { DisallowedPassives: ['Legend'], DisallowedPassivesAction: 'RemoveFromPal' } },
  );
  assert.deepEqual(verdicts(checked), {
    '/PalID': 'Kept',
    '/Level': 'Kept',
    '/Exp': 'Kept',
    '/Hunger': 'Clamped',
    '/Passives': 'Clamped',
    '/ActiveSkills': 'Kept',
    '/ExtraWorkSuitabilities/Mining': 'Kept',
    '/ExtraWorkSuitabilities/Knitting': 'Clamped',
  });
  for (const { Verdict, Why } of checked.Fields) assert.equal(Why === '', Verdict === 'Kept');
});

test('a name of JavaScript is a key like any other', () => {
  const checked = check(JSON.parse('{"PalID":"SheepBall","__proto__":{"Level":9},"constructor":1}'));
  assert.deepEqual(verdicts(checked)['/constructor'], 'Ignored');
  assert.equal(checked.Pal?.Level, 1);
});
