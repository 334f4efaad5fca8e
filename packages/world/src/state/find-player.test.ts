import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LIMITS } from '@palatine/contract';
import { aGameContext, aPlayer } from '../testing/world-builder.ts';
import { findPlayer, isLoaded, resolveLoadedPlayer } from './find-player.ts';

test('an identifier that is too long matches nothing, not even a player who bears it', () => {
  const longest = aPlayer({ userId: `steam_${'x'.repeat(LIMITS.idChars - 6)}` });
  const tooLong = aPlayer({ userId: `${longest.userId}x` });
  const game = aGameContext({ players: [longest, tooLong] });
  assert.equal(findPlayer(game, longest.userId)?.uid, longest.uid);
  assert.equal(findPlayer(game, tooLong.userId), undefined);
  assert.equal(findPlayer(game, tooLong.uid)?.uid, tooLong.uid);
});

test('a player is found by UserId and by both spellings of the PlayerUID, in any case', () => {
  const zoe = aPlayer({ uid: '0123ABCD-00000000-00000000-0000000F', userId: 'steam_1' });
  const game = aGameContext({ players: [zoe] });

  const spellings = [
    'steam_1',
    '0123ABCD-00000000-00000000-0000000F',
    '0123abcd-00000000-00000000-0000000f',
    '0123abcd-0000-0000-0000-00000000000f',
  ];
  for (const spelling of spellings) assert.equal(findPlayer(game, spelling)?.account, zoe.account, spelling);
});

test('UserIds compare exactly, and a name is no identifier', () => {
  const game = aGameContext({ players: [aPlayer({ userId: 'steam_a', name: 'Zoe' })] });

  for (const identifier of ['Steam_a', 'steam_A', 'steam_a ', 'Zoe', '', '__proto__', 'steam_']) {
    assert.equal(findPlayer(game, identifier), undefined, identifier);
  }
});

test('who is offline is found only where the rules serve every known player', () => {
  const zoe = aPlayer({ online: false, userId: 'steam_1' });

  assert.equal(findPlayer(aGameContext({ players: [zoe] }), 'steam_1'), undefined);
  const known = aGameContext({ players: [zoe] }, { playerResolution: 'Known' });
  assert.equal(findPlayer(known, 'steam_1')?.uid, zoe.uid);
  assert.equal(findPlayer(known, zoe.uid)?.session, undefined);
});

test('an account keeps its UserId when the session came without one', () => {
  const zoe = aPlayer({ userId: 'steam_1' });
  const game = aGameContext({ players: [zoe] });
  game.world.sessions.put({
    uid: zoe.uid,
    userId: '',
    ip: '',
    connectedAtMs: 0,
    characterLoaded: true,
  });

  assert.equal(findPlayer(game, 'steam_1')?.uid, zoe.uid);
  assert.equal(findPlayer(game, zoe.uid)?.userId, 'steam_1');
});

test('of two accounts with one UserId, the one that is online is meant', () => {
  const gone = aPlayer({ userId: 'steam_1', online: false });
  const here = aPlayer({ userId: 'steam_1' });

  assert.equal(findPlayer(aGameContext({ players: [gone, here] }), 'steam_1')?.uid, here.uid);
});

test('somebody still creating a character is found, but not loaded', () => {
  const newcomer = aPlayer({ account: false });
  const found = findPlayer(aGameContext({ players: [newcomer] }), newcomer.userId);

  assert.ok(found);
  assert.equal(found.account, undefined);
  assert.equal(isLoaded(found), false);
});

test('the shared resolver refuses with REQUEST_FAILED who is not found and who is not loaded', () => {
  const loading = aPlayer({ characterLoaded: false });
  const bodiless = aPlayer({ player: { characterId: null } });
  const newcomer = aPlayer({ account: false });
  const offline = aPlayer({ online: false });
  const game = aGameContext({ players: [loading, bodiless, newcomer, offline] });

  for (const identifier of [loading.uid, bodiless.uid, newcomer.uid, offline.uid, 'steam_nobody', 'x']) {
    assert.throws(() => resolveLoadedPlayer(game, identifier), { code: 'REQUEST_FAILED' }, identifier);
  }
});

test('a known player who is offline is loaded as the world holds them', () => {
  const zoe = aPlayer({ online: false });
  const game = aGameContext({ players: [zoe] }, { playerResolution: 'Known' });

  const { account, player, character, session } = resolveLoadedPlayer(game, zoe.userId);
  assert.deepEqual(
    { account, player, character },
    {
      account: zoe.account,
      player: zoe.player,
      character: zoe.character,
    },
  );
  assert.equal(session, undefined);
});
