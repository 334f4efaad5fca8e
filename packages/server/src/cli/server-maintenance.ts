import type { Client } from '@palatine/client';
import type { Maintenance, MaintenanceAction } from '@palatine/contract';
import { bytesText } from '../data-folder/bytes-text.ts';
import { counted } from '../data-folder/counted.ts';
import { systemClock } from '../game/clock.ts';
import { readNumber } from '../service/arguments.ts';
import { type CliCall, command } from './command.ts';
import { SERVER_FLAGS, withServer } from './running-server.ts';
import { maintenanceText, timeText } from './server-status.ts';
import { columns } from './terminal.ts';

/** A large world takes long to save or to copy. */
const TIMEOUT_MS = 120_000;

const PERMISSIONS = ['Palatine.Server.Maintain', 'Palatine.Server.Read'];
const POLL_MS = 1000;
const MAX_COUNTDOWN_SECONDS = 3600;

const MAINTENANCE_FLAGS = {
  countdown: {
    value: 'SECONDS',
    description:
      'how long players are told before the stop (default: as Server.json says; 0 stops at once); never while nobody is online',
  },
  'no-wait': { description: 'end once it has begun; palatine server status shows how far it is' },
  ...SERVER_FLAGS,
} as const;

type MaintenanceCall = CliCall<typeof MAINTENANCE_FLAGS>;

const WAITING_NOTES = [
  'Where Control.Kind in Server.json is Somebody (the default), Palatine stops and starts nothing: it says when you have',
  'to, and waits. Players are told of a stop only when --countdown asks for it. palatine server cancel ends the wait.',
  'It waits until the server is up again and prints each step; Ctrl-C ends the waiting, not the maintenance.',
  'Exit code 1 when it failed or was canceled: the save is then as it was before.',
];

export const serverDeliver = command('server deliver', {
  description: 'stop the game server, write what waits into its save, and start it again',
  flags: MAINTENANCE_FLAGS,
  notes: WAITING_NOTES,
  run: (call) => maintain(call, { Action: 'Deliver' }),
});

export const serverRestart = command('server restart', {
  description: 'stop and start the game server; what waits is delivered on the way',
  flags: MAINTENANCE_FLAGS,
  notes: WAITING_NOTES,
  run: (call) => maintain(call, { Action: 'Restart' }),
});

export const serverRestore = command('server restore NAME', {
  description: 'stop the game server, put a backup of its save in place, and start it again',
  flags: MAINTENANCE_FLAGS,
  notes: [
    'palatine server backups lists the names. The save of before is kept as a backup itself. What was delivered',
    'after the backup was made is gone with the progress of everybody since, and is not delivered again.',
    ...WAITING_NOTES,
  ],
  run: (call) => maintain(call, { Action: 'Restore', Backup: call.positionals[0] ?? '' }),
});

export const serverCancel = command('server cancel', {
  description:
    'cancel a maintenance during its countdown, or while it waits for you to stop or start the server',
  flags: SERVER_FLAGS,
  async run(call) {
    const { Maintenance: ended } = await withServer(call, PERMISSIONS, (client) =>
      client.cancelMaintenance({ body: {} }),
    );
    call.terminal.printJson({ maintenance: ended });
    call.terminal.print(maintenanceText(ended));
  },
});

interface Asked {
  readonly Action: MaintenanceAction;
  readonly Backup?: string;
}

async function maintain(call: MaintenanceCall, asked: Asked): Promise<number> {
  const { flags, terminal } = call;
  const seconds = readNumber('--countdown', flags.countdown, MAX_COUNTDOWN_SECONDS);
  const body = { ...asked, ...(seconds !== undefined && { CountdownSeconds: seconds }) };
  using progress = terminal.progress();
  const last = await withServer(call, PERMISSIONS, async (client) => {
    const { Maintenance: started } = await client.startMaintenance({ body });
    if (flags['no-wait'] === true) return started;
    return await endOf(client, started, (now) => progress.show({ doing: maintenanceText(now) }));
  });
  progress[Symbol.dispose]();
  terminal.printJson({ maintenance: last });
  terminal.print(maintenanceText(last));
  return last.Outcome === undefined || last.Outcome === 'Done' ? 0 : 1;
}

/** Waits for the end of a maintenance. */
async function endOf(
  client: Client,
  started: Maintenance,
  onStep: (now: Maintenance) => void,
): Promise<Maintenance> {
  let known = started;
  while (known.Outcome === undefined) {
    onStep(known);
    await new Promise<void>((resolve) => void systemClock.after(POLL_MS, resolve));
    const { Running, Last } = (await client.getServer()).Maintenance;
    const now = [Running, Last].find((maintenance) => maintenance?.Id === started.Id);
    // Only the last one is kept: another one has begun and ended since.
    if (now === undefined) return { ...known, Message: 'it has ended; palatine audit tells how' };
    known = now;
  }
  return known;
}

export const serverSave = command('server save', {
  description: 'let the game server write its save now',
  flags: SERVER_FLAGS,
  async run(call) {
    const reply = await withServer(call, ['Palatine.Server.Save'], (client) =>
      client.saveServer({ body: {}, timeoutMs: TIMEOUT_MS }),
    );
    call.terminal.printJson(reply);
    call.terminal.print('The game server has taken the order; palatine server status shows when it is read.');
  },
});

export const serverBackup = command('server backup', {
  description: "copy the game server's save folder now, also while it runs",
  flags: SERVER_FLAGS,
  async run(call) {
    const { Backup } = await withServer(call, ['Palatine.Server.Maintain'], (client) =>
      client.backUpServer({ body: {}, timeoutMs: TIMEOUT_MS }),
    );
    call.terminal.printJson(Backup);
    call.terminal.print(`${Backup.Name}: ${counted(Backup.Files, 'file')}, ${bytesText(Backup.Bytes)}`);
  },
});

export const serverBackups = command('server backups', {
  description: 'list the backups of the save folder, newest first',
  flags: SERVER_FLAGS,
  async run(call) {
    const { Backups } = await withServer(call, ['Palatine.Server.Read'], (client) =>
      client.getServerBackups(),
    );
    call.terminal.printJson({ backups: Backups });
    if (Backups.length === 0) call.terminal.print('There are none; palatine server backup makes one.');
    call.terminal.print(
      ...columns(
        Backups.map(({ Name, MadeAt, Files, Bytes }) => [
          Name,
          timeText(MadeAt),
          counted(Files, 'file'),
          bytesText(Bytes),
        ]),
      ),
    );
  },
});
