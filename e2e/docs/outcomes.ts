import assert from 'node:assert/strict';
import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import type { Ran, Reader } from './reader.ts';

type Outcome = (reader: Reader, ran: Ran, command: string) => void | Promise<void>;

/** Expected effects of commands, besides exit code 0. */
const OUTCOMES: [command: RegExp, outcome: Outcome][] = [
  [/^npm start\b|palatine (serve|init(?! --from))\b/, (reader) => servesOrPrints(reader)],
  [/\binit --from\b/, (reader) => assert.ok(existsSync(join(reader.data, 'RESTAPI/Tokens/Panel.json')))],
  [/--import\b|world import\b/, (reader) => holdsImport(reader)],
  [
    /token create\b/,
    async (reader, { output }, command) => {
      const [, name] = /token create (\S+)/.exec(command) ?? [];
      assert.ok(existsSync(join(reader.data, 'RESTAPI/Tokens', `${name}.json`)));
      const secret = /[\w-]{43}/.exec(output)?.[0] ?? assert.fail(`no secret in ${output}`);
      if (reader.running()) await reader.answers('/v1/pdapi/players', secret);
    },
  ],
  [/\battach\b/, (reader) => holdsImport(reader)],
  [
    /world backup\b/,
    (reader) => assert.ok(globSync('Backups/*/backup.json', { cwd: reader.data }).length > 0),
  ],
  [
    /world restore\b/,
    (reader) => assert.ok(globSync('world-*.db', { cwd: reader.data }).length > 0, 'the old world is kept'),
  ],
  [
    /\bsave (give|undo)\b/,
    (_, { output }) => assert.match(output, / has got 20 PalSphere_Mega\.|is again as it was before/),
  ],
  [/^npm run pack\b/, (reader) => assert.equal(globSync('dist/*.tgz', { cwd: reader.folder }).length, 2)],
];

/** Types a command, once what its document takes for granted is so, and checks what comes of it. */
export async function tryCommand(reader: Reader, command: string): Promise<void> {
  await prepare(reader, command);
  if (/^curl\b/.test(command)) return tryRequest(reader, command);
  const ran = await reader.type(command);
  assert.equal(ran.code, 0, `${command} ended with ${ran.code}:\n${ran.output}`);
  for (const [pattern, outcome] of OUTCOMES) {
    if (pattern.test(command)) await outcome(reader, ran, command);
  }
}

/** A request has to be answered with 200. A stream of events does not end by itself. */
async function tryRequest(reader: Reader, command: string): Promise<void> {
  const endless = command.includes('/events');
  const piped = command.includes('|'); // what reads the answer must not see more
  const options = `-sS --max-time ${endless ? 3 : 20} ${piped ? '--fail' : "-w '\\nHTTP %{http_code}\\n'"}`;
  const { code, output } = await reader.type(command.replace(/^curl\b/, `curl ${options}`));
  if (!piped) assert.match(output, /\nHTTP 200\n/);
  assert.ok(code === 0 || (endless && code === OUT_OF_TIME), `${command} ended with ${code}:\n${output}`);
}

/** The exit code of curl after `--max-time`. */
const OUT_OF_TIME = 28;

/** A reader comes to most commands with the demo running, to some with a stopped server or an empty folder. */
async function prepare(reader: Reader, command: string): Promise<void> {
  const imports = /--import\b/.test(command);
  if (/\battach\b/.test(command)) return reader.startGameServer();
  if (/^npm run\b/.test(command)) return;
  if (/\binit\b/.test(command) && !command.includes('--for')) return reader.removeData();
  if (/\bworld (import|demo)\b/.test(command) && !command.includes('--replace')) return removeWorld(reader);
  if (/\bworld (import|demo|restore)\b/.test(command)) return reader.stopServer();
  if (imports && !command.includes('--replace')) return reader.startDemo(); // which the import may replace
  if (reader.starts(command)) return;
  if (/\b(server|deliveries) [a-z]+/.test(command) && reader.running()) return;
  const needsDemo = /steam_\d/.test(command) && !reader.running('demo');
  if (!reader.running() || needsDemo) await reader.startDemo();
}

/** An import that follows `palatine init` fills its folder. */
async function removeWorld(reader: Reader): Promise<void> {
  await reader.stopServer();
  if (existsSync(join(reader.data, 'world.db'))) await reader.removeData();
  if (!existsSync(reader.data)) await reader.type('npx palatine init');
}

async function servesOrPrints(reader: Reader): Promise<void> {
  assert.notEqual(reader.token(), '', 'it has printed a token');
  if (reader.running()) await reader.answers('/v1/pdapi/players', reader.token());
}

async function holdsImport(reader: Reader): Promise<void> {
  const { output } = await reader.type('npx palatine world info --json');
  assert.match(output, /"origin": "save",/);
}
