import { runTests } from './tests.ts';

process.exitCode = await runTests({ quick: false });
