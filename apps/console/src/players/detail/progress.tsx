import type { PlayerDetails, PlayerProgress } from '@palatine/contract';
import { catalogue } from '../../data/catalogue.ts';
import type { CatalogueEntries } from '../../data/catalogue-entries.ts';
import { formatNumber } from '../../data/format.ts';
import { Meter } from '../../kit/Meter.tsx';
import { type Texts, texts } from '../../texts/texts.ts';
import { Unknown } from '../../views/Values.tsx';

export function ExpBar({ details }: { details: PlayerDetails }) {
  const text = texts.value.player;
  const { Exp, LevelExp } = details;
  if (Exp === undefined || LevelExp === undefined) return <Unknown />;
  const { From, To } = LevelExp;
  if (To === undefined) return <>{text.expAtMax(formatNumber(Exp))}</>;
  const label = text.expTo(formatNumber(Exp), formatNumber(To - Exp));
  return (
    <>
      {label}
      <Meter label={text.exp} value={Math.max(0, Exp - From)} max={To - From} text={label} />
    </>
  );
}

/** The names that saves give to what a player puts status points into. Source: keys of 1.0 saves. */
const NAMES = new Map<string, keyof Texts['player']['statusPoints']>([
  ['最大HP', 'hp'],
  ['最大SP', 'stamina'],
  ['攻撃力', 'attack'],
  ['所持重量', 'weight'],
  ['捕獲率', 'capture'],
  ['作業速度', 'work'],
]);

/** The names that saves give to the ranks that relics buy, by relic type. Source: keys of 1.0 saves. */
const RELIC_RANKS = new Map([
  ['空腹率低減', 'HungerReduction'],
  ['泳ぎ速度', 'SwimSpeed'],
  ['食料腐敗低減', 'FoodDecayReduction'],
  ['ジャンプ力', 'JumpPower'],
  ['滑空速度', 'GliderSpeed'],
  ['崖登り速度', 'ClimbSpeed'],
  ['状態異常耐性', 'StatusAilmentResist'],
  ['パルスフィアホーミング', 'SphereHoming'],
  ['経験値ボーナス', 'ExpBonus'],
  ['虹パッシブ率', 'RainbowPassiveRate'],
  ['移動速度アップ', 'MoveSpeed'],
]);

/** Spent status points as facts, with the name of the save for those that the page does not know. */
export function statusPointLines(points: Readonly<Record<string, number>>): [string, string][] {
  const names = texts.value.player.statusPoints;
  return Object.entries(points)
    .filter(([key]) => !RELIC_RANKS.has(key))
    .map(([key, spent]) => {
      const id = NAMES.get(key);
      return [id === undefined ? key : names[id], formatNumber(spent)];
    });
}

export function relicRanks(points: Readonly<Record<string, number>>): ReadonlyMap<string, number> {
  return new Map(
    Object.entries(points).flatMap(([key, rank]) => {
      const relic = RELIC_RANKS.get(key);
      return relic === undefined ? [] : [[relic, rank] as const];
    }),
  );
}

/** How much of something is done, of all there is. */
export interface Tally {
  readonly done: number;
  readonly all: number;
}

interface BossLine {
  readonly boss: CatalogueEntries['Bosses'];
  /** How often it was defeated; 1 where only a flag is kept. */
  readonly defeated: number;
  readonly defeatedHard: number;
  /** Whether it was defeated in either difficulty. */
  readonly isDone: boolean;
}

/** The bosses of a kind with what a player has done to them; undefined while either is not known. */
export function bossLines(progress: PlayerProgress, kind: string): BossLine[] | undefined {
  const bosses = catalogue.value?.entries('Bosses');
  const { Bosses } = progress;
  if (bosses === undefined || Bosses === undefined) return undefined;
  const count = (key: string) =>
    key === ''
      ? 0
      : (Bosses.towerBossDefeatCounts[key] ??
        Bosses.raidBossDefeatCounts[key] ??
        Number(Bosses.normalBossDefeatFlags[key] ?? 0));
  return bosses
    .filter((boss) => boss.Kind === kind)
    .map((boss) => {
      const [defeated, defeatedHard] = [count(boss.Key) || count(boss.ID), count(boss.HardKey)];
      return { boss, defeated, defeatedHard, isDone: defeated + defeatedHard > 0 };
    });
}

/** How many species a player has caught, and how often; undefined where the world does not know it. */
export function captureTally({ Captures }: PlayerProgress): { species: number; caught: number } | undefined {
  if (Captures === undefined) return undefined;
  const counts = Object.values(Captures.palCaptureCounts).filter((count) => count > 0);
  return { species: counts.length, caught: counts.reduce((sum, count) => sum + count, 0) };
}
