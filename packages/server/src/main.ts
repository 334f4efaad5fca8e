import { BATCH_SIZE, inThread, loadThread } from './game/start-thread.ts';

// `npm start`; the command line `palatine` begins in cli/main.ts.

const thread = loadThread(); // it loads its code while this thread loads the rest
const { runProgram } = await import('./service/run-program.ts');
await runProgram(inThread(BATCH_SIZE, thread));
