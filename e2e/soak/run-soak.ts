import { parseArgs } from 'node:util';
import { soakAttached } from './attached-soak.ts';
import { HOSTILE_KINDS } from './callers.ts';
import { soak } from './soak.ts';
import { type Memory, megabytes, type Sample, type SoakReport } from './target.ts';

// `npm run soak`: the long form of soak.deep.test.ts and attached-soak.deep.test.ts, with a table over time.

const HELP = `npm run soak -- [options]

Hostile callers against a separate world, half of the time over HTTP and half over TLS.

  --attached    players, deliveries, maintenances, faults and kills beside a stand-in of the game server instead
  --minutes N   how long (default 10)
  --only KINDS  some of ${HOSTILE_KINDS.join(', ')}
  --seed N
  --help
`;

const MINUTE_MS = 60_000;
/** The share of the time for what comes before the memory is measured first: the warm-up, and beside a game server the kills. */
const WARM_UP_SHARE = 0.3;
const STORM_SHARE = 0.5;
const SAMPLES = 20;
/** As many as the game keeps. */
const EVENTS = 10_000;

const { values } = parseArgs({
  options: {
    attached: { type: 'boolean', default: false },
    minutes: { type: 'string', default: '10' },
    only: { type: 'string', default: HOSTILE_KINDS.join() },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    help: { type: 'boolean', default: false },
  },
});
const [seed, ms] = [Number(values.seed), Number(values.minutes) * MINUTE_MS];
if (values.help) process.stdout.write(HELP);
else if (values.attached) await runAttached();
else for (const scheme of ['http', 'https'] as const) await run(scheme, ms / 2);

async function run(scheme: 'http' | 'https', eachMs: number): Promise<void> {
  const kinds = values.only.split(',').map((name) => {
    const kind = HOSTILE_KINDS.find((each) => each === name);
    if (kind === undefined) throw new Error(`--only: there is no kind "${name}"\n${HELP}`);
    return kind;
  });
  const onSample = tableOf(scheme);
  const options = {
    scheme,
    seed,
    kinds,
    events: EVENTS,
    unfilledBytes: 0,
    sampleEveryMs: eachMs / SAMPLES,
    onSample,
  };
  print(await soak({ ...options, warmUpMs: eachMs * WARM_UP_SHARE, soakMs: eachMs * (1 - WARM_UP_SHARE) }));
}

async function runAttached(): Promise<void> {
  const options = {
    seed,
    unfilledBytes: 0,
    sampleEveryMs: ms / SAMPLES,
    onSample: tableOf('beside a game server'),
  };
  print(await soakAttached({ ...options, stormMs: ms * STORM_SHARE, steadyMs: ms * (1 - STORM_SHARE) }));
}

/** Prints a title at once, and each sample as a row, the first below a head. */
function tableOf(title: string): (sample: Sample) => void {
  process.stdout.write(`\n${title}, seed ${seed}\n`);
  let isFirst = true;
  return (sample) => {
    if (isFirst) process.stdout.write(`${Object.keys(sample).join('  ')}\n`);
    isFirst = false;
    const cells = Object.entries(sample).map(([name, value]) => String(value).padStart(name.length));
    process.stdout.write(`${cells.join('  ')}\n`);
  };
}

/** The process ends with 1 when something was wrong. */
function print({ before, after, counts, errors }: SoakReport): void {
  const from = (figure: keyof Memory) =>
    `${megabytes(before[figure])} MB before, ${megabytes(after[figure])} MB after`;
  const lines = [
    `in use after collecting garbage: ${from('heldBytes')}`,
    `RSS: ${from('rssBytes')}`,
    ...[...counts].map(([what, times]) => `${times} × ${what}`),
    ...errors.map((error) => `ERROR: ${error}`),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
  if (errors.length > 0) process.exitCode = 1;
}
