import { FLAGS, readArguments } from '../service/arguments.ts';
import { runService } from '../service/run-service.ts';
import type { CliCommand } from './command.ts';

/** The same as `npm start -- …`; the service parses the flags. */
export const serve: CliCommand = {
  name: 'serve',
  positionals: [],
  description: 'serve the world of the data folder until stopped; an empty folder gets a demo world',
  flags: {},
  help: `palatine serve: serve the world of the data folder until stopped; an empty folder gets a demo world\n\n${FLAGS}`,
  async run(args, env) {
    await runService(readArguments(args, env));
    return 0;
  },
};
