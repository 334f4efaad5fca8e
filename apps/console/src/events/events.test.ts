import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { EVENTS, type EventType, type PalatineEvent } from '@palatine/contract';
import { events as english } from '../texts/en/events.ts';
import { loadAllTexts } from '../texts/texts.ts';
import { events as chinese } from '../texts/zh-cn/events.ts';
import { eventParts, eventText } from './event-parts.ts';
import { createFeed, groupEvents, isShown, kindOf } from './events.ts';

before(loadAllTexts);

const TYPES = (Object.keys(EVENTS) as EventType[]).filter((type) => isShown(type));

function anEvent(type: EventType, data: object = EVENTS[type].examples[0], id = 1): PalatineEvent {
  const Time = new Date(Date.UTC(2026, 0, 1) - id * 1000).toISOString();
  return { Id: id, Time, Type: type, Data: data } as PalatineEvent;
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

test('a player who joined is not said to be in the world as well, and zeros are left out', () => {
  assert.equal(TYPES.includes('player.loaded'), false);
  const player = { uid: 'A', userId: '', name: 'Zoe' };
  const said = (gained: number, lost: number) =>
    eventText(anEvent('items.changed', { player, gained, lost }));
  assert.deepEqual(
    [said(8, 0), said(0, 3), said(8, 3)],
    ['Zoe gained 8 items', 'Zoe lost 3 items', 'Zoe gained 8 items and lost 3'],
  );
});

test('a player of an event is a link, and what a player chose is marked as such', () => {
  const kinds = eventParts(anEvent('message')).map(({ kind }) => kind);
  assert.deepEqual(kinds, ['name', 'text', 'text', 'text', 'name']);
  assert.deepEqual(eventParts(anEvent('player.left'))[0]?.kind, 'link');
});

test('an event without its own sentence is its name with its data, and a link to the player', () => {
  const data = { player: { uid: 'A', userId: 'steam_1', name: 'Zoe' }, size: 1200, seen: true, by: 'Panel' };
  const event = anEvent('meteor.fell' as EventType, data);
  assert.equal(eventText(event), 'meteor.fell: Zoe, 1,200, Panel');
  const kinds = eventParts(event).map(({ kind }) => kind);
  assert.deepEqual(kinds, ['text', 'text', 'link', 'text', 'text', 'text', 'name']);
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
  const actual = groups.map(({ event, count }) => [event.Type, count]);
  assert.deepEqual(actual, [
    ['grant', 3],
    ['player.joined', 1],
    ['grant', 1],
  ]);
});

test('grants of two tokens are two lines, and so are grants more than a minute apart', () => {
  const grant = EVENTS.grant.examples[0];
  for (const other of [anEvent('grant', { ...grant, issuer: 'B' }, 2), anEvent('grant', grant, 100)]) {
    assert.equal(groupEvents([anEvent('grant', grant, 1), other]).length, 2);
  }
});

const aJoin = (Id: number) => ({ Id, Time: '', Type: 'player.joined', Data: {} }) as unknown as PalatineEvent;
const idsOf = (events: readonly PalatineEvent[]) => events.map(({ Id }) => Id);

test('the newest event stands on top, and one that the past has is there once', () => {
  const feed = createFeed();
  feed.add(aJoin(5));
  feed.begin([aJoin(5), aJoin(4), aJoin(3)]);
  feed.add(aJoin(6));
  feed.add(aJoin(5));
  assert.deepEqual(idsOf(feed.events.value), [6, 5, 4, 3]);
});

test('a paused feed does not move, and shows the missed events afterwards', () => {
  const feed = createFeed();
  feed.begin([aJoin(1)]);
  feed.pause(true);
  feed.add(aJoin(2));
  feed.add(aJoin(3));
  assert.deepEqual([idsOf(feed.events.value), feed.waiting.value], [[1], 2]);
  feed.pause(false);
  assert.deepEqual([idsOf(feed.events.value), feed.waiting.value], [[3, 2, 1], 0]);
});

test('a past that is read again fills a gap, also while the feed is paused', () => {
  const feed = createFeed();
  feed.begin([aJoin(2), aJoin(1)]);
  feed.begin([aJoin(4), aJoin(3), aJoin(2)]);
  assert.deepEqual(idsOf(feed.events.value), [4, 3, 2, 1]);
  feed.pause(true);
  feed.add(aJoin(6));
  feed.begin([aJoin(6), aJoin(5), aJoin(4)]);
  assert.deepEqual([idsOf(feed.events.value), feed.waiting.value], [[4, 3, 2, 1], 2]);
  feed.pause(false);
  assert.deepEqual(idsOf(feed.events.value), [6, 5, 4, 3, 2, 1]);
});

test('a feed that runs for long keeps a bounded number of events', () => {
  const feed = createFeed();
  for (let id = 1; id <= 1000; id++) feed.add(aJoin(id));
  assert.equal(feed.events.value[0]?.Id, 1000);
  assert.ok(feed.events.value.length <= 300);
});
