import { cpus, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import { benchAttached } from './attached.ts';
import { benchConsole } from './console.ts';
import { benchFleet } from './fleet.ts';
import { benchImport } from './import.ts';
import { benchReads } from './reads.ts';
import { benchSaveEdit } from './save-edit.ts';
import { FULL, QUICK, type Scale } from './shared.ts';
import { benchStalls } from './stalls.ts';
import { benchStart } from './start.ts';
import { benchWrites } from './writes.ts';

/** The subjects in the order in which they run. */
const SUBJECTS: Record<string, (scale: Scale) => Promise<void>> = {
  reads: benchReads,
  writes: benchWrites,
  start: benchStart,
  import: benchImport,
  'save-edit': benchSaveEdit,
  attached: benchAttached,
  console: benchConsole,
  fleet: benchFleet,
  stalls: benchStalls,
};

const HELP = `npm run bench -- [--quick] [subjects]

  subjects  some of ${Object.keys(SUBJECTS).join(', ')} (default: all)
  --quick   few turns in a small world: whether the benchmark works, not a measurement

A figure is the median of some turns. Beside it stands its ratio to a baseline that was measured in the same turns,
with the least and the greatest. The process ends with 1 when something fails, and never because something is slow.
`;

try {
  await main();
} catch (error) {
  process.stderr.write(`bench: ${(error as Error).message}\n`);
  process.exit(1);
}
process.exit(0); // the processes and folders of the benchmark go with it

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { quick: { type: 'boolean', default: false }, help: { type: 'boolean', default: false } },
  });
  if (values.help) return void process.stdout.write(HELP);
  const unknown = positionals.find((name) => !(name in SUBJECTS));
  if (unknown !== undefined) throw new Error(`there is no subject "${unknown}"\n${HELP}`);
  const scale = values.quick ? QUICK : FULL;
  const machine = `${cpus().length} x ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GB`;
  process.stdout.write(`Node ${process.version} on ${machine}; a demo world of ${scale.world}\n`);
  for (const name of positionals.length > 0 ? positionals : Object.keys(SUBJECTS))
    await SUBJECTS[name]?.(scale);
}
