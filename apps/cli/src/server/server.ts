import type { Client } from '@palatine/client';
import type { Maintenance, MaintenanceAction, ServerStatus } from '@palatine/contract';
import { systemClock } from '@palatine/platform/clock';
import { bytesText, counted } from '@palatine/platform/format';
import { timeText } from '@palatine/save-tools/edit-records';
import { readNumber } from '../command/arguments.ts';
import type { CliCall } from '../command/command.ts';
import { columns } from '../command/terminal.ts';
import type { Ask } from './call-service.ts';
import { serverCommand } from './running-server.ts';

/** Options of slow calls: a large world takes long to save or to copy. */
const LONG_CALL = { body: {}, timeoutMs: 120_000 };

const PERMISSIONS = ['Palatine.Server.Maintain', 'Palatine.Server.Read'];
const POLL_MS = 1000;
const MAX_COUNTDOWN_SECONDS = 3600;

const MAINTENANCE_FLAGS = {
  countdown: {
    value: 'SECONDS',
    description:
      'how long players are warned before the stop (default: see Server.json; 0 stops at once); never while nobody is online',
  },
  'no-wait': { description: 'return once it has started; palatine server status shows its progress' },
} as const;

const WAITING_NOTES = [
  'Where Control.Kind in Server.json is Somebody (the default), Palatine stops and starts nothing: it tells you when to',
  'do so, and waits. Players are warned only with --countdown. palatine server cancel ends the wait.',
  'It waits until the server is up again and prints each step; Ctrl-C ends the waiting, not the maintenance.',
  'Exit code 1 when it failed or was canceled: the save is then as it was before.',
];

export const serverDeliver = serverCommand('server deliver', {
  description: 'stop the game server, write pending deliveries into its save, and start it again',
  flags: MAINTENANCE_FLAGS,
  notes: WAITING_NOTES,
  run: (call, ask) => maintain(call, ask, { Action: 'Deliver' }),
});

export const serverRestart = serverCommand('server restart', {
  description: 'restart the game server, with pending deliveries',
  flags: MAINTENANCE_FLAGS,
  notes: WAITING_NOTES,
  run: (call, ask) => maintain(call, ask, { Action: 'Restart' }),
});

export const serverRestore = serverCommand('server restore NAME', {
  description: 'stop the game server, restore a backup of its save, and start it again',
  flags: MAINTENANCE_FLAGS,
  notes: [
    'palatine server backups lists the names. The current save is kept as a backup. Deliveries since that backup are',
    'lost with the progress of everybody since, and are not repeated.',
    ...WAITING_NOTES,
  ],
  run: (call, ask) => maintain(call, ask, { Action: 'Restore', Backup: call.positionals[0] ?? '' }),
});

export const serverCancel = serverCommand('server cancel', {
  description:
    'cancel a maintenance during its countdown, or while it waits for you to stop or start the server',
  async run({ terminal }, ask) {
    const { Maintenance: ended } = await ask(PERMISSIONS, (client) => client.cancelMaintenance({ body: {} }));
    terminal.show({ maintenance: ended }, maintenanceText(ended));
  },
});

async function maintain(
  { flags, terminal }: CliCall<typeof MAINTENANCE_FLAGS>,
  ask: Ask<Client>,
  request: { Action: MaintenanceAction; Backup?: string },
): Promise<number> {
  const seconds = readNumber('--countdown', flags.countdown, MAX_COUNTDOWN_SECONDS);
  const body = { ...request, ...(seconds !== undefined && { CountdownSeconds: seconds }) };
  const last = await terminal.progress((show) =>
    ask(PERMISSIONS, async (client) => {
      const { Maintenance: started } = await client.startMaintenance({ body });
      if (flags['no-wait'] === true) return started;
      return await endOf(client, started, (now) => show({ doing: maintenanceText(now) }));
    }),
  );
  terminal.show({ maintenance: last }, maintenanceText(last));
  return last.Outcome === undefined || last.Outcome === 'Done' ? 0 : 1;
}

async function endOf(
  client: Client,
  started: Maintenance,
  onStep: (now: Maintenance) => void,
): Promise<Maintenance> {
  let latest = started;
  while (latest.Outcome === undefined) {
    onStep(latest);
    await new Promise<void>((resolve) => void systemClock.after(POLL_MS, resolve));
    const { Running, Last } = (await client.getServer()).Maintenance;
    const now = [Running, Last].find((maintenance) => maintenance?.Id === started.Id);
    // Only the last one is kept: another one has started and ended since.
    if (now === undefined) return { ...latest, Message: 'it has ended; see palatine audit' };
    latest = now;
  }
  return latest;
}

export const serverSave = serverCommand('server save', {
  description: 'let the game server write its save now',
  async run({ terminal }, ask) {
    const reply = await ask(['Palatine.Server.Save'], (client) => client.saveServer(LONG_CALL));
    const message = 'The game server is saving; palatine server status shows when the save is read.';
    terminal.show(reply, message);
  },
});

export const serverBackup = serverCommand('server backup', {
  description: "copy the game server's save folder now, even while it runs",
  async run({ terminal }, ask) {
    const { Backup } = await ask(['Palatine.Server.Maintain'], (client) => client.backUpServer(LONG_CALL));
    const { Name, Files, Bytes } = Backup;
    terminal.show(Backup, `${Name}: ${counted(Files, 'file')}, ${bytesText(Bytes)}`);
  },
});

export const serverBackups = serverCommand('server backups', {
  description: 'list the backups of the save folder, newest first',
  async run({ terminal }, ask) {
    const { Backups } = await ask(['Palatine.Server.Read'], (client) => client.getServerBackups());
    const rows = Backups.map(({ Name, MadeAt, Files, Bytes }) => {
      return [Name, timeText(MadeAt), counted(Files, 'file'), bytesText(Bytes)];
    });
    const empty = 'There are none; palatine server backup creates one.';
    terminal.show({ backups: Backups }, ...(rows.length === 0 ? [empty] : columns(rows)));
  },
});

export const serverStatus = serverCommand('server status', {
  description: 'show the state of the game server, its save and pending deliveries',
  async run({ terminal }, ask) {
    const status = await ask(['Palatine.Server.Read'], (client) => client.getServer());
    terminal.show(status, ...columns(rowsOf(status)), ...playersOf(status));
    for (const warning of terminal.json ? [] : status.Warnings) terminal.warn(warning);
  },
});

const MANUAL_CONTROL = 'manual: Palatine asks you to stop and start it';

function rowsOf(status: ServerStatus): string[][] {
  const { State, Reason, Since, Info, Save, Control, Deliveries, Maintenance: maintenance } = status;
  const since = Since === undefined ? '' : ` since ${timeText(Since)}`;
  const rows = [['state', `${State}${Reason === '' ? '' : ` (${Reason})`}${since}`]];
  if (State === 'Disabled')
    return [...rows, ['', 'this service has its own world; palatine attach changes that']];
  rows.push(['server', [Info.Name, Info.Version].filter(Boolean).join(' ') || 'not known yet']);
  if (Info.WorldGuid !== undefined) rows.push(['world', Info.WorldGuid]);
  rows.push(['figures', figuresText(status)], ['save', saveText(Save)]);
  rows.push(['control', Control.Kind === 'Somebody' ? MANUAL_CONTROL : (Control.Kind ?? 'not known')]);
  const { Pending, Delivering, Mode } = Deliveries;
  const refused = Mode === 'Refuse' ? '; new ones are refused' : '';
  rows.push(['deliveries', `${Pending} pending, ${Delivering} being delivered${refused}`]);
  const { Running, Last, NextAt } = maintenance;
  if (Running !== undefined) rows.push(['maintenance', maintenanceText(Running)]);
  if (Last !== undefined) rows.push(['last one', maintenanceText(Last)]);
  if (NextAt !== undefined) rows.push(['next one', timeText(NextAt)]);
  return rows;
}

function figuresText({ Metrics, Roster }: ServerStatus): string {
  const { FPS, UptimeSeconds, InGameDay, Players, MaxPlayers } = Metrics;
  const online = Players ?? Roster.Players.length;
  const figures = [
    `${MaxPlayers === undefined ? counted(online, 'player') : `${online} of ${counted(MaxPlayers, 'player')}`}${Roster.State === 'Live' ? '' : ` (${Roster.State.toLowerCase()})`}`,
    ...(FPS === undefined ? [] : [`${Math.round(FPS)} FPS`]),
    ...(UptimeSeconds === undefined ? [] : [`up ${durationText(UptimeSeconds)}`]),
    ...(InGameDay === undefined ? [] : [`day ${InGameDay}`]),
  ];
  return figures.join(', ');
}

function saveText({ SavedAt, AgeSeconds = 0, Source, Problem }: ServerStatus['Save']): string {
  const problem = Problem === '' ? '' : `; the newest could not be read: ${Problem}`;
  if (SavedAt === undefined) return `none was read yet${problem}`;
  const from = Source === 'Backup' ? ', from a backup of the game' : '';
  return `of ${timeText(SavedAt)}, ${durationText(AgeSeconds)} old${from}${problem}`;
}

function playersOf({ Roster }: ServerStatus): string[] {
  if (Roster.Players.length === 0) return [];
  const rows = Roster.Players.map(({ Name, UserId, Level, PingMs }) => [
    Name,
    UserId,
    Level === undefined ? '' : `level ${Level}`,
    PingMs === undefined ? '' : `${Math.round(PingMs)} ms`,
  ]);
  return ['', ...columns(rows)];
}

export function maintenanceText({ Action, Step, Outcome, EndedAt, Message }: Maintenance): string {
  const at = EndedAt === undefined ? '' : ` at ${timeText(EndedAt)}`;
  const state = Outcome === undefined ? Step : `${Outcome}${at}`;
  return `${Action}: ${state}${Message === '' ? '' : `: ${Message}`}`;
}

function durationText(seconds: number): string {
  if (seconds < 120) return `${Math.round(seconds)} s`;
  if (seconds < 7200) return `${Math.round(seconds / 60)} min`;
  if (seconds < 172_800) return `${Math.round(seconds / 3600)} h`;
  return `${Math.round(seconds / 86_400)} days`;
}
