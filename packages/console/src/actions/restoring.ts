import FileClock from 'lucide/dist/esm/icons/file-clock.mjs';
import { type ActionOf, action } from './action.ts';
import type { FileTarget, Target } from './target.ts';

function fileOf(target: Target): FileTarget {
  if (target.kind !== 'file') throw new Error(`a ${target.kind} is no file`);
  return target;
}

/** What the three have in common: a file says again what it said before. */
const RESTORES = {
  icon: FileClock,
  targets: ['file'],
  level: 2,
  fields: [],
  isComplete: () => true,
} as const satisfies Partial<ActionOf<'putTemplate'>>;

export const restoreTemplate = action({
  ...RESTORES,
  id: 'restoreTemplate',
  route: 'putTemplate',
  call: (_draft, [target]) => textCall(target),
});

export const restoreRules = action({
  ...RESTORES,
  id: 'restoreRules',
  route: 'putImportRule',
  call: (_draft, [target]) => textCall(target),
});

export const restoreSettings = action({
  ...RESTORES,
  id: 'restoreSettings',
  route: 'putSettings',
  call(_draft, [target]) {
    const { name, etag, body } = fileOf(target);
    if (!('Values' in body)) throw new Error('settings are saved by their values');
    return { params: { file: name }, ifMatch: etag, body };
  },
});

function textCall(target: Target) {
  const { name, etag, body } = fileOf(target);
  if (!('Text' in body)) throw new Error('a file is saved by its text');
  return { params: { name }, ifMatch: etag, body };
}
