import { parseArgs } from 'node:util';
import { crashRounds, type RoundReport } from './crash-rounds.ts';

// The long form of crash.test.ts: many rounds of kill -9 under load.

const HELP = 'node e2e/crash/run-crash-rounds.ts [--rounds 200] [--seed N] [--per-folder 20]\n';
const LINE_EVERY = 20;

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '200' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    'per-folder': { type: 'string', default: '20' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) process.stdout.write(HELP);
else await run(Number(values.rounds), Number(values.seed), Number(values['per-folder']));

async function run(rounds: number, seed: number, roundsPerFolder: number): Promise<void> {
  process.stdout.write(`${rounds} rounds, seed ${seed}\n`);
  const startedAt = Date.now();
  const done: RoundReport[] = [];
  const onRound = (report: RoundReport) => {
    done.push(report);
    if (done.length % LINE_EVERY === 0) print(`rounds to ${done.length}`, done.slice(-LINE_EVERY));
  };
  try {
    await crashRounds({ seed, rounds, roundsPerFolder, onRound });
  } catch (error) {
    const { message, cause } = error as Error;
    process.stderr.write(`${message}:\n${cause instanceof Error ? cause.message : String(cause)}\n`);
    process.exitCode = 1;
    return;
  }
  print(`all ${done.length} in ${Math.round((Date.now() - startedAt) / 1000)} s`, done);
}

function print(title: string, reports: readonly RoundReport[]): void {
  const sum = (name: keyof RoundReport) => reports.reduce((total, report) => total + report[name], 0);
  process.stdout.write(
    `${title}: ${sum('answered')} answered, ${sum('refused')} refused, ${sum('unanswered')} unanswered ` +
      `of which ${sum('found')} were applied, ${sum('replayed')} keys sent again; the disk was always as expected\n`,
  );
}
