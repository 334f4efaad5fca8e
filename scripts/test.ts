import { runTests, TEST_KINDS } from './tests.ts';

process.exitCode = await runTests(TEST_KINDS, 'spec');
