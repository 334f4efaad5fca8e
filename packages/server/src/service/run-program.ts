import { visibleText } from '@palatine/contract';
import { operatorMessage, UsageError } from '../data-folder/config-error.ts';
import { VERSION_LINE } from '../data-folder/version.ts';
import { openOutput } from '../telemetry/standard-output.ts';
import { HELP, readArguments } from './arguments.ts';
import { runService } from './run-service.ts';
import { serviceLog } from './service-log.ts';

/** Does what the arguments of the process say. A start that fails ends the process with a message. */
export async function runProgram(): Promise<void> {
  try {
    const args = readArguments(process.argv.slice(2), process.env);
    if (args.help) openOutput(1).write(HELP);
    else if (args.version) openOutput(1).write(`${VERSION_LINE}\n`);
    else await runService(args);
  } catch (error) {
    const message = operatorMessage(error);
    if (message !== undefined) openOutput(2).write(`palatine: ${visibleText(message)}\n`);
    else
      serviceLog({ ...process.env, PALATINE_LOG: 'fatal' }).log.fatal(
        { err: error },
        'the service could not start',
      );
    process.exit(error instanceof UsageError ? 2 : 1);
  }
}
