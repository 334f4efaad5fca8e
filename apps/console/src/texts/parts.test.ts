import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import * as first from './en/first.ts';
import * as fleet from './en/fleet.ts';
import * as rest from './en/rest.ts';

const SRC = join(import.meta.dirname, '..');
const STATIC = /^(?:import|export)\s(?!type\b)[^;]*?from\s+'(\.[^']+\.tsx?)'|^import\s+'(\.[^']+\.tsx?)'/gm;
const DYNAMIC = /(withTexts\(\s*)?\(\)\s*=>\s*import\(\s*'(\.[^']+\.tsx?)'|\bimport\(\s*'(\.[^']+\.tsx?)'/g;
const LATER = [...Object.keys(rest), ...Object.keys(fleet)];
const SUBJECTS = [...Object.keys(first), ...LATER];
/** `texts.value.slots`, and the names taken out of `texts.value`. */
const READ = /\btexts\.value\.(\w+)|\{([^{}]*)\}\s*=\s*texts\.value;/g;

/** Any other use of them, which would hide what is read. */
const OTHER = /(?<!=\s*)texts\.value\b(?!\.)|\w\s*=\s*texts\.value;/;

interface Module {
  readonly statics: readonly string[];
  /** Modules that it loads later without the second part of the texts. */
  readonly bare: readonly string[];
  readonly subjects: readonly string[];
}

const modules = new Map<string, Module>();
for (const file of globSync('**/*.{ts,tsx}', { cwd: SRC })) {
  if (/^texts\/|\.test\.ts$|\.d\.ts$/.test(file)) continue;
  const source = readFileSync(join(SRC, file), 'utf8');
  assert.doesNotMatch(source, OTHER, `${file} names the subject of the texts that it reads`);
  modules.set(file, moduleOf(file, source));
}

function moduleOf(file: string, source: string): Module {
  const target = (path: string) => join(dirname(file), path);
  const loads = [...source.matchAll(DYNAMIC)].filter(([, withTexts]) => withTexts === undefined);
  return {
    statics: [...source.matchAll(STATIC)].map(([, from, effect]) => target(from ?? effect ?? '')),
    bare: loads.map(([, , lazy, imported]) => target(lazy ?? imported ?? '')),
    subjects: [...source.matchAll(READ)].flatMap(([, subject, several]) =>
      subject === undefined ? (several ?? '').split(',').map((name) => name.trim()) : [subject],
    ),
  };
}

test('no subject of the texts is in two parts, and every read subject in one of them', () => {
  assert.equal(new Set(SUBJECTS).size, SUBJECTS.length);
  const unknown = [...modules].flatMap(([file, { subjects }]) =>
    subjects
      .filter((subject) => subject !== '' && !SUBJECTS.includes(subject))
      .map((subject) => `${file}: ${subject}`),
  );
  assert.deepEqual(unknown, []);
});

test('what is loaded without the later parts of the texts reads the first only', () => {
  const early: string[] = [];
  const seen = new Set<string>();
  const visit = (file: string, way: string) => {
    const cached = modules.get(file);
    if (cached === undefined || seen.has(file)) return;
    seen.add(file);
    for (const subject of cached.subjects)
      if (LATER.includes(subject)) early.push(`${file} reads ${subject}, by ${way}`);
    for (const next of [...cached.statics, ...cached.bare]) visit(next, `${way} > ${next}`);
  };
  visit('main.tsx', 'main.tsx');
  assert.ok(seen.has('overview/OverviewPage.tsx'), 'the walk reaches the first page');
  assert.deepEqual(early, []);
});
