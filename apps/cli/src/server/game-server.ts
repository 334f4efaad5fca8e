import type { Client } from '@palatine/client';
import {
  backUpServer,
  cancelMaintenance,
  type Delivery,
  getDeliveries,
  getServer,
  getServerBackups,
  type Maintenance,
  type MaintenanceAction,
  saveServer,
} from '@palatine/contract';
import { systemClock } from '@palatine/platform/clock';
import { readNumber } from '../command/arguments.ts';
import type { CliCommand } from '../command/command.ts';
import * as words from '../texts/commands.ts';
import { calling, remote } from './running-server.ts';

/** A large world takes long to save or to copy. */
const LONG_CALL = { timeoutMs: 120_000 };

const POLL_MS = 1000;
const MAX_COUNTDOWN_SECONDS = 3600;

export const serverStatus = remote('server status', getServer, {
  ...words.serverStatus,
  columns: ['Name', 'UserId', 'Level', 'PingMs'],
  text({ State, Warnings }, { terminal }) {
    for (const warning of terminal.json ? [] : Warnings) terminal.warn(warning.Message);
    return State === 'Disabled' ? 'palatine attach connects it to a game server.' : [];
  },
});

export const serverSave = remote('server save', saveServer, {
  input: () => LONG_CALL,
  text: () => 'The game server is saving; palatine server status shows when the save is read.',
});

export const serverBackup = remote('server backup', backUpServer, {
  input: () => LONG_CALL,
  value: ({ Backup }) => Backup,
});

export const serverBackups = remote('server backups', getServerBackups, {
  value: ({ Backups }) => ({ backups: Backups }),
  columns: ['Name', 'MadeAt', 'Files', 'Bytes'],
  empty: 'There are none; palatine server backup creates one.',
});

export const serverCancel = remote('server cancel', cancelMaintenance, {
  value: ({ Maintenance: ended }) => ({ maintenance: ended }),
  text: ({ Maintenance: ended }) => maintenanceText(ended),
});

export const serverDeliver = maintaining('Deliver', 'server deliver', {
  description: 'stop the game server, write pending deliveries into its save, and start it again',
});

export const serverRestart = maintaining('Restart', 'server restart', {
  description: 'restart the game server, with pending deliveries',
});

export const serverRestore = maintaining('Restore', 'server restore NAME', {
  ...words.serverRestore,
});

/** A command that starts a maintenance and follows it. */
function maintaining(
  Action: MaintenanceAction,
  usage: string,
  { description, notes = [] }: { description: string; notes?: readonly string[] },
): CliCommand {
  return calling(usage, {
    description,
    flags: words.MAINTENANCE_FLAGS,
    notes: [...notes, ...words.MAINTENANCE_NOTES],
    async run({ flags, positionals: [Backup], terminal }, ask) {
      const seconds = readNumber('--countdown', flags.countdown, MAX_COUNTDOWN_SECONDS);
      const countdown = seconds === undefined ? {} : { CountdownSeconds: seconds };
      const body = { Action, ...(Backup !== undefined && { Backup }), ...countdown };
      const last = await terminal.progress((show) =>
        ask(['Palatine.Server.Maintain', 'Palatine.Server.Read'], async (client) => {
          const { Maintenance: started } = await client.startMaintenance({ body });
          if (flags['no-wait'] === true) return started;
          return await endOf(client, started, (now) => show({ doing: maintenanceText(now) }));
        }),
      );
      terminal.show({ maintenance: last }, maintenanceText(last));
      return last.Outcome === undefined || last.Outcome === 'Done' ? 0 : 1;
    },
  });
}

async function endOf(client: Client, started: Maintenance, onStep: (now: Maintenance) => void) {
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

function maintenanceText({ Action, Step, Outcome, EndedAt, Message }: Maintenance): string {
  const state = Outcome === undefined ? Step : [Outcome, EndedAt].filter(Boolean).join(' at ');
  return [Action, state, Message].filter(Boolean).join(': ');
}

export const deliveriesList = remote('deliveries list', getDeliveries, {
  ...words.deliveriesList,
  columns: ['AcceptedAt', 'State', 'Id', 'PlayerName', 'Target', 'Summary', 'Issuer', 'Reason'],
});

export const deliveriesCancel = changing('cancelDelivery', 'deliveries cancel ID...', {
  ...words.deliveriesCancel,
});

export const deliveriesRetry = changing('retryDelivery', 'deliveries retry ID...', {
  description: 'retry failed deliveries with the next maintenance',
});

function changing(
  method: 'cancelDelivery' | 'retryDelivery',
  usage: string,
  shape: { description: string; notes?: readonly string[] },
): CliCommand {
  return calling(usage, {
    ...shape,
    async run({ positionals, terminal }, ask) {
      const deliveries: Delivery[] = [];
      await ask(['Palatine.Deliveries.Change'], async (client) => {
        for (const id of positionals) {
          const { Delivery: delivery } = await client[method]({ params: { id }, body: {} });
          const { Id, State, Summary, PlayerName, Target } = delivery;
          deliveries.push(delivery);
          terminal.print(`${Id} is ${State.toLowerCase()}: ${Summary} for ${PlayerName || Target}`);
        }
      });
      terminal.printJson({ deliveries });
    },
  });
}
