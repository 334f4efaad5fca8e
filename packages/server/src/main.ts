import { runProgram } from './service/run-program.ts';

// `npm start`; the command line `palatine` begins in cli/main.ts.

await runProgram();
