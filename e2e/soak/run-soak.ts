import { parseArgs } from 'node:util';
import { soakAttached } from './attached-soak.ts';
import { HOSTILE_KINDS } from './callers.ts';
import { soak } from './soak.ts';
import { type Memory, megabytes, type SoakReport } from './target.ts';

// `npm run soak`: the long forms of soak.deep.test.ts.

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
    const kind = HOSTILE_KINDS.find((known) => known === name);
    if (kind === undefined) throw new Error(`--only: there is no kind "${name}"\n${HELP}`);
    return kind;
  });
  process.stdout.write(`\n${scheme}, seed ${seed}\n`);
  const times = { warmUpMs: eachMs * WARM_UP_SHARE, soakMs: eachMs * (1 - WARM_UP_SHARE) };
  print(await soak({ scheme, seed, kinds, events: EVENTS, unfilledBytes: 0, ...times }));
}

async function runAttached(): Promise<void> {
  process.stdout.write(`\nbeside a game server, seed ${seed}\n`);
  const times = { stormMs: ms * STORM_SHARE, steadyMs: ms * (1 - STORM_SHARE) };
  print(await soakAttached({ seed, unfilledBytes: 0, ...times }));
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
