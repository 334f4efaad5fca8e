import { writeFileSync } from 'node:fs';
import { type BenchArguments, helpText, readBenchArguments } from './arguments.ts';
import { benchAttached } from './attached.ts';
import { benchStart } from './cold-start.ts';
import { benchCompression } from './compression.ts';
import { benchConsolePages } from './console-pages.ts';
import { benchConsoleReads } from './console-reads.ts';
import { benchDamage } from './damage.ts';
import { benchFairness } from './fairness.ts';
import { benchFleet } from './fleet.ts';
import { benchImport } from './import.ts';
import { benchPlayers } from './players.ts';
import { machine, type PartReport, toText } from './report.ts';
import { benchSaveEdit } from './save-edit.ts';
import { benchSpeed } from './speed.ts';
import { benchWorld } from './world.ts';
import { benchWrites } from './writes.ts';

/** The parts of the benchmark by the name `--only` takes, in the order in which they run. */
const PARTS: Record<string, (args: BenchArguments) => Promise<PartReport>> = {
  players: ({ pace }) => benchPlayers(pace),
  compression: ({ pace }) => benchCompression(pace),
  writes: ({ pace }) => benchWrites(pace),
  speed: ({ pace }) => benchSpeed(pace),
  import: ({ pace, saves, savesFrom }) => benchImport(pace, saves, savesFrom),
  'save-edit': ({ pace, saves, savesFrom }) => benchSaveEdit(pace, saves, savesFrom),
  damage: ({ pace }) => benchDamage(pace),
  world: ({ pace }) => benchWorld(pace),
  'console-reads': ({ pace }) => benchConsoleReads(pace),
  console: ({ pace }) => benchConsolePages(pace),
  fairness: ({ pace }) => benchFairness(pace),
  fleet: ({ pace, quick, worlds }) => benchFleet({ pace, quick, worlds }),
  attached: ({ pace, saves, savesFrom }) => benchAttached(pace, saves, savesFrom),
  start: ({ pace, saves, savesFrom }) => benchStart(pace, saves, savesFrom),
};

try {
  await main(readBenchArguments(process.argv.slice(2), process.env, Object.keys(PARTS)));
} catch (error) {
  process.stderr.write(`bench: ${(error as Error).message}\n`);
  process.exit(1);
}
process.exit(0); // tidy.ts kills the children and removes the folders

async function main(args: BenchArguments): Promise<void> {
  if (args.help) return void process.stdout.write(helpText(Object.keys(PARTS)));
  const on = machine();
  const startedAt = new Date();
  process.stdout.write(
    `Node ${on.node} on ${on.cores} x ${on.cpu}, ${on.memoryGb} GB, ${on.system}, load ${on.load.toFixed(2)}${args.quick ? '; --quick' : ''}\n`,
  );
  const reports: Record<string, PartReport> = {};
  for (const [name, run] of Object.entries(PARTS)) {
    if (!args.parts.includes(name)) continue;
    const report = await run(args);
    reports[name] = report;
    process.stdout.write(`\n${toText(report)}\n`);
  }
  if (args.json === undefined) return;
  const parts = Object.entries(reports).map(([name, { goals, figures }]) => [name, { goals, figures }]);
  const whole = { startedAt, machine: on, pace: args.pace, parts: Object.fromEntries(parts) as unknown };
  writeFileSync(args.json, `${JSON.stringify(whole, null, 2)}\n`);
}
