import { openOutput } from '@palatine/platform/log-destination';
import { runProgram } from './serve/run-program.ts';

// `npm start`; the command line `palatine` begins in main.ts.

const code = await runProgram(process.argv.slice(2), {
  stdout: openOutput(1),
  stderr: openOutput(2),
  env: process.env,
  cwd: process.cwd(),
});
if (code !== 0) process.exit(code);
