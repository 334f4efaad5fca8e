import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type GameContext, loadCatalogue, QUERIES } from '@palatine/world';
import type { Pace } from './arguments.ts';
import { demoGame } from './demo-game.ts';
import { type PartReport, short, under, withRange } from './report.ts';
import { median, type Ratio, ratioOf } from './statistics.ts';

const FEW_PLAYERS = 1_000;
const MANY_PLAYERS = 10_000;
/** Small worlds that together have as many players, and so as much memory, as the large one. */
const SMALL_WORLDS = MANY_PLAYERS / FEW_PLAYERS;

const DATA = join(import.meta.dirname, '../packages/world/src/catalogue/data');

interface WorldFigures {
  manyPlayersMs: number;
  catalogueMs: number;
  /** The list of the large world against those of all small ones: 1 is linear growth, 10 quadratic. */
  playersGrowth: Ratio;
  /** Reading every table of the catalogue against `JSON.parse` of its files. */
  catalogueTimesParse: Ratio;
}

/** The world without a server: listing players, and reading the catalogue. */
export async function benchWorld({ repeats, warmUpMs }: Pace): Promise<PartReport> {
  const few = Array.from({ length: SMALL_WORLDS }, () => gameOf(FEW_PLAYERS));
  const many = gameOf(MANY_PLAYERS);
  warmUp(warmUpMs, () => [listAll(few), QUERIES.getPlayers(many), readCatalogue(), parseFiles()]);

  const runs = Array.from({ length: repeats }, () => ({
    few: timeMs(() => listAll(few)),
    many: timeMs(() => QUERIES.getPlayers(many)),
    parse: timeMs(parseFiles),
    catalogue: timeMs(readCatalogue),
  }));
  const of = (name: keyof (typeof runs)[number]) => runs.map((run) => run[name]);
  return report({
    manyPlayersMs: median(of('many')),
    catalogueMs: median(of('catalogue')),
    playersGrowth: ratioOf(of('many'), of('few')),
    catalogueTimesParse: ratioOf(of('catalogue'), of('parse')),
  });
}

function report(figures: WorldFigures): PartReport {
  const { manyPlayersMs, catalogueMs, playersGrowth, catalogueTimesParse } = figures;
  return {
    title: 'The world without a server',
    tables: [
      {
        head: ['work', 'ms', 'against its baseline'],
        rows: [
          [`list ${MANY_PLAYERS} players`, short(manyPlayersMs), withRange(playersGrowth)],
          ['read the catalogue', short(catalogueMs), withRange(catalogueTimesParse)],
        ],
      },
    ],
    notes: [
      `Baselines: ${SMALL_WORLDS} lists of ${FEW_PLAYERS} players; JSON.parse of the catalogue's files.`,
    ],
    goals: [
      under(`${MANY_PLAYERS} players, growth`, 4, playersGrowth.median),
      under('catalogue, times JSON.parse', 5, catalogueTimesParse.median),
    ],
    figures,
  };
}

function listAll(games: readonly GameContext[]): unknown[] {
  return games.map((game) => QUERIES.getPlayers(game));
}

function gameOf(players: number): GameContext {
  return demoGame({ players, online: players, palsPerPlayer: 1 });
}

/** Opens a fresh catalogue and reads all of its tables, which it otherwise does on first use. */
function readCatalogue(): number {
  let rows = 0;
  for (const table of Object.values(loadCatalogue())) if (isTable(table)) rows += table.all().length;
  return rows;
}

function isTable(value: unknown): value is { all(): readonly unknown[] } {
  return typeof value === 'object' && value !== null && 'all' in value;
}

function parseFiles(): unknown[] {
  return globSync('*.json', { cwd: DATA }).map((name): unknown =>
    JSON.parse(readFileSync(join(DATA, name), 'utf8')),
  );
}

function warmUp(forMs: number, work: () => unknown): void {
  for (const startedMs = performance.now(); performance.now() - startedMs < forMs; ) work();
}

function timeMs(work: () => unknown): number {
  const startedMs = performance.now();
  work();
  return performance.now() - startedMs;
}
