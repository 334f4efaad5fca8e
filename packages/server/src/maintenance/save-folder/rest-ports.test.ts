import assert from 'node:assert/strict';
import { test } from 'node:test';
import { portIn } from './assert-not-running.ts';

const inSettings = (options: string) =>
  `[/Script/Pal.PalGameWorldSettings]\nOptionSettings=(Difficulty=None,${options},bShowPlayerList=False)\n`;

test('the port of the REST interface stands in the settings of the game', () => {
  assert.equal(portIn(inSettings('RESTAPIEnabled=True,RESTAPIPort=8300')), 8300);
  assert.equal(portIn(inSettings('RESTAPIPort = "8301"')), 8301);
  assert.equal(portIn(inSettings('restapiport=8302')), 8302);
});

test('settings without a port that can be one name none', () => {
  for (const options of ['RESTAPIPort=', 'RESTAPIPort=0', 'RESTAPIPort=70000', 'RESTAPIPort=x', 'Port=1']) {
    assert.equal(portIn(inSettings(options)), undefined, options);
  }
  assert.equal(portIn('\n'), undefined);
});

test('neither a comment nor the text of another setting is taken for the port', () => {
  assert.equal(portIn(`; RESTAPIPort=1111\n${inSettings('RESTAPIPort=8300')}`), 8300);
  assert.equal(portIn(inSettings('ServerName="RESTAPIPort=1111, \\"x\\"",RESTAPIPort=8300')), 8300);
  assert.equal(portIn(inSettings('ServerDescription="RESTAPIPort=1111"')), undefined);
});
