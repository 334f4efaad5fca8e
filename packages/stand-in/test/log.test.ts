import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gameLog, type LogEvent } from '../src/log.ts';

const NOW_MS = new Date(2026, 8, 27, 20, 2, 39).getTime();
const DIGITS = 'A0000003BBBBBBBBCCCCCCCCD0000003';
const BAN: LogEvent = {
  event: 'ban',
  playername: 'REST',
  userid: '',
  details: ['steam_76561190000000101', DIGITS, 'json ban test'],
};

test('the log as text has the lines of 1.0.5', () => {
  const command = { event: 'command', playername: 'REST', userid: '' } as const;
  const lines: string[] = [];
  const log = gameLog(
    () => NOW_MS,
    (line) => lines.push(line),
  );
  log.event({ ...command, details: ['/v1/api/info', 'OK'] });
  log.event(BAN);
  log.event({ ...BAN, event: 'unban' });
  log.event({ ...command, details: ['/', 'Unauthorized'] });
  const stamp = '[2026-09-27 20:02:39] [LOG]';
  assert.deepEqual(lines, [
    `${stamp} REST accessed endpoint /v1/api/info OK`,
    `${stamp} steam_76561190000000101(${DIGITS}) banned by REST. json ban test`,
    `${stamp} steam_76561190000000101(${DIGITS}) unbanned by REST.`,
    `${stamp} REST accessed endpoint / Unauthorized`,
  ]);
});
