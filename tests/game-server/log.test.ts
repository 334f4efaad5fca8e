import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gameLog, type LogEvent } from './log.ts';
import { DEFAULT_VARIANTS, type Variants } from './variants.ts';

const NOW_MS = new Date(2026, 8, 27, 20, 2, 39).getTime();
const DIGITS = 'A0000003BBBBBBBBCCCCCCCCD0000003';
const BAN: LogEvent = {
  event: 'ban',
  playername: 'REST',
  userid: '',
  details: ['steam_76561190000000101', DIGITS, 'json ban test'],
};

/** The lines that a log prints for these events. */
function printed(variants: Partial<Variants>, ...events: LogEvent[]): string[] {
  const lines: string[] = [];
  const log = gameLog(
    { ...DEFAULT_VARIANTS, ...variants },
    () => NOW_MS,
    (line) => lines.push(line),
  );
  for (const event of events) log.event(event);
  return lines;
}

test('the log as text has the lines of 1.0.5', () => {
  const command = { event: 'command', playername: 'REST', userid: '' } as const;
  const lines = printed(
    {},
    { ...command, details: ['/v1/api/info', 'OK'] },
    BAN,
    { ...BAN, event: 'unban' },
    { ...command, details: ['/', 'Unauthorized'] },
  );
  const stamp = '[2026-09-27 20:02:39] [LOG]';
  assert.deepEqual(lines, [
    `${stamp} REST accessed endpoint /v1/api/info OK`,
    `${stamp} steam_76561190000000101(${DIGITS}) banned by REST. json ban test`,
    `${stamp} steam_76561190000000101(${DIGITS}) unbanned by REST.`,
    `${stamp} REST accessed endpoint / Unauthorized`,
  ]);
});

test('the log as JSON is an object per line, padded with tabs', () => {
  const [line = ''] = printed({ log: 'json' }, BAN);
  assert.match(line, /\}\t+$/);
  assert.deepEqual(JSON.parse(line), { timestamp: '2026-09-27 20:02:39', ...BAN });
});

test('chat keeps its tabs in JSON', () => {
  const chat: LogEvent = { event: 'chat', playername: 'A\tB', userid: 'steam_1', details: ['Say', 'x\ty'] };
  const [line = ''] = printed({ log: 'json' }, chat);
  assert.deepEqual(JSON.parse(line).details, ['Say', 'x\ty']);
});

test('lines come two at a time where output is buffered, and the local time can jump', () => {
  assert.deepEqual(printed({ logFlushLines: 2 }, BAN), []);
  const lines = printed({ logFlushLines: 2, timeShiftMs: -3_600_000 }, BAN, BAN);
  assert.equal(lines.length, 2);
  assert.match(lines[0] ?? '', /^\[2026-09-27 19:02:39\]/);
});
