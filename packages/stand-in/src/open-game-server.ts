import { readFileSync } from 'node:fs';
import type { Clock } from '@palatine/platform/clock';
import type { Control } from './control/commands.ts';
import { openControlPort } from './control/control-port.ts';
import { controlOn } from './control/send-command.ts';
import { serverCommands } from './execute.ts';
import { freePort } from './free-ports.ts';
import { type GameFolder, type GameFolderOptions, makeGameFolder } from './game-folder.ts';
import { GameServer } from './game-server.ts';
import { writeRestPort } from './game-settings.ts';
import { restServer } from './rest/rest-server.ts';
import { type ServerOptions, type ServerRun, supervise } from './supervisor.ts';
import { DEFAULT_VARIANTS, type Variants } from './variants.ts';

export interface GameServerOptions extends GameFolderOptions {
  /** An existing folder, which is kept; by default a temporary one. */
  folder?: GameFolder;
  variants?: Partial<Variants>;
  seed?: number;
  /** Starts it again so long after an end; by default only on command. */
  restartMs?: number | null;
  print?: (line: string) => void;
}

/** A running stand-in. Disposing kills it, and removes the folder if it was made for it. */
export interface RunningGameServer extends AsyncDisposable, Omit<GameFolder, typeof Symbol.dispose> {
  /** URL of the REST interface: `http://127.0.0.1:<port>`, the same after every restart. */
  readonly url: string;
  readonly port: number;
  readonly controlPort: number;
  readonly control: Control;
  output(): string;
}

/** Runs a stand-in of the dedicated server below a supervisor, in this process. Rejects with its output if it does not serve. */
export async function openGameServer(
  { variants, restartMs = null, print = () => {}, ...more }: GameServerOptions = {},
  clock?: Clock,
): Promise<RunningGameServer> {
  const folder = more.folder ?? (await makeGameFolder(more));
  const { [Symbol.dispose]: _, ...paths } = folder;
  const { saveFolder, passwordFile } = paths;
  const options: ServerOptions = {
    ...{ saveFolder, fails: false, bootMs: 0, seed: more.seed ?? 1, port: more.port || (await freePort()) },
    password: readFileSync(passwordFile, 'utf8').trimEnd(),
    variants: { ...DEFAULT_VARIANTS, ...variants },
  };
  writeRestPort(saveFolder, options.port);
  let text = '';
  const log = (line: string) => {
    text += `${line}\n`;
    print(line);
  };
  const supervisor = supervise(options, restartMs, (now) => run(now, log, clock));
  const { port: controlPort, close } = await openControlPort(supervisor.execute);
  await using undo = new AsyncDisposableStack();
  if (more.folder === undefined && more.root === undefined) undo.use(folder);
  undo.defer(close);
  undo.defer(async () => void (await supervisor.stop(0)));
  const { serving } = await supervisor.start();
  if (!serving) throw new Error(`the stand-in did not start:\n${text}`);
  const all = undo.move();
  return {
    ...{ port: options.port, url: `http://127.0.0.1:${options.port}`, controlPort },
    ...paths,
    control: controlOn(controlPort),
    output: () => text,
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}

/** Boots a server in this process. One that is killed writes nothing more. */
function run(options: ServerOptions, print: (line: string) => void, clock: Clock | undefined): ServerRun {
  const { promise: exited, resolve: exit } = Promise.withResolvers<Awaited<ServerRun['exited']>>();
  const end = (how: Awaited<ServerRun['exited']>) => {
    game.halt();
    exit(how);
  };
  const game = new GameServer({
    ...options,
    serveRest: restServer,
    ...(clock !== undefined && { clock }),
    print,
    exit: (code) => end({ code, signal: null }),
  });
  return {
    pid: process.pid,
    serves: new Promise((resolve) => {
      game.boot().then(
        () => game.status().state === 'running' && resolve(),
        (error: unknown) => {
          print(`stand-in: ${String(error)}`);
          end({ code: 1, signal: null });
        },
      );
    }),
    exited,
    execute: serverCommands(game),
    kill(signal) {
      if (signal === 'SIGTERM') void game.terminate();
      else end({ code: null, signal });
    },
  };
}
