import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { HitKind, PaletteHit } from './palette-hit.ts';
import { markedParts, matchTexts, parsePaletteText } from './palette-query.ts';
import { paletteGroups } from './palette-rows.ts';
import type { Command, Subject } from './registry.ts';

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
function rowsOf(text: string, { hits = HITS, about, recent = [] }: Partial<Shown> = {}): string[] {
  const query = parsePaletteText(text);
  return paletteGroups({ query, commands: COMMANDS, hits, subject: about, recent }).map(
    ({ id, rows }) => `${id}: ${rows.map((row) => row.text).join(', ')}`,
  );
}
interface Shown {
  hits: PaletteHit[];
  about: Subject;
  recent: string[];
}

test('the same text comes before its beginning, a word of it, and a part of it', () => {
  const texts = ['a kickback', 'sidekick', 'kick', 'kicking', 'kit of checks'];
  const actual = matchTexts(texts, 'kick').map(({ at, score }) => [texts[at], score]);
  assert.deepEqual(actual, [
    ['kick', 4],
    ['kicking', 3],
    ['a kickback', 2],
    ['sidekick', 1],
  ]);
});

test('words may stand in another order, and any script is searched', () => {
  const matchesOf = (texts: string[], term: string) => matchTexts(texts, term).map(({ at }) => texts[at]);
  assert.deepEqual(matchesOf(['Go to Players', 'Go to Pals'], 'players go'), ['Go to Players']);
  assert.deepEqual(matchesOf(['前往玩家', '前往据点'], '玩家'), ['前往玩家']);
  assert.deepEqual(matchesOf(['Élan vital'], 'elan'), ['Élan vital']);
  assert.deepEqual(matchesOf(['anything'], ''), []);
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
  const [group] = paletteGroups({
    query: parsePaletteText('kick zo'),
    commands: COMMANDS,
    hits: HITS,
    subject: undefined,
    recent: [],
  });
  done.length = 0;
  group?.rows[0]?.run();
  assert.deepEqual(done, ['kick U1']);
});

test('of several actions with the same first word the one that is typed comes first', () => {
  const giving = ['Give items…', 'Give Pals…', 'Give eggs…'].map((text) => action(text, text));
  const zoe = { ...hit('player', 'U1', 'Zoe', 4), foundBy: 'zoe' };
  const texts = (text: string) =>
    paletteGroups({
      query: parsePaletteText(text),
      commands: giving,
      hits: [zoe],
      subject: undefined,
      recent: [],
    }).flatMap(({ rows }) => rows.map((row) => row.text));
  assert.deepEqual(texts('give eggs Zoe')[0], 'Give eggs Zoe…');
  assert.deepEqual(texts('give pals Zoe')[0], 'Give Pals Zoe…');
  const actual = texts('give zo').filter((text) => text.includes('Zoe'));
  assert.deepEqual(actual, ['Give items Zoe…', 'Give Pals Zoe…', 'Give eggs Zoe…']);
});

test('an action that is not listed is found with its target', () => {
  const give: Command = { ...action('give with', 'Give items…', ['item']), listed: false };
  const rows = (text: string) =>
    paletteGroups({
      query: parsePaletteText(text),
      commands: [give],
      hits: HITS,
      subject: undefined,
      recent: [],
    }).flatMap(({ id, rows: group }) => group.map((row) => `${id}: ${row.text}`));
  assert.deepEqual(rows('give pal sphere'), ['action: Give items Pal Sphere…']);
  assert.deepEqual(rows('give'), []);
});

test('an action means what the page is about', () => {
  const zoe: Subject = { kind: 'player', id: 'U1', name: 'Zoe' };
  assert.match(rowsOf('kick', { about: zoe })[0] ?? '', /^action: Kick Zoe…/);
  assert.match(rowsOf('', { about: zoe })[0] ?? '', /^action: Kick Zoe…, Delete base…$/);
  assert.match(rowsOf('')[0] ?? '', /^action: Kick…, Delete base…$/);
});

test('what was chosen before comes first while nothing is typed', () =>
  assert.deepEqual(rowsOf('', { recent: ['command health', 'command gone'] })[0], 'recent: Go to Health'));

test('a hit that its source found by another name is shown, last', () => {
  const former = hit('player', 'U3', 'Mo', 0.75);
  assert.deepEqual(rowsOf('zo', { hits: [former, ...HITS] }), ['player: Zoe, Alonzo, Mo']);
});
