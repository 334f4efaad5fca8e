import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BanProposal, ListEntry } from '@palatine/fleet';
import { adopted, worldIssuer } from './adopted.ts';

const WORLD = '0123456789abcdef0123456789abcdef';
const NOON = '2026-07-12T12:00:00.000Z';
const ONE = '2026-07-12T13:00:00.000Z';

const ban: BanProposal = {
  Kind: 'User',
  Id: 'steam_1',
  Active: true,
  Reason: 'griefing',
  BannedBy: 'Panel',
  BannedAt: NOON,
  Lists: ['main'],
};
const lifted: BanProposal = { ...ban, Active: false, UnbannedBy: 'Panel', UnbannedAt: ONE };
const { Lists: _, ...facts } = ban;
const ours: ListEntry = { ...facts, BannedBy: worldIssuer(WORLD), t: [1, 0, 'a'] };

test('a ban of a world is taken over, unless somebody has said something since', () => {
  assert.equal(adopted(undefined, ban, WORLD)?.BannedBy, worldIssuer(WORLD));
  assert.equal(adopted({ ...ours, Active: false, UnbannedAt: ONE }, ban, WORLD), undefined);
  assert.equal(
    adopted({ ...ours, Active: false, UnbannedAt: NOON }, { ...ban, BannedAt: ONE }, WORLD)?.Active,
    true,
  );
  assert.equal(adopted({ ...ours, BannedBy: 'Zoe' }, ban, WORLD), undefined, 'it is on the list');
});

test('only the world that has given a ban lifts it', () => {
  assert.equal(adopted(ours, lifted, WORLD)?.Active, false);
  assert.equal(adopted({ ...ours, BannedBy: 'Zoe' }, lifted, WORLD), undefined);
  assert.equal(adopted(ours, lifted, WORLD.replaceAll('0', '9')), undefined);
  assert.equal(adopted(undefined, lifted, WORLD), undefined);
});
