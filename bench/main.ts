import { cpus, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import { benchAttached } from './attached.ts';
import { benchConsole } from './console.ts';
import { benchImport } from './import.ts';
import { benchReads } from './reads.ts';
import { benchSaveEdit } from './save-edit.ts';
import { FULL, QUICK, type Scale } from './shared.ts';
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
};

const HELP = `npm run bench -- [--quick] [subjects]

  subjects  some of ${Object.keys(SUBJECTS).join(', ')} (default: all)
  --quick   few turns in a small world: whether the benchmark works, not a measurement

Each figure is the median of some turns. Beside it stands its ratio to a baseline that was measured in the same turns.
`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: 'boolean', default: false }, help: { type: 'boolean', default: false } },
});
const unknown = positionals.find((name) => !(name in SUBJECTS));
if (values.help) process.stdout.write(HELP);
else if (unknown !== undefined) throw new Error(`there is no subject "${unknown}"\n${HELP}`);
else await run(positionals.length > 0 ? positionals : Object.keys(SUBJECTS), values.quick ? QUICK : FULL);
process.exit(0);

async function run(names: readonly string[], scale: Scale): Promise<void> {
  const machine = `${cpus().length} x ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GB`;
  process.stdout.write(`Node ${process.version} on ${machine}; a demo world of ${scale.world}\n`);
  for (const name of names) await SUBJECTS[name]?.(scale);
}
