import type { Maintenance, ServerStatus } from '@palatine/contract';
import { counted } from '../data-folder/counted.ts';
import { command } from './command.ts';
import { SERVER_FLAGS, withServer } from './running-server.ts';
import { columns } from './terminal.ts';

export const serverStatus = command('server status', {
  description: 'show the game server beside which the service runs: its state, its save, what waits',
  flags: SERVER_FLAGS,
  async run(call) {
    const status = await withServer(call, ['Palatine.Server.Read'], (client) => client.getServer());
    call.terminal.printJson(status);
    call.terminal.print(...columns(rowsOf(status)), ...playersOf(status));
    for (const warning of call.terminal.json ? [] : status.Warnings) call.terminal.warn(warning);
  },
});

const ASKED_FOR = 'somebody else: Palatine asks for a stop and a start';

function rowsOf(status: ServerStatus): string[][] {
  const { State, Reason, Since, Info, Save, Control, Deliveries, Maintenance: maintenance } = status;
  const since = Since === undefined ? '' : ` since ${timeText(Since)}`;
  const rows = [['state', `${State}${Reason === '' ? '' : ` (${Reason})`}${since}`]];
  if (State === 'Disabled')
    return [...rows, ['', 'this service has a world of its own; palatine attach changes that']];
  rows.push(['server', [Info.Name, Info.Version].filter(Boolean).join(' ') || 'not known yet']);
  if (Info.WorldGuid !== undefined) rows.push(['world', Info.WorldGuid]);
  rows.push(['figures', figuresText(status)], ['save', saveText(Save)]);
  rows.push(['control', Control.Kind === 'Somebody' ? ASKED_FOR : (Control.Kind ?? 'not known')]);
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

/** One line on a maintenance: what it does, where it is, how it ended. */
export function maintenanceText({ Action, Step, Outcome, EndedAt, Message }: Maintenance): string {
  const at = EndedAt === undefined ? '' : ` at ${timeText(EndedAt)}`;
  const state = Outcome === undefined ? Step : `${Outcome}${at}`;
  return `${Action}: ${state}${Message === '' ? '' : `: ${Message}`}`;
}

/** `2026-07-12 18:15:02 UTC` for an ISO time. */
export function timeText(iso: string): string {
  return `${iso.slice(0, 19).replace('T', ' ')} UTC`;
}

function durationText(seconds: number): string {
  if (seconds < 120) return `${Math.round(seconds)} s`;
  if (seconds < 7200) return `${Math.round(seconds / 60)} min`;
  if (seconds < 172_800) return `${Math.round(seconds / 3600)} h`;
  return `${Math.round(seconds / 86_400)} days`;
}
