import assert from 'node:assert/strict';
import { test } from 'node:test';
import { markedParts, paletteGroups, parsePaletteText } from './palette-rows.ts';
import type { Command, HitKind, PaletteHit, Subject } from './registry.ts';

const done: string[] = [];

const page = (id: string, name: string): Command => ({
  id,
  text: `Go to ${name}`,
  words: name,
  group: 'pages',
  run: () => void done.push(id),
});

const action = (id: string, text: string, kinds: readonly HitKind[] = ['player']): Command => ({
  id,
  text,
  group: 'actions',
  run: () => void done.push(id),
  target: {
    kinds,
    text: (name) => text.replace('…', ` ${name}…`),
    run: (hit) => void done.push(`${id} ${hit.id}`),
  },
});

const hit = (kind: HitKind, id: string, name: string, score?: number): PaletteHit => ({
  kind,
  id,
  name,
  ...(score !== undefined && { score }),
  run: () => void done.push(id),
});

const COMMANDS = [
  page('players', 'Players'),
  page('pals', 'Pals'),
  page('health', 'Health'),
  action('kick', 'Kick…'),
  action('delete-base', 'Delete base…', ['base']),
];
const HITS = [
  hit('player', 'U1', 'Zoe'),
  hit('player', 'U2', 'Alonzo'),
  hit('item', 'PalSphere', 'Pal Sphere'),
];

/** The content of the palette for a text, as `group: row, row`. */
const rowsOf = (text: string, shown?: Partial<Shown>): string[] =>
  groupsOf(text, shown).map(({ id, rows }) => `${id}: ${rows.map((row) => row.text).join(', ')}`);
type Shown = Parameters<typeof paletteGroups>[0];
const groupsOf = (text: string, shown?: Partial<Shown>) =>
  paletteGroups({
    query: parsePaletteText(text),
    commands: COMMANDS,
    words: {},
    hits: HITS,
    subject: undefined,
    recent: [],
    ...shown,
  });

test('what was looked for is marked in a text', () => {
  const marks = (text: string, term: string) =>
    markedParts(text, term)
      .map(({ text: part, marked }) => (marked ? `[${part}]` : part))
      .join('');
  assert.equal(marks('Go to Players', 'play'), 'Go to [Play]ers');
  assert.equal(marks('Zoe', 'x'), 'Zoe');
});

test('the group with the best row comes first', () => {
  assert.deepEqual(rowsOf('zo'), ['player: Zoe, Alonzo']);
  assert.deepEqual(rowsOf('pal sp')[0], 'item: Pal Sphere');
  assert.deepEqual(rowsOf('pals')[0], 'page: Go to Pals');
});

test('a prefix narrows what is found', () => {
  assert.deepEqual(rowsOf('@zo'), ['player: Zoe, Alonzo']);
  assert.deepEqual(rowsOf(':zo'), []);
  assert.deepEqual(rowsOf('>pla'), []);
  assert.deepEqual(rowsOf('>ki'), ['action: Kick…']);
});

test('an action and the beginning of a name find the action on that one', () => {
  assert.deepEqual(rowsOf('kick zo')[0], 'action: Kick Zoe…, Kick Alonzo…');
  assert.deepEqual(rowsOf('ki zo')[0], 'action: Kick Zoe…, Kick Alonzo…');
  const [group] = groupsOf('kick zo');
  done.length = 0;
  group?.rows[0]?.run();
  assert.deepEqual(done, ['kick U1']);
});

test('of several actions with the same first word the one that is typed comes first', () => {
  const giving = ['Give items…', 'Give Pals…', 'Give eggs…'].map((text) => action(text, text));
  const hits = [{ ...hit('player', 'U1', 'Zoe', 4), foundBy: 'zoe' }];
  const texts = (text: string) =>
    groupsOf(text, { commands: giving, hits }).flatMap(({ rows }) => rows.map((row) => row.text));
  assert.deepEqual(texts('give eggs Zoe')[0], 'Give eggs Zoe…');
  assert.deepEqual(texts('give pals Zoe')[0], 'Give Pals Zoe…');
  const actual = texts('give zo').filter((text) => text.includes('Zoe'));
  assert.deepEqual(actual, ['Give items Zoe…', 'Give Pals Zoe…', 'Give eggs Zoe…']);
});

test('an action means what the page is about', () => {
  const zoe: Subject = { kind: 'player', id: 'U1', name: 'Zoe' };
  assert.match(rowsOf('kick', { subject: zoe })[0] ?? '', /^action: Kick Zoe…/);
  assert.match(rowsOf('', { subject: zoe })[0] ?? '', /^action: Kick Zoe…, Delete base…$/);
  assert.match(rowsOf('')[0] ?? '', /^action: Kick…, Delete base…$/);
});

test('what was chosen before comes first while nothing is typed', () =>
  assert.deepEqual(rowsOf('', { recent: ['command health', 'command gone'] })[0], 'recent: Go to Health'));

test('a hit that its source found by another name is shown, last', () => {
  const former = hit('player', 'U3', 'Mo', 0.75);
  assert.deepEqual(rowsOf('zo', { hits: [former, ...HITS] }), ['player: Zoe, Alonzo, Mo']);
});
