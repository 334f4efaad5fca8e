import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkSave } from '../check/check-save.ts';
import type { InvariantCode, ViolationGrade } from '../check/violation.ts';
import { aSoundSave, type SoundSave } from './sound-save.ts';
import { writeSoundSave } from './write-sound-save.ts';

/** Breaks a sound save and asserts that exactly one violation is found, with that code, subject and message. */
export function assertBreaks(
  code: InvariantCode,
  subject: string,
  message: RegExp,
  breakIt: (save: SoundSave) => unknown,
  grade?: ViolationGrade,
): void {
  const save = aSoundSave();
  breakIt(save);
  const violations = checkSave(writeSoundSave(save));
  const actual = violations.map((violation) => `${violation.code} ${violation.subject}`);
  assert.deepEqual(actual, [`${code} ${subject}`]);
  assert.match(violations[0]?.message ?? '', message);
  assert.equal(violations[0]?.grade, grade);
}

/** Tests that breaking a sound save is found, by the invariant that the title begins with. */
export function breaks(title: `${InvariantCode}: ${string}`, ...rest: Rest): void {
  test(title, () => assertBreaks(title.split(':')[0] as InvariantCode, ...rest));
}
type Rest = [subject: string, message: RegExp, breakIt: (save: SoundSave) => unknown, grade?: ViolationGrade];

/** The element at that index, which must exist. */
export function nth<T>(list: readonly T[], index: number): T {
  const element = list[index];
  assert.ok(element !== undefined, `element ${index} is missing`);
  return element;
}
