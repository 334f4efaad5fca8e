import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PLAYERS_READ_PRIVATE } from '@palatine/contract';
import { loadCatalogue } from '../catalogue/catalogue.ts';
import { playerExpAt } from '../catalogue/pal-growth.ts';
import { banAddress, banUid, banUser } from '../state/bans.ts';
import { aCamp, aGameContext, aGuild, anIssuer, aPlayer, query } from '../testing/world-builder.ts';

const BY = anIssuer('Griefing');

function aGame() {
  const zoe = aPlayer({ name: 'Zoe', ip: '203.0.113.5' });
  const ana = aPlayer({ name: 'Ana', ip: '203.0.113.5' });
  const lily = aPlayer({ name: 'Lily', online: false });
  const guild = aGuild([zoe, lily], { name: '' });
  const camp = aCamp(guild, { location: { x: 1, y: 2, z: 3 } });
  const game = aGameContext({ players: [zoe, ana, lily], guilds: [guild], camps: [camp] });
  return { game, zoe, ana, lily, guild, camp };
}

function preview(game: ReturnType<typeof aGame>['game'], uid: string, granted: string[] = []) {
  return query(game, 'getBanPreview', { uid }, { granted });
}

test('the preview says who plays from the same address, and that the guild has other members', () => {
  const { game, zoe, ana, guild } = aGame();
  assert.deepEqual(preview(game, zoe.userId), {
    Player: { Uid: zoe.uid, Name: 'Zoe' },
    Online: true,
    UserIdKnown: true,
    AddressKnown: true,
    SameAddress: [{ Uid: ana.uid, Name: 'Ana', Online: true }],
    Guild: { Id: guild.id, Name: '', HeadName: 'Zoe', Members: 2, NotBanned: 1 },
    CampsLeft: [],
  });
});

test('UserId and address need their permission', () => {
  const { game, zoe, lily } = aGame();
  const { UserId, Address } = preview(game, zoe.uid, [PLAYERS_READ_PRIVATE]);
  assert.deepEqual([UserId, Address], [zoe.userId, '203.0.113.5']);
  const offline = preview(game, lily.uid, [PLAYERS_READ_PRIVATE]);
  assert.deepEqual([offline.Online, offline.AddressKnown, offline.Address], [false, false, undefined]);
});

test('bases are left behind once no other member may play', () => {
  const { game, zoe, lily, camp } = aGame();
  banUser(game.world, lily.userId, BY);
  const { Guild, CampsLeft } = preview(game, zoe.uid);
  assert.equal(Guild?.NotBanned, 0);
  assert.deepEqual(CampsLeft, [{ Id: camp.id, Place: { X: 1, Y: 2, Z: 3 } }]);
});

test('an active ban is named by its kind', () => {
  const { game, zoe, ana, lily } = aGame();
  assert.equal(preview(game, zoe.uid).Banned, undefined);
  banUser(game.world, lily.userId, BY);
  banUid(game.world, ana.uid, BY);
  assert.deepEqual(preview(game, lily.uid).Banned, { By: 'User', Reason: 'Griefing' });
  assert.deepEqual(preview(game, ana.uid).Banned, { By: 'Player', Reason: 'Griefing' });
  banAddress(game.world, '203.0.113.5', BY);
  assert.deepEqual(preview(game, zoe.uid).Banned, { By: 'Address', Reason: 'Griefing' });
});

test('a player without a UserId is banned by PlayerUID', () => {
  const fury = aPlayer({ online: false, userId: '' });
  assert.equal(preview(aGameContext({ players: [fury] }), fury.uid).UserIdKnown, false);
});

const catalogue = loadCatalogue();

function expOf(exp: number) {
  const zoe = aPlayer({ character: { exp } });
  const { Exp, LevelExp } = query(aGameContext({ players: [zoe] }), 'getPlayerDetails', { uid: zoe.uid });
  return { Exp, LevelExp };
}

test('EXP are between those of the level and of the next one', () => {
  const [from, to] = [playerExpAt(catalogue, 7), playerExpAt(catalogue, 8)];
  for (const exp of [from, from + 1, to - 1]) {
    assert.deepEqual(expOf(exp), { Exp: exp, LevelExp: { From: from, To: to } });
  }
});

test('the highest level has no next one', () => {
  const last = playerExpAt(catalogue, Number.POSITIVE_INFINITY);
  assert.deepEqual(expOf(last), { Exp: last, LevelExp: { From: last } });
});
