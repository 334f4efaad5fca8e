import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Compile } from 'typebox/compile';
import { EVENT_TYPES, EVENTS, eventShape, exampleEvent, PalatineEvent } from './events.ts';

for (const type of EVENT_TYPES) {
  test(`the example of ${type} has its shape, and the type says when it is sent`, () => {
    assert.deepEqual([...Compile(eventShape(type)).Errors(exampleEvent(type))], []);
    assert.ok(Compile(PalatineEvent).Check(exampleEvent(type)));
    assert.match(EVENTS[type].description, /^[A-Z].{10,}/);
    assert.doesNotMatch(EVENTS[type].description, /\.$/);
  });
}
