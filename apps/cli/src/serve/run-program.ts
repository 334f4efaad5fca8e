import { visibleText } from '@palatine/contract/visible-text';
import { operatorMessage, UsageError } from '@palatine/platform/config-error';
import type { StandardOutput } from '@palatine/platform/log-destination';
import { VERSION_LINE } from '@palatine/platform/version';
import { HELP, readArguments, type Shell } from '../command/arguments.ts';
import type { CliCommand } from '../command/command.ts';
import { flagsOf } from '../command/flags.ts';
import * as words from '../texts/commands.ts';

interface ProgramProcess extends Shell {
  stdout: StandardOutput;
  stderr: StandardOutput;
}

/** Runs the program. @returns the exit code; 0 also for a service that keeps running. */
export async function runProgram(
  args: readonly string[],
  { stdout, stderr, ...shell }: ProgramProcess,
): Promise<number> {
  try {
    const read = readArguments(args, shell);
    if (read.help) stdout.write(HELP);
    else if (read.version) stdout.write(`${VERSION_LINE}\n`);
    else await (await import('./run-service.ts')).runService(read); // takes over the process
    return 0;
  } catch (error) {
    const message = operatorMessage(error);
    if (message !== undefined) stderr.write(`palatine: ${visibleText(message)}\n`);
    else {
      const { serviceLog } = await import('./process-life.ts');
      const { log } = serviceLog({ ...shell.env, PALATINE_LOG: 'fatal' });
      log.fatal({ err: error }, 'the service could not start');
    }
    return error instanceof UsageError ? 2 : 1;
  }
}

/** The same as `npm start -- …`; the service parses the flags. */
export const serve: CliCommand = {
  name: 'serve',
  positionals: [],
  description: 'serve the world of the data folder until stopped; an empty folder gets a demo world',
  flags: flagsOf(words.SERVICE_FLAGS),
  async run(args, shell) {
    const serviceArgs = readArguments(args, shell);
    // Only here: every other command would load the HTTP server too.
    const { runService } = await import('../serve/run-service.ts');
    await runService(serviceArgs);
    return 0;
  },
};
