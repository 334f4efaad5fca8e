import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ItemHolder } from '@palatine/contract';
import { boxAround } from '../../ground/view.ts';
import { loadAllTexts } from '../../texts/texts.ts';
import { holderMarks } from './holders.ts';

await loadAllTexts();

const holder = (Count: number, more: Partial<ItemHolder>): ItemHolder => ({
  Kind: 'Storage',
  ContainerId: `container ${Count}`,
  Count,
  Stacks: 1,
  ...more,
});

test('holders are one pin for a base and for a player, by count, and have none without a place', () => {
  const Place = { X: 1, Y: 2, Z: 3 };
  const base = { CampId: 'base', GuildName: 'Unnamed Guild', HeadName: 'Zoe', Place };
  const holders = [
    holder(100, base),
    holder(60, { ...base, Place: { ...Place, X: 9 } }),
    holder(40, { Kind: 'Player', Uid: 'Ana', PlayerName: 'Ana' }),
    holder(30, { Kind: 'Player', Uid: 'Mo', PlayerName: 'Mo' }),
    holder(20, { Kind: 'GuildChest' }),
  ];
  const ana = { layer: 'offline', id: 'Ana', name: 'Ana', note: '', x: 5, y: 6 } as const;
  const marks = holderMarks(holders, new Map([['Ana', ana]]));
  assert.deepEqual(
    marks.map(({ name, note, x, count, radius }) => [name, note, x, count, radius]),
    [
      ['Zoe', 'Base, 2 chests', 1, 160, 42],
      ['Ana', '', 5, 40, 21],
    ],
  );
});

test('marks of the World Tree do not pull the first view away from Palpagos', () => {
  const [main, tree] = [
    { x: -300_000, y: 200_000 },
    { x: 520_000, y: -670_000 },
  ];
  const around = ({ x, y }: typeof main) => ({ minX: x, maxX: x, minY: y, maxY: y });
  assert.deepEqual(boxAround([tree, main]), around(main));
  assert.deepEqual(boxAround([tree]), around(tree));
  assert.equal(boxAround([]), undefined);
});
