import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ZERO_GUID } from '@palatine/contract';
import { aSaveCamp, aSaveGuild, imported } from '../testing/save-builder.ts';
import { aGuid } from '../testing/world-builder.ts';

test('camps are in the order of their guild, and one without a guild is kept', () => {
  const [first, second, orphan] = [aSaveCamp(), aSaveCamp(), aSaveCamp({ guildId: aGuid() })];
  const guild = aSaveGuild([], { campIds: [second.id, aGuid(), first.id] });
  const world = imported({ groups: [guild], camps: [orphan, first, second] });
  const camps = [...world.camps.values()].map(({ id, guildId }) => [id, guildId]);
  assert.deepEqual(camps, [
    [second.id, guild.id],
    [first.id, guild.id],
    [orphan.id, ZERO_GUID],
  ]);
});
