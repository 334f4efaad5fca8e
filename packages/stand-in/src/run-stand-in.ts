import { once } from 'node:events';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { shellWord } from '@palatine/platform/format';
import { makeGameFolder } from './game-folder.ts';
import { openGameServer, type RunningGameServer } from './open-game-server.ts';

// `npm run stand-in`: a server to attach to without the game.

const HELP = `npm run stand-in -- [options]

Starts a stand-in of the Palworld dedicated server, in a temporary folder. It is not the game: it
serves the game's REST interface, and players come and go at random and are saved.

  --copy-of DIR   a copy of the world in this save folder, instead of a generated one
  --folder DIR    keeps the server's folders there; an existing world continues
  --port N        port of the REST interface (default 8212)
  --autosave N    seconds from one save to the next (default 30)
  --log           prints the log of the server
  --help
`;

const EVENT_MS = 3_000;
const RESTART_MS = 3_000;

const { values } = parseArgs({
  options: {
    'copy-of': { type: 'string' },
    folder: { type: 'string' },
    port: { type: 'string', default: '8212' },
    autosave: { type: 'string', default: '30' },
    log: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

if (values.help) process.stdout.write(HELP);
else await run();

async function run(): Promise<void> {
  const copyOf = values['copy-of'];
  const port = Number(values.port);
  const folder = await makeGameFolder({
    port,
    ...(values.folder !== undefined && { root: values.folder }),
    ...(copyOf !== undefined && { world: { copyOf } }),
  });
  const game = await openGameServer({
    folder,
    port,
    variants: { autosaveMs: Number(values.autosave) * 1000 },
    restartMs: RESTART_MS,
    ...(values.log && { print: (line) => void process.stdout.write(`${line}\n`) }),
  });
  await game.control('random', { seed: 1, everyMs: EVENT_MS });
  process.stdout.write(instructions(game, values.folder !== undefined));
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  await Promise.race(signals.map((signal) => once(process, signal)));
  await game.control('stop', {});
  await game[Symbol.asyncDispose]();
  if (values.folder === undefined) folder[Symbol.dispose]();
}

function instructions(
  { url, saveFolder, passwordFile, controlPort }: RunningGameServer,
  isKept: boolean,
): string {
  // The current Node: npm may run an older one, which cannot run TypeScript.
  const send = `${shellWord(process.execPath)} packages/stand-in/src/send.ts --control-port ${controlPort}`;
  const program = [
    process.execPath,
    join(import.meta.dirname, 'send.ts'),
    '--control-port',
    `${controlPort}`,
  ];
  const [Stop, Start, Status] = ['stop', 'start', 'status'].map((command) => [...program, command]);
  return `A stand-in of the Palworld dedicated server runs. It is not the game.

  REST interface  ${url}
  Password file   ${passwordFile}
  Save folder     ${saveFolder}

Attach Palatine to it from another terminal:

  npm start -- --attach ${shellWord(saveFolder)} --rest ${url} --password-file ${shellWord(passwordFile)}

What is given waits for a stop. This stops it; a minute later Palatine delivers, and start starts it again:

  ${send} stop
  ${send} start

With this in Server.json Palatine restarts it by itself:

  "Control": ${JSON.stringify({ Kind: 'Commands', Stop, Start, Status })}

Further commands end it in other ways:

  ${send} crash

Ctrl-C ends it${isKept ? '' : ', and removes its folder; --folder DIR keeps one'}.

`;
}
