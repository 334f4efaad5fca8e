import { parseArgs } from 'node:util';
import { maintenanceRounds, type RoundReport } from './maintenance-rounds.ts';

// The long form of maintenance-rounds.test.ts: many rounds of kill -9 during maintenances of the game server.

const HELP = 'node e2e/crash/run-maintenance-rounds.ts [rounds, 100] [--lanes 2] [--seed N]\n';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    lanes: { type: 'string', default: '2' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) process.stdout.write(HELP);
else await run(Number(positionals[0] ?? '100'), Number(values.lanes), Number(values.seed));

/** Each lane has its own game server and data folder. */
async function run(rounds: number, lanes: number, seed: number): Promise<void> {
  process.stdout.write(`${rounds} rounds in ${lanes} lanes, seeds from ${seed}\n`);
  const startedAt = Date.now();
  const done: RoundReport[] = [];
  const onRound = (report: RoundReport) => {
    done.push(report);
    const { killed, accepted: given, again, ms } = report;
    process.stdout.write(
      `${done.length}: ${given} given, killed ${killed.join(', ')}, ${again} again, ${ms} ms\n`,
    );
  };
  const shares = Array.from({ length: lanes }, (_, lane) => Math.floor((rounds + lane) / lanes));
  const results = await Promise.allSettled(
    shares.map((share, lane) => maintenanceRounds({ seed: seed + lane, rounds: share, onRound })),
  );
  for (const result of results) {
    if (result.status === 'fulfilled') continue;
    process.stderr.write(`${(result.reason as Error).stack}\n`);
    process.exitCode = 1;
  }
  const sum = (of: (report: RoundReport) => number) => done.reduce((total, report) => total + of(report), 0);
  process.stdout.write(
    `${done.length} rounds in ${Math.round((Date.now() - startedAt) / 1000)} s: ${sum(({ killed }) => killed.length)} kills, ` +
      `${sum(({ accepted: given }) => given)} deliveries given, each in the game once; ${sum(({ again }) => again)} maintenances more\n`,
  );
}
