import { bytesText } from '../data-folder/bytes-text.ts';
import { counted } from '../data-folder/counted.ts';
import { command } from './command.ts';
import { SERVER_FLAGS, withServer } from './running-server.ts';
import { timeText } from './server-status.ts';
import { columns } from './terminal.ts';

/** A large world takes long to save or to copy. */
const TIMEOUT_MS = 120_000;

export const serverSave = command(
  {
    name: 'server save',
    description: 'let the game server write its save now',
    flags: SERVER_FLAGS,
  },
  async (call) => {
    const reply = await withServer(call, ['Palatine.Server.Save'], (client) =>
      client.saveServer({ body: {}, timeoutMs: TIMEOUT_MS }),
    );
    call.terminal.printJson(reply);
    call.terminal.print('The game server has taken the order; palatine server status shows when it is read.');
  },
);

export const serverBackup = command(
  {
    name: 'server backup',
    description: "copy the game server's save folder now, also while it runs",
    flags: SERVER_FLAGS,
  },
  async (call) => {
    const { Backup } = await withServer(call, ['Palatine.Server.Maintain'], (client) =>
      client.backUpServer({ body: {}, timeoutMs: TIMEOUT_MS }),
    );
    call.terminal.printJson(Backup);
    call.terminal.print(`${Backup.Name}: ${counted(Backup.Files, 'file')}, ${bytesText(Backup.Bytes)}`);
  },
);

export const serverBackups = command(
  {
    name: 'server backups',
    description: 'list the backups of the save folder, newest first',
    flags: SERVER_FLAGS,
  },
  async (call) => {
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
);
