import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Maintenance, ServerState, SettingsFile } from '@palatine/contract';
import { scheduleOf, shownSteps, toneOfState } from './server-state.ts';

const maintenance = (more: Partial<Maintenance> = {}): Maintenance => ({
  Id: '1',
  Action: 'Deliver',
  Step: 'Countdown',
  StartedAt: '2026-11-22T10:00:00.000Z',
  Message: '',
  ...more,
});
const statesOf = (more: Partial<Maintenance>) =>
  shownSteps(maintenance(more)).map(({ step, state }) => `${step} ${state}`);

test('a server that is online is fine, one that stops is a warning, and one that is off is an error', () => {
  const states: ServerState[] = ['Online', 'Starting', 'Degraded', 'Stopping', 'Offline', 'Unknown'];
  assert.deepEqual(states.map(toneOfState), ['ok', 'info', 'warn', 'warn', 'danger', 'off']);
});

test('a maintenance shows what is behind it and what is ahead', () => {
  assert.deepEqual(statesOf({ Step: 'Stopping' }), [
    'Countdown done',
    'Saving done',
    'Stopping now',
    'BackingUp ahead',
    'Editing ahead',
    'Starting ahead',
    'Verifying ahead',
  ]);
  assert.ok(!statesOf({ Action: 'Restart' }).some((step) => step.startsWith('Editing')));
  assert.ok(statesOf({ Action: 'Restore' }).some((step) => step.startsWith('Restoring')));
  assert.ok(statesOf({ Step: 'Done' }).every((step) => step.endsWith('done')));
});

test('rolling back is the step where a failed maintenance is', () =>
  assert.equal(statesOf({ Step: 'RollingBack' }).at(-1), 'RollingBack now'));

test('the schedule is what counts now, not what the file will say after the next start', () => {
  const setting = (Key: string, Value: number, InForce?: number) => ({
    Key,
    Value,
    ...(InForce !== undefined && { InForce }),
    Default: 0,
    Given: true,
    Title: '',
    Meaning: '',
    Kind: 'Number' as const,
    NextStart: true,
    ReadOnly: false,
  });
  const file: SettingsFile = {
    File: 'Server.json',
    Path: 'Server.json',
    ETag: '',
    Problems: [],
    Warnings: [],
    Pending: true,
    Values: [setting('Maintenance.EveryHours', 6, 12), setting('Backups.EveryHours', 3)],
  };
  assert.deepEqual(scheduleOf([file], ['Backups.EveryHours', 'Maintenance.EveryHours', 'Nothing']), [
    { key: 'Backups.EveryHours', value: 3 },
    { key: 'Maintenance.EveryHours', value: 12 },
  ]);
  assert.deepEqual(scheduleOf([], ['Backups.EveryHours']), []);
});
