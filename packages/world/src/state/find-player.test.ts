import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LIMITS } from '@palatine/contract';
import { aGameContext, aGuid, aPlayer } from '../testing/world-builder.ts';
import { findPlayer, playerNotFoundMessage, resolveLoadedPlayer } from './find-player.ts';

test('an identifier that is too long matches nothing, not even a player with that id', () => {
  const longIdPlayer = aPlayer({ userId: `steam_${'x'.repeat(LIMITS.idChars - 6)}` });
  const tooLong = aPlayer({ userId: `${longIdPlayer.userId}x` });
  const game = aGameContext({ players: [longIdPlayer, tooLong] });
  assert.equal(findPlayer(game, longIdPlayer.userId)?.uid, longIdPlayer.uid);
  assert.equal(findPlayer(game, tooLong.userId), undefined);
  assert.equal(findPlayer(game, tooLong.uid)?.uid, tooLong.uid);
});

test('a player is found by UserId and by every spelling of the PlayerUID, in any case', () => {
  const zoe = aPlayer({ uid: '0123ABCD-00000000-00000000-0000000F', userId: 'steam_1' });
  const game = aGameContext({ players: [zoe] });
  const spellings = [
    'steam_1',
    '0123ABCD-00000000-00000000-0000000F',
    '0123abcd-00000000-00000000-0000000f',
    '0123abcd-0000-0000-0000-00000000000f',
    '0123ABCD00000000000000000000000F',
    '0123abcd00000000000000000000000F',
  ];
  for (const spelling of spellings) assert.equal(findPlayer(game, spelling)?.account, zoe.account, spelling);
});

test('the 17 digits of a SteamID64 name the player of Steam, also where the player is offline or unknown', () => {
  const zoe = aPlayer({ userId: 'steam_76561198000000001' });
  const game = aGameContext({ players: [zoe] });
  assert.equal(findPlayer(game, '76561198000000001')?.uid, zoe.uid);
  assert.equal(
    playerNotFoundMessage(game, '76561198000000002'),
    'this world knows no player with the UserId steam_76561198000000002',
  );
});

test('UserIds compare exactly, and a name is not an identifier', () => {
  const game = aGameContext({ players: [aPlayer({ userId: 'steam_a', name: 'Zoe' })] });
  for (const identifier of ['Steam_a', 'steam_A', 'steam_a ', 'Zoe', '', '__proto__', 'steam_']) {
    assert.equal(findPlayer(game, identifier), undefined, identifier);
  }
});

test('an offline player is found only where the rules serve every known player', () => {
  const zoe = aPlayer({ online: false, userId: 'steam_1' });
  assert.equal(findPlayer(aGameContext({ players: [zoe] }), 'steam_1'), undefined);
  const servingKnown = aGameContext({ players: [zoe] }, { playerResolution: 'Known' });
  assert.equal(findPlayer(servingKnown, 'steam_1')?.uid, zoe.uid);
  assert.equal(findPlayer(servingKnown, zoe.uid)?.session, undefined);
});

test('an account keeps its UserId when the session came without one', () => {
  const zoe = aPlayer({ userId: 'steam_1' });
  const game = aGameContext({ players: [zoe] });
  game.world.sessions.put({ uid: zoe.uid, userId: '', ip: '', connectedAtMs: 0, characterLoaded: true });
  assert.equal(findPlayer(game, 'steam_1')?.uid, zoe.uid);
  assert.equal(findPlayer(game, zoe.uid)?.userId, 'steam_1');
});

test('of two accounts with one UserId, the one that is online is meant', () => {
  const offline = aPlayer({ userId: 'steam_1', online: false });
  const here = aPlayer({ userId: 'steam_1' });
  assert.equal(findPlayer(aGameContext({ players: [offline, here] }), 'steam_1')?.uid, here.uid);
});

test('the shared resolver refuses unknown and unloaded players with REQUEST_FAILED', () => {
  const loading = aPlayer({ characterLoaded: false });
  const bodiless = aPlayer({ player: { characterId: null } });
  const newcomer = aPlayer({ account: false });
  const offline = aPlayer({ online: false });
  const game = aGameContext({ players: [loading, bodiless, newcomer, offline] });
  for (const [Reason, identifiers] of [
    ['CHARACTER_NOT_LOADED', [loading.uid, bodiless.uid, newcomer.uid]],
    ['PLAYER_OFFLINE', [offline.uid]],
    ['UNKNOWN_PLAYER', ['steam_nobody', 'x']],
  ] as const) {
    for (const identifier of identifiers) {
      const refusal = { code: 'REQUEST_FAILED', details: { Reason } };
      assert.throws(() => resolveLoadedPlayer(game, identifier), refusal, identifier);
    }
  }
});

test('a known player who is offline is loaded from the world', () => {
  const zoe = aPlayer({ online: false });
  const game = aGameContext({ players: [zoe] }, { playerResolution: 'Known' });
  const { account, player, character, session } = resolveLoadedPlayer(game, zoe.userId);
  assert.deepEqual(
    { account, player, character },
    { account: zoe.account, player: zoe.player, character: zoe.character },
  );
  assert.equal(session, undefined);
});

test('the message distinguishes an invalid identifier, an unknown player and an offline one', () => {
  const zoe = aPlayer({ online: false, userId: 'steam_1', name: 'Zoe' });
  const game = aGameContext({ players: [zoe] });
  const say = (identifier: string) => playerNotFoundMessage(game, identifier);

  for (const name of ['Zoe', 'steam_', '__proto__', `${zoe.uid}0`, 'A"B']) {
    assert.equal(
      say(name),
      `${JSON.stringify(name)} is not a UserId (such as steam_76561198000000000) or a PlayerUID (32 hexadecimal digits); names are not identifiers`,
    );
  }
  assert.equal(say(''), 'the player identifier is empty; it must be a UserId or a PlayerUID');
  assert.equal(say('x'.repeat(LIMITS.idChars + 1)), 'a player identifier has at most 256 characters');
  assert.equal(say('Steam_1'), '"Steam_1" is not a UserId; did you mean steam_1?');
  assert.equal(say('steam_2'), 'this world knows no player with the UserId steam_2');
  const unknown = aGuid();
  assert.equal(say(unknown), `this world knows no player with the PlayerUID ${unknown}`);
  for (const identifier of ['steam_1', zoe.uid, zoe.uid.replaceAll('-', '').toLowerCase()]) {
    assert.equal(
      say(identifier),
      `${identifier} is known, but offline; this route serves offline players only where playerResolution in Config.json is "Known". Failed to find APalPlayerController`,
    );
    assert.equal(
      playerNotFoundMessage(game, identifier, { onlineOnly: true }),
      `${identifier} is known, but offline. Failed to find APalPlayerController`,
    );
  }
});
