import { readArguments, SERVICE_FLAGS } from '../service/arguments.ts';
import { runService } from '../service/run-service.ts';
import type { CliCommand } from './command.ts';

/** The same as `npm start -- …`; the service parses the flags. */
export const serve: CliCommand = {
  name: 'serve',
  positionals: [],
  description: 'serve the world of the data folder until stopped; an empty folder gets a demo world',
  flags: SERVICE_FLAGS,
  async run(args, env) {
    await runService(readArguments(args, env));
    return 0;
  },
};
