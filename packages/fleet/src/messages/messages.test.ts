import assert from 'node:assert/strict';
import { test } from 'node:test';
import { join } from '@palatine/contract';
import { assertKnownKeywords } from '@palatine/testing/schema-keywords';
import type { TSchema } from 'typebox';
import { WorldBan } from './lists.ts';
import * as messages from './messages.ts';
import { fleetToken } from './protocol.ts';

const { RosterPlayer, worldState } = messages;

const STATE = {
  ...{ v: 1, name: 'EU 1', instance: 'one', incarnation: 'one', version: '0.1.0', nowMs: 0 },
  ...{ attached: false, ready: true, players: 0, queue: 0, lag: { events: 0, audit: 0 } },
  ...{ lists: ['main'], listsRead: 0, allow: ['*'], versions: { players: '', bans: '' } },
};

// A name of 7.5 MB made the list of worlds as long.
test('what a world says of itself has bounds', () => {
  assert.equal(worldState.unpack(JSON.stringify(STATE)).name, 'EU 1');
  const long = 'x'.repeat(1000);
  const many = Array<string>(1000).fill('x');
  for (const [field, value] of Object.entries({
    name: long,
    instance: long,
    incarnation: long,
    version: long,
    players: -1,
    queue: 0.5,
    lag: { events: -1, audit: 0 },
    lists: many,
    allow: many,
    versions: { players: long, bans: '' },
  }))
    assert.throws(
      () => worldState.unpack(JSON.stringify({ ...STATE, [field]: value })),
      { name: 'MessageError' },
      field,
    );
  for (const field of ['lists', 'allow'])
    assert.throws(
      () => worldState.unpack(JSON.stringify({ ...STATE, [field]: [long] })),
      { name: 'MessageError' },
      field,
    );
});

test('the shapes of messages and of rows use only keywords of the checker', () => {
  const kinds = Object.values(messages).flatMap((kind) =>
    typeof kind === 'object' && 'schema' in kind ? [kind.schema] : [],
  );
  assert.ok(kinds.length > 10);
  const shapes: TSchema[] = [...kinds, RosterPlayer, WorldBan, fleetToken.schema, join.reply];
  for (const shape of shapes) assertKnownKeywords(shape);
});
