import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EVENTS, type EventType, type PalatineEvent } from '@palatine/contract';
import { events as english } from '../texts/en/events.ts';
import { events as chinese } from '../texts/zh-cn/events.ts';
import { groupEvents } from './event-groups.ts';
import { kindOf } from './event-kinds.ts';
import { eventParts } from './event-parts.ts';

const TYPES = Object.keys(EVENTS) as EventType[];

function anEvent(type: EventType, data: object = EVENTS[type].examples[0], id = 1): PalatineEvent {
  const Time = new Date(Date.UTC(2026, 0, 1) - id * 1000).toISOString();
  return { Id: id, Time, Type: type, Data: data } as PalatineEvent;
}

/** The sentence of an event as one text. */
function eventText(event: PalatineEvent): string {
  return eventParts(event)
    .map((part) => (part.kind === 'player' || part.kind === 'guild' ? part.name : part.text))
    .join('');
}

for (const type of TYPES) {
  test(`${type} has a sentence without gaps`, () => {
    const text = eventText(anEvent(type));
    assert.notEqual(text, type, 'not just its name');
    assert.doesNotMatch(text, /[{}]|undefined|NaN/);
  });

  test(`${type} says the same things in Chinese`, () => {
    const slots = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([slot]) => slot).sort();
    const sentences: Readonly<Record<string, Readonly<Record<string, string>>>> = {
      chinese: chinese.sentences,
      english: english.sentences,
    };
    assert.deepEqual(slots(sentences.chinese?.[type] ?? ''), slots(sentences.english?.[type] ?? ''));
  });
}

test('a player of an event is a link, and what a player chose is marked as such', () => {
  const kinds = eventParts(anEvent('player.left')).map(({ kind }) => kind);
  assert.deepEqual(kinds, ['player', 'text', 'name']);
});

test('an event without a sentence of its own is its name with what its data says, and a link to the player', () => {
  const data = { player: { uid: 'A', userId: 'steam_1', name: 'Zoe' }, size: 1200, seen: true, by: 'Panel' };
  const event = anEvent('meteor.fell' as EventType, data);
  assert.equal(eventText(event), 'meteor.fell: Zoe, 1,200, Panel');
  const kinds = eventParts(event).map(({ kind }) => kind);
  assert.deepEqual(kinds, ['text', 'text', 'player', 'text', 'text', 'text', 'name']);
});

test('an event of a type that the page does not know is shown by its name', () => {
  assert.equal(eventText(anEvent('meteor.fell' as EventType, {})), 'meteor.fell');
  assert.equal(eventText(anEvent('constructor' as EventType, {})), 'constructor');
  assert.equal(kindOf('meteor.fell'), 'service');
});

test('many grants by one token within a minute are one line, and other events stand alone', () => {
  const grant = EVENTS.grant.examples[0];
  const events = [1, 2, 3].map((id) => anEvent('grant', grant, id));
  const groups = groupEvents([...events, anEvent('player.joined', undefined, 4), anEvent('grant', grant, 5)]);
  const found = groups.map(({ event, count }) => [event.Type, count]);
  assert.deepEqual(found, [
    ['grant', 3],
    ['player.joined', 1],
    ['grant', 1],
  ]);
});

test('grants of two tokens are two lines, and so are grants more than a minute apart', () => {
  const grant = EVENTS.grant.examples[0] as object;
  assert.equal(
    groupEvents([anEvent('grant', grant, 1), anEvent('grant', { ...grant, issuer: 'B' }, 2)]).length,
    2,
  );
  assert.equal(groupEvents([anEvent('grant', grant, 1), anEvent('grant', grant, 100)]).length, 2);
});
