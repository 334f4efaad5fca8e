import { readArguments, SERVICE_FLAGS } from '../command/arguments.ts';
import type { CliCommand } from '../command/command.ts';

/** The same as `npm start -- …`; the service parses the flags. */
export const serve: CliCommand = {
  name: 'serve',
  positionals: [],
  description: 'serve the world of the data folder until stopped; an empty folder gets a demo world',
  flags: SERVICE_FLAGS,
  async run(args, shell) {
    const serviceArgs = readArguments(args, shell);
    // Only here: every other command would load the HTTP server too.
    const { runService } = await import('../serve/run-service.ts');
    await runService(serviceArgs);
    return 0;
  },
};
