import { command } from './command.ts';
import { SERVER_FLAGS, withServer } from './running-server.ts';

export const reload = command(
  {
    name: 'reload',
    positionals: [],
    description: 'have the running server read its settings, bans and templates again',
    flags: SERVER_FLAGS,
    notes: ['What it cannot use stays as it was; its log says why, and palatine doctor does.'],
  },
  async (call) => {
    const reply = await withServer(call, ['REST.Reload.Config'], (client) => client.reloadConfig());
    call.terminal.printJson(reply);
    call.terminal.print('The server has read its files again.');
    return 0;
  },
);
