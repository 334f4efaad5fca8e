import { visibleText } from '@palatine/contract';
import { operatorMessage, UsageError } from './data-folder/config-error.ts';
import { VERSION_LINE } from './data-folder/version.ts';
import { HELP, readArguments } from './service/arguments.ts';
import { runService } from './service/run-service.ts';
import { serviceLog } from './service/service-log.ts';
import { openOutput } from './telemetry/standard-output.ts';

// `npm start`; the command line `palatine` begins in cli/main.ts.
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
