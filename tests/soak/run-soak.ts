import { parseArgs } from 'node:util';
import { printAttachedSoak } from './attached-table.ts';
import { HOSTILE_KINDS, type HostileKind } from './hostile-callers.ts';
import { type SoakReport, type SoakSample, soak } from './soak.ts';

// `npm run soak`: the long form of soak.test.ts and attached-soak.test.ts, with a table over time.

const HELP = `npm run soak -- [options]

Hostile callers against a world of its own; --attached soaks the program beside a stand-in of the game server.

  --attached      players, deliveries, maintenances, faults and kills beside a stand-in; goes with --minutes and --seed
  --minutes N     how long; against a world of its own half over HTTP and half over TLS (default 10)
  --over SCHEME   http or https only
  --only KINDS    some of ${HOSTILE_KINDS.join(', ')}
  --alone         each kind by itself, one after another, each for its share of the time
  --events N      events to begin with (default 10000, as many as the game keeps)
  --seed N
  --help
`;

const MINUTE_MS = 60_000;
/** Of the time, for the warm-up. */
const WARM_UP_SHARE = 0.3;
const SAMPLES = 20;
const SCHEMES = ['http', 'https'] as const;
/** Options of the hostile callers. */
const HOSTILE_ONLY = ['over', 'only', 'alone', 'events'] as const;
const EVENTS = 10_000;

const COLUMNS: [title: string, value: (sample: SoakSample) => string | number][] = [
  ['phase', ({ phase }) => phase],
  ['seconds', ({ elapsedMs }) => Math.round(elapsedMs / 1000)],
  ['RSS MB', ({ rssBytes }) => megabytes(rssBytes)],
  ['heap MB', ({ heapBytes }) => megabytes(heapBytes)],
  ['external MB', ({ externalBytes }) => megabytes(externalBytes)],
  ['connections', ({ connections }) => connections],
  ['watchers', ({ watchers }) => watchers],
  ['queue', ({ queueDepth }) => queueDepth],
  ['answers', ({ ordinary }) => ordinary.answers],
  ['busy', ({ ordinary }) => ordinary.busy],
  ['wrong', ({ ordinary }) => ordinary.wrong.length],
  ['slowest ms', ({ ordinary }) => Math.round(ordinary.slowestMs)],
  ['hostile rounds', ({ hostileRounds }) => hostileRounds],
];
const HEAD = COLUMNS.map(([title]) => title).join('  ');

const { values } = parseArgs({
  options: {
    attached: { type: 'boolean', default: false },
    minutes: { type: 'string', default: '10' },
    over: { type: 'string' },
    only: { type: 'string' },
    alone: { type: 'boolean', default: false },
    events: { type: 'string' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    help: { type: 'boolean', default: false },
  },
});

if (values.help) process.stdout.write(HELP);
else process.exitCode = await run();

async function run(): Promise<number> {
  const ms = Number(values.minutes) * MINUTE_MS;
  if (values.attached) {
    const found = HOSTILE_ONLY.filter((option) => values[option] !== undefined && values[option] !== false);
    if (found.length > 0) throw new Error(`--${found[0]} does not go with --attached\n${HELP}`);
    return (await printAttachedSoak(ms, Number(values.seed))) === 0 ? 0 : 1;
  }
  const chosen = values.only?.split(',').map(kindNamed) ?? HOSTILE_KINDS;
  const groups = values.alone ? chosen.map((kind) => [kind]) : [chosen];
  const schemes = SCHEMES.filter((scheme) => values.over === undefined || values.over === scheme);
  const eachMs = ms / (groups.length * schemes.length);
  let errors = 0;
  for (const kinds of groups) {
    for (const scheme of schemes) errors += await soakOnce(scheme, kinds, eachMs);
  }
  return errors === 0 ? 0 : 1;
}

function kindNamed(name: string): HostileKind {
  const kind = HOSTILE_KINDS.find((each) => each === name);
  if (kind === undefined) throw new Error(`--only: there is no kind "${name}"\n${HELP}`);
  return kind;
}

async function soakOnce(
  scheme: 'http' | 'https',
  kinds: readonly HostileKind[],
  ms: number,
): Promise<number> {
  const seed = Number(values.seed);
  process.stdout.write(`\n${scheme}, seed ${seed}: ${kinds.join(', ')}\n${HEAD}\n`);
  const report = await soak({
    scheme,
    seed,
    kinds,
    events: Number(values.events ?? EVENTS),
    warmUpMs: ms * WARM_UP_SHARE,
    unfilledBytes: 0,
    soakMs: ms * (1 - WARM_UP_SHARE),
    sampleEveryMs: ms / SAMPLES,
    onSample: (sample) => process.stdout.write(`${rowOf(sample)}\n`),
  });
  printReport(report);
  return report.errors.length;
}

function rowOf(sample: SoakSample): string {
  return COLUMNS.map(([title, value]) => String(value(sample)).padStart(title.length)).join('  ');
}

function printReport({ before, after, ordinary, rounds, errors }: SoakReport): void {
  const { answers, busy, slowestMs } = ordinary;
  const each = [...rounds].map(([kind, count]) => `${kind} ${count}`).join(', ');
  process.stdout.write(
    `in use after collecting garbage: ${megabytes(before.heldBytes)} MB before, ${megabytes(after.heldBytes)} MB after\n` +
      `RSS: ${megabytes(before.rssBytes)} MB before, ${megabytes(after.rssBytes)} MB after\n` +
      `${answers} ordinary answers, ${busy} of them busy, the slowest after ${Math.round(slowestMs)} ms\n` +
      `rounds: ${each}\n`,
  );
  for (const error of errors) process.stdout.write(`ERROR: ${error}\n`);
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}
