import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readMetrics } from './read-responses.ts';

test('the figures of 1.0 are all read', () => {
  const body = {
    currentplayernum: 2,
    serverfps: 59,
    serverfpsaverage: 59.25,
    serverframetime: 16.5,
    days: 0,
    maxplayernum: 32,
    basecampnum: 0,
    uptime: 126,
  };
  assert.deepEqual(readMetrics(body), {
    fps: 59,
    fpsAverage: 59.25,
    frameTimeMs: 16.5,
    uptimeSeconds: 126,
    inGameDay: 0,
    players: 2,
    maxPlayers: 32,
    baseCamps: 0,
  });
});

test('a figure that an older server does not print is absent, not 0', () => {
  assert.deepEqual(
    readMetrics({
      serverfps: 57,
      currentplayernum: 10,
      serverframetime: 16.7671,
      maxplayernum: 32,
      uptime: 3600,
    }),
    { fps: 57, frameTimeMs: 16.7671, uptimeSeconds: 3600, players: 10, maxPlayers: 32 },
  );
  assert.deepEqual(readMetrics({ uptime: 570, days: 14, basecampnum: null, maxplayernum: 'many' }), {
    uptimeSeconds: 570,
    inGameDay: 14,
  });
});

test('figures printed as texts are numbers, and impossible ones are absent', () => {
  assert.deepEqual(
    readMetrics({ serverframetime: '16.82', uptime: -3, currentplayernum: 2.5, serverfps: 'NaN' }),
    { frameTimeMs: 16.82 },
  );
});

test('a body without any figure is no answer of the game', () => {
  for (const body of [{}, { players: [] }, [], null, 'OK', { serverfps: {} }])
    assert.equal(readMetrics(body), undefined);
});

test('any JSON is read without an error, into finite figures', () => {
  const value = fc.oneof(fc.anything(), fc.double(), fc.string());
  const fields = fc.record(
    { uptime: value, serverfps: value, currentplayernum: value },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(fc.oneof(fc.jsonValue(), fields), (body) => {
      for (const figure of Object.values(readMetrics(body) ?? {})) {
        assert.ok(typeof figure === 'number' && Number.isFinite(figure) && figure >= 0);
      }
    }),
  );
});
