import { writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { ServerFile } from '@palatine/data-dir/server-file';
import {
  type GameServerOptions,
  openGameServer,
  type RunningGameServer,
} from '@palatine/stand-in/open-game-server';
import { FastClock } from './fast-clock.ts';
import { aContainerOf } from './game-container.ts';
import { newFolder, startService, type TestOptions, type TestService } from './start-service.ts';

/** Parts of Server.json, over the settings of the test. */
export type ServerOverrides = { [Key in keyof ServerFile]?: Partial<ServerFile[Key]> | ServerFile[Key] };

export interface AttachedTestOptions extends Omit<TestOptions, 'data' | 'world' | 'origin'> {
  /** A running stand-in; else one is started, and ended with the service. */
  gameServer?: RunningGameServer;
  gameServerOptions?: GameServerOptions;
  server?: ServerOverrides;
  data?: string;
}

export interface AttachedTest extends AsyncDisposable {
  readonly service: TestService;
  readonly gameServer: RunningGameServer;
  readonly data: string;
}

const SUPERVISOR = resolve(import.meta.dirname, 'supervisor-program.ts');

/** The settings of a data folder that is attached to a stand-in below a supervisor, read as often as they allow. */
export function serverFileFor(gameServer: RunningGameServer, overrides: ServerOverrides = {}): object {
  const by = (what: string) => [process.execPath, SUPERVISOR, String(gameServer.controlPort), what];
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
      Stop: by('stop'),
      Start: by('start'),
      Status: by('status'),
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

/** Starts a stand-in of the game server below a supervisor, and the whole service attached to it, on one clock. */
export async function startAttachedService(options: AttachedTestOptions = {}): Promise<AttachedTest> {
  const { gameServer: existing, gameServerOptions, server, data = newFolder(), ...service } = options;
  await using undo = new AsyncDisposableStack();
  const gameServer = existing ?? undo.use(await openGameServer(gameServerOptions, service.clock));
  if (options.data === undefined) undo.defer(() => rm(data, { recursive: true, force: true }));
  writeFileSync(join(data, 'Server.json'), JSON.stringify(serverFileFor(gameServer, server)));
  const running = undo.use(await startService({ ...service, data }));
  const all = undo.move();
  return { service: running, gameServer, data, [Symbol.asyncDispose]: () => all.disposeAsync() };
}

/**
 * Likewise on a fast clock, and with the server in a container: to stop and start it takes no program.
 * @param options.stepMs see FastClock. A maintenance compares the uptime with times of files: it needs a slower clock.
 */
export async function startOnFastClock({
  stepMs,
  ...options
}: Omit<AttachedTestOptions, 'clock' | 'gameServer'> & { stepMs?: number } = {}): Promise<
  AttachedTest & { readonly clock: FastClock }
> {
  await using undo = new AsyncDisposableStack();
  const clock = undo.use(new FastClock(stepMs));
  const gameServer = undo.use(await openGameServer(options.gameServerOptions, clock));
  const { control } = undo.use(await aContainerOf(gameServer, clock));
  const server = { ...options.server, Control: { ...control, ...options.server?.Control } };
  const attached = undo.use(await startAttachedService({ ...options, clock, gameServer, server }));
  const all = undo.move();
  return { ...attached, clock, [Symbol.asyncDispose]: () => all.disposeAsync() };
}
