import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isOfGame } from './assert-not-running.ts';

const INFO =
  '{\n\t"version": "v1.0.5.102999",\n\t"servername": "x",\n\t"description": "",\n\t"worldguid": "D09C"\n}';
const NO_ROUTE = '{"errorCode":"errors.com.epicgames.httpserver.route_handler_not_found","errorMessage":""}';

test('facts of a server, refusals of a password and errors of the engine are answers of the game', () => {
  assert.ok(isOfGame(200, INFO));
  assert.ok(isOfGame(200, `\uFEFF${INFO}`));
  assert.ok(isOfGame(200, '{"Version":"v0.1.5.0","ServerName":"x"}'));
  assert.ok(isOfGame(401, 'Unauthorized'));
  assert.ok(isOfGame(401, 'Unauthorized (AdminPassword is empty)'));
  assert.ok(isOfGame(404, NO_ROUTE));
});

test('the answers of another program are not', () => {
  assert.ok(!isOfGame(200, ''));
  assert.ok(!isOfGame(200, '<html>Unauthorized</html>'));
  assert.ok(!isOfGame(200, '{"version":"2.1"}'));
  assert.ok(!isOfGame(200, '["version","servername"]'));
  assert.ok(!isOfGame(401, '{"error":"Unauthorized"}'));
  assert.ok(!isOfGame(401, '<html><h1>401 Unauthorized</h1></html>'));
  assert.ok(!isOfGame(404, 'Not Found'));
  assert.ok(!isOfGame(undefined, ''));
});
