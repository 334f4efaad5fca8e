import { existsSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';
import { parseArgs } from 'node:util';
import { printProgress, runTests } from './run-tests.ts';
import { allTests, type Selection, selectTests, TEST_KINDS } from './test-kinds.ts';
import { testsIn } from './test-results.ts';
import { summaryText } from './test-summary.ts';

const HELP = `npm test -- [options] [files and folders]
Without files: all tests.

  --only NAME   only tests whose name contains NAME
  --help        this text`;

const root = resolve(import.meta.dirname, '..');
const print = (line: string) => process.stdout.write(`${line}\n`);

process.exitCode = await main();

async function main(): Promise<number> {
  const { selections, only, help, all } = parse();
  if (help) {
    print(HELP);
    return 0;
  }
  print(
    `${selections.map(selectionText).join(', ')}${all ? `; usually ${usualTime()} on two idle cores` : ''}`,
  );
  const results = await runTests(root, selections, { only, listener: printProgress(print) });
  if (results.every((kind) => testsIn(kind) === 0)) {
    process.stderr.write(`no test is called ${only}\n`);
    return 1;
  }
  process.stdout.write(summaryText(results));
  return results.some(({ failures }) => failures.length > 0) ? 1 : 0;
}

function selectionText({ kind, files }: Selection): string {
  return `${kind.name} tests: ${files.length} ${files.length === 1 ? 'file' : 'files'}`;
}

function usualTime(): string {
  const seconds = TEST_KINDS.reduce((sum, { usualSeconds }) => sum + usualSeconds, 0);
  return `about ${Math.ceil(seconds / 60)} minutes`;
}

interface CommandLine {
  selections: Selection[];
  only: string | undefined;
  help: boolean;
  all: boolean;
}

/** Ends the process when the command line is wrong. */
function parse(): CommandLine {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { only: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
    });
    const { only, help = false } = values;
    if (only === '') throw new Error('--only needs a name');
    const all = positionals.length === 0;
    const selections = all ? allTests(root) : selectTests(root, positionals.map(fromRoot));
    return { selections, only, help, all: all && only === undefined };
  } catch (error) {
    process.stderr.write(`npm test: ${(error as Error).message}\n`);
    process.exit(2);
  }
}

/** npm starts its scripts in the project's folder, and names the folder that it was started in itself. */
function fromRoot(file: string): string {
  const path = resolve(process.env.INIT_CWD ?? '.', file);
  const found = existsSync(path) ? path : resolve(root, file);
  if (!existsSync(found)) throw new Error(`there is no ${file}`);
  return relative(root, found).replaceAll(sep, '/');
}
