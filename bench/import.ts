import {
  deflatedCopy,
  inTurns,
  newFolder,
  printTable,
  type Row,
  RUN_COLUMNS,
  type Run,
  runNode,
  runPalatine,
  type Scale,
  saveFolders,
} from './shared.ts';

/** The least work of an import: reads and inflates the files of the folder. */
const INFLATE = `const { readdirSync, readFileSync } = require('node:fs');
const { inflateSync } = require('node:zlib');
const folder = process.argv[1];
for (const name of readdirSync(folder)) inflateSync(readFileSync(folder + '/' + name));`;

/** `palatine world import` of save folders, against a process that only inflates the same bytes. */
export async function benchImport(scale: Scale): Promise<void> {
  const rows: Row<Run>[] = [];
  for (const [name, folder] of Object.entries(await saveFolders(scale))) {
    const deflated = await deflatedCopy(folder);
    const turns = await inTurns(scale.repeats, {
      inflate: { measure: () => runNode('-e', INFLATE, deflated) },
      import: { measure: () => runPalatine('world', 'import', folder, '--data', newFolder()) },
    });
    rows.push({ name: `${name}, inflated`, measured: turns.inflate });
    rows.push({ name: '  imported', measured: turns.import, baseline: turns.inflate });
  }
  printTable('Import of a save', RUN_COLUMNS, rows);
}
