import pino from 'pino';
import { ConfigError } from './data-folder/config-error.ts';
import { VERSION } from './data-folder/version.ts';
import { HELP, readArguments } from './service/arguments.ts';
import { runService } from './service/run-service.ts';

// `npm start`; the command line `palatine` begins in cli/main.ts.
try {
  const args = readArguments(process.argv.slice(2), process.env);
  if (args.help) process.stdout.write(HELP);
  else if (args.version) process.stdout.write(`${VERSION.version_str_long}\n`);
  else await runService(args);
} catch (error) {
  if (error instanceof ConfigError) process.stderr.write(`palatine: ${error.message}\n`);
  else pino({ name: 'palatine' }, pino.destination(2)).fatal({ err: error }, 'the service could not start');
  process.exit(1);
}
