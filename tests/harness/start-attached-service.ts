import { writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { ServerFile } from '@palatine/server/data-folder/server-file.ts';
import {
  type GameServerOptions,
  type GameServerProcess,
  startGameServer,
} from '../game-server/start-game-server.ts';
import { newFolder, startService, type TestOptions, type TestService } from './start-service.ts';

/** Parts of Server.json, over the settings of the test. */
export type ServerOverrides = { [Key in keyof ServerFile]?: Partial<ServerFile[Key]> | ServerFile[Key] };

export interface AttachedTestOptions extends Omit<TestOptions, 'data' | 'world' | 'origin'> {
  /** A running stand-in; else one is started, and ended with the service. */
  gameServer?: GameServerProcess;
  gameServerOptions?: GameServerOptions;
  server?: ServerOverrides;
  /** An existing data folder, which stays. */
  data?: string;
}

export interface AttachedTest extends AsyncDisposable {
  readonly service: TestService;
  readonly gameServer: GameServerProcess;
  readonly data: string;
}

const SEND = resolve(import.meta.dirname, '../game-server/send.ts');
const RUNNING = resolve(import.meta.dirname, 'game-server-running.ts');

/** The settings of a data folder that is attached to a stand-in below a supervisor, read as often as they allow. */
export function serverFileFor(gameServer: GameServerProcess, overrides: ServerOverrides = {}): object {
  const send = (command: string) => [
    process.execPath,
    SEND,
    '--control-port',
    String(gameServer.controlPort),
    command,
  ];
  const settings: Record<string, unknown> = {
    SaveFolder: gameServer.saveFolder,
    Rest: { Url: gameServer.url, PasswordFile: gameServer.passwordFile },
    Polls: {
      PlayersSeconds: 2,
      PlayersWhenEmptySeconds: 2,
      MetricsSeconds: 2,
      InfoSeconds: 5,
      SaveSeconds: 0.5,
      SettleSeconds: 0.2,
    },
    Control: {
      Kind: 'Commands',
      Stop: send('stop'),
      Start: send('start'),
      Status: [process.execPath, RUNNING, String(gameServer.controlPort)],
      StopTimeoutSeconds: 60,
      StartTimeoutSeconds: 60,
    },
    Maintenance: { CountdownSeconds: [], DeliverWhenStopped: false },
  };
  for (const [key, value] of Object.entries(overrides)) {
    const before = settings[key];
    settings[key] = typeof before === 'object' && typeof value === 'object' ? { ...before, ...value } : value;
  }
  return settings;
}

/** Starts a stand-in of the game server below a supervisor, and the whole service attached to it. */
export async function startAttachedService(options: AttachedTestOptions = {}): Promise<AttachedTest> {
  const { gameServer: given, gameServerOptions, server, data = newFolder(), ...service } = options;
  await using undo = new AsyncDisposableStack();
  const supervised = { restartMs: null };
  const gameServer = given ?? (await startGameServer({ supervised, ...gameServerOptions }));
  if (given === undefined) undo.use(gameServer);
  if (options.data === undefined) undo.defer(() => rm(data, { recursive: true, force: true }));
  writeFileSync(join(data, 'Server.json'), JSON.stringify(serverFileFor(gameServer, server)));
  const running = undo.use(await startService({ ...service, data }));
  const all = undo.move();
  return { service: running, gameServer, data, [Symbol.asyncDispose]: () => all.disposeAsync() };
}
