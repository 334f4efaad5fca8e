import { addResults, type Failure, noResults, type Results, skippedIn, testsIn } from './test-results.ts';

export interface KindResults extends Results {
  kind: string;
  files: number;
}

/** The end of `npm test`: counts and times, why tests were skipped, Node's own lines of counts, failures, verdict. */
export function summaryText(kinds: readonly KindResults[]): string {
  const total: KindResults = { ...noResults(), kind: 'all', files: 0 };
  for (const kind of kinds) {
    addResults(total, kind);
    total.files += kind.files;
  }
  const parts = [
    table(kinds.length > 1 ? [...kinds, total] : kinds),
    skipsText(total),
    countLines(total),
    ...total.failures.map(failureText),
    verdict(total),
  ];
  return `\n${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function table(kinds: readonly KindResults[]): string {
  const rows = [['', 'files', 'passed', 'failed', 'skipped', 'time']];
  for (const each of kinds) {
    const counts = [each.files, each.passed, each.failures.length, skippedIn(each)];
    rows.push([each.kind, ...counts.map((count) => count.toLocaleString('en')), timeText(each.ms)]);
  }
  const widths = rows[0]?.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0))) ?? [];
  const pad = (cell: string, at: number) =>
    at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0);
  return rows.map((row) => row.map(pad).join('   ')).join('\n');
}

/** Why tests were skipped; '' when none was. */
export function skipsText(results: Results): string {
  if (results.skipped.size === 0) return '';
  const reasons = [...results.skipped].sort(([, a], [, b]) => b - a);
  const width = `${reasons[0]?.[1]}`.length;
  const lines = reasons.map(([reason, count]) => `  ${`${count}`.padStart(width)}  ${reason}`);
  return [`${skippedIn(results)} skipped:`, ...lines].join('\n');
}

/** The lines that Node's own reporters end with, for programs that read them. */
function countLines(results: Results): string {
  const { passed, failures, todo, ms } = results;
  const counts = {
    tests: testsIn(results),
    pass: passed,
    fail: failures.length,
    skipped: skippedIn(results),
    todo,
    duration_ms: Math.round(ms),
  };
  return Object.entries(counts)
    .map(([name, count]) => `ℹ ${name} ${count}`)
    .join('\n');
}

/** A failure with its place, its error, and the command that runs its test alone. */
export function failureText({ name, file, line, only, error }: Failure): string {
  const lines = [`✖ ${name}`];
  if (file !== undefined) lines.push(line ? `${file}:${line}` : file);
  if (error !== '') lines.push(...error.trimEnd().split('\n'));
  if (file !== undefined) {
    lines.push(`run it alone: npm test -- ${file}${only === undefined ? '' : ` --only ${quoted(only)}`}`);
  }
  return lines.join('\n  ');
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

function verdict(total: KindResults): string {
  const tests = `${testsIn(total).toLocaleString('en')} tests in ${timeText(total.ms)}`;
  const failed = total.failures.length;
  if (failed > 0) return `✖ ${failed} failed of ${tests}`;
  const skipped = skippedIn(total);
  return skipped > 0 ? `✔ none failed of ${tests}; ${skipped} skipped` : `✔ all passed: ${tests}`;
}

export function timeText(ms: number): string {
  const seconds = ms / 1000;
  return seconds < 60
    ? `${seconds.toFixed(1)} s`
    : `${Math.floor(seconds / 60)} min ${Math.floor(seconds % 60)} s`;
}
