import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Maintenance } from '@palatine/contract';
import { openDataFolder } from '@palatine/data-dir/data-folder';
import { type ServerFile, serverFile } from '@palatine/data-dir/server-file';
import { liveSettings } from '@palatine/engine/config';
import { Game } from '@palatine/engine/game';
import { createStore } from '@palatine/engine/store';
import { systemClock } from '@palatine/platform/clock';
import { readSaveFolder } from '@palatine/save/read-save-folder';
import { backUpSaveFolder, saveBackupsFolder } from '@palatine/sidecar/back-up-save';
import type { CycleTools } from '@palatine/sidecar/cycle-run';
import { type GameServerClient, gameServerClient } from '@palatine/sidecar/game-server-client';
import { openMaintenanceJournal } from '@palatine/sidecar/maintenance-journal';
import { MaintenanceRunner } from '@palatine/sidecar/maintenance-runner';
import { restoreSaveBackup } from '@palatine/sidecar/restore-save';
import { readSaveFolderBackup } from '@palatine/sidecar/save-backup';
import { saveJobsInThread } from '@palatine/sidecar/save-jobs';
import { serverControl } from '@palatine/sidecar/server-control';
import { loadCatalogue } from '@palatine/world/catalogue';
import type { CommandName } from '@palatine/world/commands';
import { importSave } from '@palatine/world/import-save';
import pino, { type Logger } from 'pino';
import { aWrite } from './builders/delivery-builder.ts';

export interface Beside {
  readonly data: string;
  readonly saveFolder: string;
  readonly url: string;
  readonly port: number;
  readonly password: string;
  readonly controlPort: number;
}

export interface MaintainedOptions {
  readonly control?: Partial<ServerFile['Control']>;
  readonly tools?: (tools: CycleTools) => Partial<CycleTools>;
  readonly log?: Logger;
}

/** The part of the service that maintains a game server: a game over a data folder, and the runner. */
export interface Maintained extends AsyncDisposable {
  readonly game: Game;
  readonly runner: MaintenanceRunner;
  readonly client: GameServerClient;
  /** Accepts a write as a delivery. @returns its id. */
  deliver(name: CommandName, request: { params?: Record<string, string>; body?: unknown }): Promise<string>;
  maintain(action?: Maintenance['Action'], more?: { Backup?: string }): Promise<Maintenance>;
}

export async function makeMirrorWorld(data: string, saveFolder: string): Promise<void> {
  const save = await readSaveFolder(saveFolder);
  writeFileSync(join(data, 'Config.json'), JSON.stringify({ playerResolution: 'Known' }));
  const world = importSave(save, { catalogue: loadCatalogue(), nowMs: Date.now(), seed: 1 });
  createStore(join(data, 'world.db'), world);
}

const PROGRAM = join(import.meta.dirname, 'supervisor-program.ts');

export async function startMaintained(beside: Beside, options: MaintainedOptions = {}): Promise<Maintained> {
  const log = options.log ?? pino({ level: 'silent' });
  const data = openDataFolder(beside.data);
  const defaults = serverFile.read(join(beside.data, 'Server.json'));
  const by = (what: string) => [process.execPath, PROGRAM, String(beside.controlPort), what];
  const settings = {
    ...defaults,
    Control: {
      ...defaults.Control,
      Kind: 'Commands' as const,
      Stop: by('stop'),
      Start: by('start'),
      Status: by('status'),
      StopTimeoutSeconds: 30,
      StartTimeoutSeconds: 30,
      ...options.control,
    },
  };
  const game = new Game({
    data,
    catalogue: loadCatalogue({ overlay: data.catalogue }),
    settings: liveSettings(data),
    simulate: 'Never',
    attached: { deliveries: 'Queue', alertAs: 'Refuse' },
    auditKept: { keptMs: 1e12, keptEntries: 1e6 },
    log,
    queueLimit: 1000,
  });
  const { url, password } = beside;
  const timeouts = { readMs: 2000 };
  const client = gameServerClient({ url, password: () => password, clock: systemClock, timeouts });
  const tools = toolsOf(beside, data, client, game, settings, log);
  const journal = openMaintenanceJournal(data.maintenance);
  const runner = new MaintenanceRunner({ ...tools, ...options.tools?.(tools) }, journal);
  return {
    game,
    runner,
    client,
    async deliver(name, request) {
      const { input } = aWrite(name, request);
      const { delivery, body } = await game.writes.run(input);
      if (!delivery) throw new Error(`no delivery: ${body}`);
      return delivery;
    },
    async maintain(action = 'Deliver', more = {}) {
      runner.start({ Action: action, CountdownSeconds: 0, ...more }, 'test');
      await runner.idle();
      return runner.last() as Maintenance;
    },
    async [Symbol.asyncDispose]() {
      await runner.idle();
      client.close();
      game.stop();
      data.unlock();
    },
  };
}

function toolsOf(
  { saveFolder, port }: Beside,
  data: ReturnType<typeof openDataFolder>,
  client: GameServerClient,
  game: Game,
  settings: ServerFile,
  log: Logger,
): CycleTools {
  const into = saveBackupsFolder(data, saveFolder, '');
  return {
    link: {
      ...client,
      playersOnline: () => undefined,
      isPaused: () => false,
      expectStop: () => {},
      expectStart: () => {},
      enterMaintenance: () => {},
      leaveMaintenance: () => {},
    },
    control: serverControl(settings.Control),
    writes: {
      deliveryStep: (step) => game.writes.deliveryStep(step),
      note: (note) => game.writes.note(note),
    },
    mirror: { pause() {}, resume() {}, syncNow: async () => {}, verify: async () => [] },
    async backup() {
      const source = { into, nowMs: Date.now(), reason: 'maintenance' };
      const { name } = await backUpSaveFolder({ world: saveFolder, ...source });
      return name;
    },
    async restore(name) {
      const backup = readSaveFolderBackup(join(into, name));
      await restoreSaveBackup({ world: saveFolder, backup, nowMs: Date.now(), settledMs: 0, restPort: port });
    },
    saveJobs: saveJobsInThread(systemClock),
    clock: systemClock,
    newId: () => crypto.randomUUID(),
    folder: saveFolder,
    data,
    incarnation: () => game.reads.figures.incarnation,
    settings: () => settings,
    restPort: port,
    report: log,
  };
}
