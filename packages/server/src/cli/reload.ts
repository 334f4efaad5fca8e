import { command } from './command.ts';
import { SERVER_FLAGS, withServer } from './running-server.ts';

export const reload = command(
  {
    name: 'reload',
    description: 'have the running server read its settings, bans and templates again',
    flags: SERVER_FLAGS,
    notes: ['A file that is wrong changes nothing, and the exit code is 1.'],
  },
  async (call) => {
    const reply = await withServer(call, ['REST.Reload.Config'], (client) => client.reloadConfig());
    call.terminal.printJson(reply);
    if (!reply.Success) {
      call.terminal.warn(
        'a file is wrong, so what it said before stays in force; palatine doctor says which',
      );
      return 1;
    }
    call.terminal.print('The server has read its files again.');
    return 0;
  },
);
