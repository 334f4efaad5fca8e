import type { Clock } from '@palatine/platform/clock';
import { openControlPort } from './control/control-port.ts';
import { serverCommands } from './control/execute.ts';
import { controlOn } from './control/send-command.ts';
import { freePort } from './free-ports.ts';
import { makeGameFolder } from './game-folder.ts';
import { GameServer } from './game-server.ts';
import { writeRestPort } from './game-settings.ts';
import { type Options, passwordOf } from './options.ts';
import type { GameServerOptions, RunningGameServer } from './start-game-server.ts';
import { type ServerRun, Supervisor } from './supervisor.ts';
import { DEFAULT_VARIANTS } from './variants.ts';

/**
 * Runs a stand-in below a supervisor in this process, for tests that need no process to kill. REST interface, control
 * port and save folder are as those of `startGameServer`, which takes half a second of CPU more.
 */
export async function openGameServer(
  { supervised, variants, ...more }: Omit<GameServerOptions, 'resolvesWhileBooting'> = {},
  clock?: Clock,
): Promise<RunningGameServer> {
  const folder = more.folder ?? (await makeGameFolder(more));
  const { [Symbol.dispose]: _, ...paths } = folder;
  const { saveFolder, passwordFile } = paths;
  const options: Options = {
    ...{ saveFolder, passwordFile, controlPort: 0, fails: false, supervised: true },
    ...{ port: more.port ?? (await freePort()), bootMs: more.bootMs ?? 0, seed: more.seed ?? 1 },
    variants: { ...DEFAULT_VARIANTS, ...variants },
    restartMs: supervised?.restartMs ?? null,
  };
  writeRestPort(saveFolder, options.port);
  let text = '';
  const print = (line: string) => {
    text += `${line}\n`;
  };
  const supervisor = new Supervisor(options, (now) => run(now, print, clock));
  const { port: controlPort, close } = await openControlPort(0, supervisor.execute);
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
function run(options: Options, print: (line: string) => void, clock: Clock | undefined): ServerRun {
  const { promise: exited, resolve: exit } = Promise.withResolvers<Awaited<ServerRun['exited']>>();
  const end = (how: Awaited<ServerRun['exited']>) => {
    game.halt();
    exit(how);
  };
  const game = new GameServer({
    ...options,
    ...(clock !== undefined && { clock }),
    password: passwordOf(options),
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
