import { type AttachedReport, type AttachedSample, soakAttached } from './attached-soak.ts';
import { WRONG_STATUS_MS } from './attached-statuses.ts';

const COLUMNS: [title: string, value: (sample: AttachedSample) => string | number][] = [
  [' phase', ({ phase }) => phase],
  ['seconds', ({ elapsedMs }) => Math.round(elapsedMs / 1000)],
  ['RSS MB', ({ rssBytes }) => megabytes(rssBytes)],
  ['       state', ({ state }) => state],
  ['online', ({ online }) => online],
  ['faults', ({ faults }) => faults],
  ['server starts', ({ serverStarts }) => serverStarts],
  ['starts', ({ starts }) => starts],
  ['orders', ({ orders }) => orders],
  ['asked again', ({ unanswered }) => unanswered],
  ['delivered', ({ delivered }) => delivered],
  ['maintenances', ({ maintenances }) => maintenances],
  ['failed', ({ failedMaintenances }) => failedMaintenances],
  ['moderated', ({ moderated }) => moderated],
  ['saves checked', ({ checks }) => checks],
  ['wrong ms live', ({ longestLiveMs }) => Math.round(longestLiveMs)],
  ['in all', ({ longestMs }) => Math.round(longestMs)],
  ['errors', ({ errors }) => errors],
];
/** Of the time, for the part with kills. */
const STORM_SHARE = 0.5;
const SAMPLES = 20;

/** Soaks the program beside a stand-in and prints a table over time. @returns how many errors there were */
export async function printAttachedSoak(ms: number, seed: number): Promise<number> {
  process.stdout.write(
    `\nbeside a game server, seed ${seed}\n${COLUMNS.map(([title]) => title).join('  ')}\n`,
  );
  const report = await soakAttached({
    seed,
    stormMs: ms * STORM_SHARE,
    steadyMs: ms * (1 - STORM_SHARE),
    unfilledBytes: 0,
    sampleEveryMs: ms / SAMPLES,
    onSample: (sample) => process.stdout.write(`${rowOf(sample)}\n`),
  });
  printReport(report);
  return report.errors.length;
}

function rowOf(sample: AttachedSample): string {
  return COLUMNS.map(([title, value]) => String(value(sample)).padStart(title.length)).join('  ');
}

function printReport({ before, after, last, ...report }: AttachedReport): void {
  process.stdout.write(
    `${rowOf(last)}\n` +
      `in use after collecting garbage: ${megabytes(before.heldBytes)} MB before, ${megabytes(after.heldBytes)} MB after\n` +
      `RSS: ${megabytes(before.rssBytes)} MB before, ${megabytes(after.rssBytes)} MB after\n` +
      `faults: ${countsOf(report.faults)}\n` +
      `moderation: ${countsOf(report.moderated)}\n` +
      `orders that were refused: ${countsOf(report.refused) || 'none'}\n` +
      `a wrong status may be shown for ${WRONG_STATUS_MS} ms while the roster is live\n`,
  );
  for (const failure of report.failures) process.stdout.write(`maintenance: ${failure}\n`);
  for (const [text, count] of report.warnings) process.stdout.write(`log: ${count} × ${text}\n`);
  for (const error of report.errors) process.stdout.write(`ERROR: ${error}\n`);
}

function countsOf(counts: ReadonlyMap<string, number>): string {
  return [...counts].map(([name, count]) => `${name} ${count}`).join(', ');
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}
