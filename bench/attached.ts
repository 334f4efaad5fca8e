import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Pace } from './arguments.ts';
import { type AttachedSave, attachedSave, timeReading } from './attached-save.ts';
import { type PartReport, short, type Table, under, withRange } from './report.ts';
import { get, type Holds, type MeasuredServer, startMeasuredPalatine, TOKEN } from './servers.ts';
import { median, type Ratio, ratioOf } from './statistics.ts';
import { newFolder } from './tidy.ts';

/** The save of the goals. */
const GOAL_SAVE = 'v1_relics';
const MOST_SECONDS = 2;
const LONGEST_HOLD_MS = 50;

/** As Server.json has it unless somebody changes it: the files have to stand still for so long (docs/decisions/0032). */
const SETTLE_MS = 500;
/** Between two requests that look whether the autosave is served. */
const LOOK_MS = 5;
const SERVED_WITHIN_MS = 30_000;
/** The first autosaves run code that nothing has optimized yet. */
const WARM_UP = 2;

/** How the tools of section 8.4 of the notes on the running server read a save, and how often. */
const OTHER_TOOLS = [
  ['PST', 'copy, external reader; no consistency check', '120 s'],
  ['skylark', 'external reader, again if a file moved', '30 s'],
  ['PalPanel', 'fingerprint, index on access', '10 s after access'],
  ['live-map, Gaylemon', 'backup generations only', '15 s'],
  ['paladin', 'staged copy', '60 s'],
  ['palworld-lens', 'watcher; SFTP poll', '1 s; 60 s'],
];

interface Turn {
  /** From the last rename of an autosave to the first response that shows it. */
  servedMs: number;
  readingMs: number;
  holds: Holds;
}

interface Figures {
  save: string;
  changed: number;
  settleMs: number;
  first: Holds;
  turns: Turn[];
  /** What is left of the time without the settling, against reading and importing the save once. */
  timesReading: Ratio;
}

/** From an autosave of the game to the response that shows it, beside a game server that only saves. */
export async function benchAttached(pace: Pace, saves: string[], savesFrom: string): Promise<PartReport> {
  const save = saves.find((path) => basename(path) === GOAL_SAVE);
  if (save === undefined) {
    const notes = [
      `Skipped: no save ${GOAL_SAVE} in ${savesFrom}. Give it as an argument, or set PALATINE_SAVES.`,
    ];
    return { title: 'Beside a running game server', tables: [], notes, goals: [], figures: [] };
  }
  const figures = await measure(await attachedSave(save), pace.repeats);
  return report(figures);
}

async function measure(save: AttachedSave, repeats: number): Promise<Figures> {
  const data = attachedDataFolder(save.folder);
  await using server = await startMeasuredPalatine(data);
  await until(async () => (await pointsOf(server, save)) !== undefined);
  await delay(2 * SETTLE_MS);
  const first = await server.holds();
  const turns: Turn[] = [];
  for (let number = 1; number <= WARM_UP + repeats; number++) {
    const points = 10_000 + number;
    const files = await save.prepare(points);
    await server.holds();
    const savedMs = save.autosave(files);
    await until(async () => (await pointsOf(server, save)) === points);
    const servedMs = performance.now() - savedMs;
    await delay(SETTLE_MS); // the records are written a few at a time
    const holds = await server.holds();
    const readingMs = await timeReading(save.folder);
    if (number > WARM_UP) turns.push({ servedMs, readingMs, holds });
  }
  const timesReading = ratioOf(
    turns.map(({ servedMs }) => servedMs - SETTLE_MS),
    turns.map(({ readingMs }) => readingMs),
  );
  return { save: GOAL_SAVE, changed: save.changed, settleMs: SETTLE_MS, first, turns, timesReading };
}

/** A data folder that is attached to a save; nothing answers at the REST address. */
function attachedDataFolder(folder: string): string {
  const data = newFolder();
  const tokens = join(data, 'RESTAPI', 'Tokens');
  mkdirSync(tokens, { recursive: true });
  const write = (path: string, content: object) => writeFileSync(path, JSON.stringify(content));
  write(join(tokens, 'Bench.json'), { Name: 'Bench', Token: TOKEN, Permissions: '*' });
  write(join(data, 'Config.json'), { playerResolution: 'Known' });
  writeFileSync(join(data, 'password'), 'bench');
  write(join(data, 'Server.json'), {
    SaveFolder: folder,
    Rest: { Url: 'http://127.0.0.1:1', PasswordFile: 'password' },
    Polls: { SettleSeconds: SETTLE_MS / 1000 },
  });
  return data;
}

/** The technology points that the service shows; undefined while it does not know the player. */
async function pointsOf({ port }: MeasuredServer, { uid }: AttachedSave): Promise<number | undefined> {
  try {
    const body = JSON.parse((await get(port, `/v1/pdapi/progression/${uid}`)).toString()) as {
      Progression: { Currencies: { technologyPoints: number } };
    };
    return body.Progression.Currencies.technologyPoints;
  } catch (error) {
    if (error instanceof Error && /: 4\d\d /.test(error.message)) return undefined;
    throw error;
  }
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  const endMs = performance.now() + SERVED_WITHIN_MS;
  while (!(await holds())) {
    if (performance.now() > endMs)
      throw new Error(`an autosave was not served within ${SERVED_WITHIN_MS / 1000} s`);
    await delay(LOOK_MS);
  }
}

function report(figures: Figures): PartReport {
  const { turns, changed, first, timesReading } = figures;
  const worst = (of: (turn: Turn) => number) => Math.max(...turns.map(of));
  const servedSeconds = turns.map(({ servedMs }) => servedMs / 1000);
  const holdMs = Math.max(
    first.gameMs,
    worst(({ holds }) => holds.gameMs),
  );
  const measured: Table = {
    head: [
      'save',
      'served after s',
      'longest s',
      'of it settling s',
      'reading once s',
      'rest : reading',
      'game thread held ms',
      'main thread held ms',
    ],
    rows: [
      [
        GOAL_SAVE,
        short(median(servedSeconds)),
        short(Math.max(...servedSeconds)),
        short(SETTLE_MS / 1000),
        short(median(turns.map(({ readingMs }) => readingMs)) / 1000),
        withRange(timesReading),
        short(holdMs),
        short(
          Math.max(
            first.mainMs,
            worst(({ holds }) => holds.mainMs),
          ),
        ),
      ],
    ],
  };
  const others: Table = {
    head: ['other tools', 'how they read', 'interval'],
    rows: [
      ...OTHER_TOOLS,
      [
        'Palatine',
        'settled, compared before and after, differences',
        `looks every 0.25 s, waits ${SETTLE_MS / 1000} s`,
      ],
    ],
  };
  return {
    title: 'Beside a running game server: from an autosave to the response that shows it',
    tables: [measured, others],
    notes: [
      `Medians of ${turns.length} autosaves, each of which changes ${changed.toLocaleString('en')} Pals and a player. The time counts from the last rename.`,
      `It includes ${SETTLE_MS} ms in which the files have to stand still (SettleSeconds, docs/decisions/0032). With the 2 s of section 8.4 it is 1.5 s more; a copy that the game has finished needs no settling.`,
      'The other intervals are theirs, as section 8.4 of the notes lists them; they were not measured.',
    ],
    goals: [
      under(
        `${GOAL_SAVE}: an autosave is served, settling included`,
        MOST_SECONDS,
        Math.max(...servedSeconds),
        ' s',
      ),
      under(
        `${GOAL_SAVE}: longest hold of the game thread, first sync included`,
        LONGEST_HOLD_MS,
        holdMs,
        ' ms',
      ),
    ],
    figures,
  };
}
