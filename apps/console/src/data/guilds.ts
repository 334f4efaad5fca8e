import { computed, type ReadonlySignal, signal } from '@preact/signals';

/** How many colours guilds have: hues 30 degrees apart. */
export const HUES = 12;
/** Guilds with bases nearer to each other than this have different colours where that is possible. */
export const NEIGHBOUR_CM = 30_000;
/** Steps through the hues so that the next choice looks unlike the last; has no divisor with HUES in common. */
const STEP = 5;

/** A base of a guild. Places in cm. */
export interface GuildBase {
  readonly guildId: string;
  readonly x: number;
  readonly y: number;
}

const bases = signal<readonly GuildBase[]>([]);
const resolved = computed(() => chooseHues(bases.value));

/** The hues of guilds whose bases are known, so that neighbours differ. */
export const guildHues: ReadonlySignal<ReadonlyMap<string, number>> = resolved;

/** Makes the neighbours of these bases count all over the page. */
export function setGuildBases(list: readonly GuildBase[]): void {
  bases.value = list;
}

/** The hue of a guild in degrees: one from its id, another where a neighbour has that. */
export function hueOf(guildId: string): number {
  const hue = resolved.value.get(guildId) ?? hash(guildId) % HUES;
  return hue * (360 / HUES);
}

/** The colour of a guild: for shapes, and for texts on the ground of the theme. */
export function guildColour(guildId: string, dark: boolean, opacity = 1): string {
  const isNoGuild = /^[0-]*$/.test(guildId);
  if (isNoGuild) return `rgb(${dark ? '166 180 182' : '93 107 109'} / ${opacity})`;
  return `oklch(${dark ? 0.78 : 0.55} 0.13 ${hueOf(guildId)} / ${opacity})`;
}

/** Hues by guild: that of its id, or the next that no neighbour has. */
export function chooseHues(bases: readonly GuildBase[]): Map<string, number> {
  const neighbours = neighboursOf(bases);
  const hues = new Map<string, number>();
  for (const guildId of [...neighbours.keys()].sort()) {
    const taken = new Set([...(neighbours.get(guildId) ?? [])].map((other) => hues.get(other)));
    const own = hash(guildId) % HUES;
    const choices = Array.from({ length: HUES }, (_, step) => (own + step * STEP) % HUES);
    hues.set(guildId, choices.find((hue) => !taken.has(hue)) ?? own);
  }
  return hues;
}

function neighboursOf(bases: readonly GuildBase[]): Map<string, Set<string>> {
  const cells = new Map<string, GuildBase[]>();
  const cellOf = (cm: number) => Math.floor(cm / NEIGHBOUR_CM);
  for (const base of bases) {
    const key = `${cellOf(base.x)} ${cellOf(base.y)}`;
    cells.set(key, [...(cells.get(key) ?? []), base]);
  }
  const sets = new Map(bases.map(({ guildId }) => [guildId, new Set<string>()]));
  for (const base of bases) {
    for (let row = -1; row <= 1; row++) {
      for (let column = -1; column <= 1; column++) {
        for (const other of cells.get(`${cellOf(base.x) + row} ${cellOf(base.y) + column}`) ?? []) {
          if (other.guildId === base.guildId) continue;
          if (Math.hypot(other.x - base.x, other.y - base.y) > NEIGHBOUR_CM) continue;
          sets.get(base.guildId)?.add(other.guildId);
        }
      }
    }
  }
  return sets;
}

/** FNV-1a of a text. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const character of text) value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return value >>> 0;
}

/** The game's name for a guild until its head names it. Source: 9 of the 10 guilds of a 1.0 save. */
const DEFAULT_NAME = 'Unnamed Guild';

/** The name that somebody gave a guild; '' while it has the one of the game, or none. */
export function givenGuildName(name: string | undefined): string {
  return name === undefined || name === DEFAULT_NAME ? '' : name;
}
