import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { EVENT_TYPES, type EventData, exampleEvent } from '@palatine/contract';
import { loadAllTexts, texts } from '../texts/texts.ts';
import { ACTIONS } from './action-table.ts';
import { undoActionsOf, valuesIn, versionReplacedBy } from './undo.ts';

before(loadAllTexts);

const punished = (data: Partial<EventData<'punishment'>>) => {
  const event = exampleEvent('punishment');
  return undoActionsOf({ ...event, Data: { ...event.Data, ...data } });
};
const idsOf = (undoActions: ReturnType<typeof undoActionsOf>) =>
  typeof undoActions === 'string' ? undoActions : undoActions.map(({ id }) => id);

test('every event has an undo, or a sentence that says why not', () => {
  for (const type of EVENT_TYPES) {
    const undoActions = undoActionsOf(exampleEvent(type));
    if (typeof undoActions === 'string') assert.ok(texts.value.undo.because[undoActions], type);
    else assert.ok(undoActions.length > 0 && undoActions.every(({ id }) => id in ACTIONS), type);
  }
});

test('a ban is lifted by the UserId and the address that it has, and a lifted one is put back', () => {
  assert.deepEqual(idsOf(punished({ action: 'ban', ip: '10.0.0.7' })), ['unban', 'unbanAddress']);
  assert.deepEqual(idsOf(punished({ action: 'unban' })), ['ban']);
  assert.deepEqual(idsOf(punished({ action: 'banip', userId: '', ip: '10.0.0.7' })), ['unbanAddress']);
  assert.deepEqual(idsOf(punished({ action: 'unbanip', userId: '', ip: '10.0.0.7' })), ['banAddress']);
  assert.deepEqual(idsOf(punished({ action: 'kick' })), 'kick');
});

test('a ban by PlayerUID is lifted by it', async () => {
  const undoActions = punished({ action: 'ban', userId: '', uid: 'AB' });
  assert.ok(typeof undoActions !== 'string');
  assert.deepEqual(await undoActions[0]?.target(), { kind: 'player', uid: 'AB', name: 'Zoe', online: false });
});

test('of the versions of a file the last that was replaced at the time counts', () => {
  const version = (ReplacedAt: string) => ({ ReplacedAt, ETag: '', Bytes: 1, Text: ReplacedAt });
  const versions = ['2026-07-12T18:15:04.000Z', '2026-07-12T18:15:02.000Z', '2026-07-12T18:15:01.000Z'];
  const actual = versionReplacedBy(versions.map(version), '2026-07-12T18:15:02.113Z');
  assert.equal(actual?.Text, '2026-07-12T18:15:02.000Z');
  assert.equal(versionReplacedBy(versions.map(version), '2026-07-12T18:15:00.000Z'), undefined);
});

test('settings go back to the values of the file from before, or out of the file', () => {
  const text = '{ "bannedMessage": "Gone", "audit": { "keepDays": 5 }, "list": [1] }';
  assert.deepEqual(
    valuesIn(text, ['bannedMessage', 'audit.keepDays', 'audit.other', 'list', 'toString.name']),
    { bannedMessage: 'Gone', 'audit.keepDays': 5, 'audit.other': null, list: [1], 'toString.name': null },
  );
});
