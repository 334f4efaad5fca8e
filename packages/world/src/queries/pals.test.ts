import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aCamp, aGameContext, aGuid, aGuild, aPal, aPlayer, query } from '../testing/world-builder.ts';

const team = { containerId: aGuid(), capacity: 5 };
const palbox = { containerId: aGuid(), capacity: 960 };

test('Pals are grouped by their box, not by their owner, and sorted by slot', () => {
  const zoe = aPlayer({ player: { team, palbox } });
  const guild = aGuild([zoe], { baseCampLevel: 7 });
  const camp = aCamp(guild);
  const pal = (containerId: string, slot: number) => aPal({ place: { containerId, slot } });
  const second = pal(team.containerId, 3);
  const first = pal(team.containerId, 0);
  const boxed = pal(palbox.containerId, 65);
  const worker = pal(camp.workers.containerId, 2);
  const elsewhere = aPal({ ownerUid: zoe.uid, place: { containerId: aGuid(), slot: 0 } });
  const game = aGameContext({
    players: [zoe],
    guilds: [guild],
    camps: [camp],
    pals: [second, first, boxed, worker, elsewhere],
  });

  const { Meta, Pals } = query(game, 'getPals', { player_identifier: zoe.userId });

  assert.deepEqual(Meta, {
    PlayerUID: zoe.uid,
    Player: zoe.userId,
    TeamCount: 2,
    PalboxCount: 1,
    BaseCampCount: 1,
  });
  assert.deepEqual(Object.keys(Pals.Team), [first.id, second.id]);
  assert.equal(Pals.Team[second.id]?.team_slot_index, 3);
  assert.deepEqual([Pals.Palbox[boxed.id]?.page, Pals.Palbox[boxed.id]?.slot], [2, 5]);
  const [printedCamp] = Pals.BaseCamps;
  assert.equal(printedCamp?.level, 7);
  assert.equal(printedCamp?.pals[worker.id]?.base_camp_slot_index, 2);
});

test('of what a Pal does not have, fields that PalDefender gives "when present" are left out, the others are empty', () => {
  const plain = aPal({ place: { containerId: team.containerId, slot: 0 } });
  const rich = aPal({
    place: { containerId: team.containerId, slot: 1 },
    uniqueNpcId: 'DarkTrader03',
    mp: 10,
    sp: 20.5,
    shield: 30,
    extraWorkSuitabilities: Object.fromEntries([['__proto__', 2]]),
  });
  const zoe = aPlayer({ player: { team } });
  const game = aGameContext({ players: [zoe], pals: [plain, rich] });

  const { Team } = query(game, 'getPals', { player_identifier: zoe.uid }).Pals;

  for (const key of ['UniqueNPCID', 'MP', 'SP', 'Shield', 'page', 'slot', 'base_camp_slot_index']) {
    assert.equal(key in (Team[plain.id] ?? {}), false, key);
  }
  assert.equal(Team[plain.id]?.SkinId, '');
  const { UniqueNPCID, MP, SP, Shield, ExtraWorkSuitabilities } = Team[rich.id] ?? {};
  assert.deepEqual(
    { UniqueNPCID, MP, SP, Shield },
    { UniqueNPCID: 'DarkTrader03', MP: 10, SP: 20.5, Shield: 30 },
  );
  assert.deepEqual(Object.entries(ExtraWorkSuitabilities ?? {}), [['__proto__', 2]]);
});

test('unknown state words, broken numbers and huge ones are printed within the contract', () => {
  const odd = aPal({
    place: { containerId: team.containerId, slot: 0 },
    physicalHealth: 'Zombie',
    workerSick: 'EPalX::Y',
    level: 3e9,
    exp: 1.9,
    hp: Number.NaN,
    sanity: Number.POSITIVE_INFINITY,
  });
  const zoe = aPlayer({ player: { team } });
  const printed = query(aGameContext({ players: [zoe], pals: [odd] }), 'getPals', {
    player_identifier: zoe.uid,
  }).Pals.Team;

  const { PhysicalHealth, WorkerSick, Level, Exp, HP, SAN } = printed[odd.id] ?? {};
  assert.deepEqual(
    { PhysicalHealth, WorkerSick, Level, Exp, HP, SAN },
    { PhysicalHealth: 'Healthful', WorkerSick: 'None', Level: 2147483647, Exp: 1, HP: 0, SAN: 0 },
  );
});
