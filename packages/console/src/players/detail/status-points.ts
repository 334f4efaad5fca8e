import { formatNumber } from '../../data/format.ts';
import type { Texts } from '../../texts/texts.ts';

/** The names that saves give to what a player puts status points into. Source: keys of 1.0 saves. */
const NAMES: Readonly<Record<string, keyof Texts['player']['statusPoints']>> = {
  最大HP: 'hp',
  最大SP: 'stamina',
  攻撃力: 'attack',
  所持重量: 'weight',
  捕獲率: 'capture',
  作業速度: 'work',
};

/** Spent status points as facts: with their names, those that the page does not know with that of the save. */
export function statusPointLines(
  points: Readonly<Record<string, number>>,
  text: Texts['player'],
): [string, string][] {
  return Object.entries(points).map(([key, spent]) => {
    const known = Object.hasOwn(NAMES, key) ? NAMES[key] : undefined;
    return [known === undefined ? key : text.statusPoints[known], formatNumber(spent)];
  });
}
