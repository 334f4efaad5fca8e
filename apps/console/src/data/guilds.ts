import { computed, signal } from '@preact/signals';
import { fnv1a } from '../glyphs/shapes.ts';

/** How many colors guilds have: hues 30 degrees apart. */
export const HUES = 12;
/** Guilds with bases nearer to each other than this have different colors where that is possible. */
export const NEIGHBOR_CM = 30_000;
/** Steps through the hues so that the next choice looks unlike the last; has no divisor with HUES in common. */
const STEP = 5;

interface GuildBase {
  readonly guildId: string;
  readonly x: number;
  readonly y: number;
}

const bases = signal<readonly GuildBase[]>([]);
/** The hues of guilds whose bases are known, so that neighbors differ. */
export const guildHues = computed(() => chooseHues(bases.value));

export function setGuildBases(list: readonly GuildBase[]): void {
  bases.value = list;
}

/** The hue of a guild in degrees: one from its id, another where a neighbor has that. */
export function hueOf(guildId: string): number {
  const hue = guildHues.value.get(guildId) ?? fnv1a(guildId) % HUES;
  return hue * (360 / HUES);
}

/** The color of a guild: for shapes, and for texts on the ground of the theme. */
export function guildColor(guildId: string | undefined, dark: boolean, opacity = 1): string {
  const isNoGuild = guildId === undefined || /^[0-]*$/.test(guildId);
  if (isNoGuild) return `rgb(${dark ? '166 180 182' : '93 107 109'} / ${opacity})`;
  return `oklch(${dark ? 0.78 : 0.55} 0.13 ${hueOf(guildId)} / ${opacity})`;
}

/** Hues by guild: that of its id, or the next that no neighbor has. */
export function chooseHues(bases: readonly GuildBase[]): Map<string, number> {
  const neighbors = neighborsOf(bases);
  const hues = new Map<string, number>();
  for (const guildId of [...neighbors.keys()].sort()) {
    const taken = new Set([...(neighbors.get(guildId) ?? [])].map((neighbor) => hues.get(neighbor)));
    const own = fnv1a(guildId) % HUES;
    const choices = Array.from({ length: HUES }, (_, step) => (own + step * STEP) % HUES);
    hues.set(guildId, choices.find((hue) => !taken.has(hue)) ?? own);
  }
  return hues;
}

function neighborsOf(bases: readonly GuildBase[]): Map<string, Set<string>> {
  const cellOf = (cm: number) => Math.floor(cm / NEIGHBOR_CM);
  const cells = Map.groupBy(bases, ({ x, y }) => `${cellOf(x)} ${cellOf(y)}`);
  const sets = new Map(bases.map(({ guildId }) => [guildId, new Set<string>()]));
  const steps = [-1, 0, 1];
  for (const { guildId, x, y } of bases) {
    const around = steps.flatMap((row) => steps.map((column) => `${cellOf(x) + row} ${cellOf(y) + column}`));
    for (const neighbor of around.flatMap((cell) => cells.get(cell) ?? [])) {
      if (neighbor.guildId !== guildId && Math.hypot(neighbor.x - x, neighbor.y - y) <= NEIGHBOR_CM)
        sets.get(guildId)?.add(neighbor.guildId);
    }
  }
  return sets;
}

/** The game's name for a guild until its head names it. Source: 9 of the 10 guilds of a 1.0 save. */
const DEFAULT_NAME = 'Unnamed Guild';

/** The name that players gave a guild; '' for the default name of the game. */
export function givenGuildName(name: string | undefined): string {
  return name === undefined || name === DEFAULT_NAME ? '' : name;
}
