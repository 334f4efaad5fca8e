import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** What the program below answers. */
export interface FakeUnit {
  LoadState: string;
  ActiveState: string;
  SubState: string;
  MainPID: string;
  MemoryCurrent: string;
  /** The states that start and stop lead to. */
  after: Partial<Record<'start' | 'stop', Partial<FakeUnit>>>;
  /** What it says instead of doing anything. */
  fails?: { code: number; stderr: string } | undefined;
}

export const UNIT = 'palworld.service';
export const STOPPED: FakeUnit = {
  LoadState: 'loaded',
  ActiveState: 'inactive',
  SubState: 'dead',
  MainPID: '0',
  MemoryCurrent: '[not set]',
  after: {
    start: { ActiveState: 'active', SubState: 'running', MainPID: '4711', MemoryCurrent: '8123456789' },
    stop: { ActiveState: 'inactive', SubState: 'dead', MainPID: '0', MemoryCurrent: '[not set]' },
  },
};

const PROGRAM = String.raw`
const fs = require('fs');
const { join } = require('path');
const args = process.argv.slice(2);
const file = join(__dirname, 'unit.json');
fs.appendFileSync(join(__dirname, 'calls'), JSON.stringify(args) + '\n');
const unit = JSON.parse(fs.readFileSync(file, 'utf8'));
const [ask, verb, ...rest] = args;
if (ask !== '--no-ask-password') process.exit(99);
if (verb === 'show') {
  const [p, names, dashes, name] = rest;
  if (p !== '-p' || dashes !== '--' || rest.length !== 4) process.exit(98);
  const found = name === 'palworld.service' ? unit : { LoadState: 'not-found', ActiveState: 'inactive', SubState: 'dead', MainPID: '0', MemoryCurrent: '[not set]' };
  for (const name of names.split(',')) console.log(name + '=' + found[name]);
} else {
  const [dashes, name] = rest;
  if (!['start', 'stop'].includes(verb) || dashes !== '--' || rest.length !== 2) process.exit(97);
  if (name !== 'palworld.service') { console.error('Failed to ' + verb + ' ' + name + ': Unit ' + name + ' not loaded.'); process.exit(5); }
  if (unit.fails) { console.error(unit.fails.stderr); process.exit(unit.fails.code); }
  fs.writeFileSync(file, JSON.stringify({ ...unit, ...unit.after[verb] }));
}
`;

/** A program called systemctl in a folder of its own, and an environment in whose search path it comes first. */
export function aSystemctl(folder: string, unit: Partial<FakeUnit> = {}) {
  mkdirSync(folder);
  const file = join(folder, 'systemctl');
  writeFileSync(file, `#!${process.execPath}\n${PROGRAM}`);
  chmodSync(file, 0o755);
  const set = (changed: Partial<FakeUnit>) =>
    writeFileSync(join(folder, 'unit.json'), JSON.stringify({ ...STOPPED, ...changed }));
  set(unit);
  return {
    environment: { ...process.env, PATH: `${folder}${delimiter}${process.env.PATH}` },
    set,
    calls(): string[][] {
      const calls = join(folder, 'calls');
      if (!existsSync(calls)) return [];
      return readFileSync(calls, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as string[]);
    },
  };
}
