import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal } from '@palatine/contract';
import { aGameContext } from '@palatine/world/testing/worlds';
import { gameBansTask } from './system-tasks.ts';

const read = { listed: ['gdk_1'], banned: [], unbanned: [] };

type Tools = Parameters<typeof gameBansTask>[0];

function work(bans: Partial<Tools['bans']>) {
  const game = aGameContext();
  const reports: string[] = [];
  const calls: string[] = [];
  const tools = {
    game,
    bans: {
      unit: { is: 'Checked', equalAt: 0 },
      readEdits: () => void calls.push('readEdits'),
      evict: () => {},
      ...bans,
    },
    report: (message: string) => void reports.push(message),
  };
  const again = () => game.world.transaction(() => gameBansTask(tools as unknown as Tools, read));
  return { game, reports, calls, result: again(), again };
}

test('a ban applied from the game is audited, after hand edits of Banlist.json were read', () => {
  const { game, calls, result, again } = work({});
  assert.deepEqual(calls, ['readEdits']);
  assert.equal(game.world.userBans.get('gdk_1')?.Active, true);
  assert.deepEqual(
    result.audit?.map(({ Token, Route, Target, Outcome }) => [Token, Route, Target, Outcome]),
    [['palatine', 'banlist.txt', 'gdk_1', 'OK']],
  );
  assert.deepEqual(again().audit, []);
  assert.deepEqual(calls, ['readEdits'], 'without a change the file is left alone');
});

test('while Banlist.json cannot be changed, nothing is applied and no player is unbanned in the game', () => {
  const full = () => {
    throw new Refusal('VALIDATION_FAILED', 'the ban list is full');
  };
  for (const [bans, said] of [
    [{ unit: { is: 'Blocked', blocked: 'being edited', equalAt: 0 } }, []],
    [{ evict: full }, ['bans of the game server were not applied: the ban list is full']],
  ] as const) {
    const { game, reports, result } = work(bans);
    assert.deepEqual([game.world.userBans.size, game.world.gameBans.size], [0, 0]);
    assert.deepEqual(result, { output: { ban: [], unban: [] }, audit: [] });
    assert.deepEqual(reports, said);
  }
});
