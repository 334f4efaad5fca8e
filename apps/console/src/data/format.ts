import { hrefOf } from '../navigation/router.ts';
import { language, texts } from '../texts/texts.ts';
import { toMapUnits } from './map-units.ts';
import { preference } from './preferences.ts';

/** A place of the world in cm, as the routes tell it. */
interface WorldPlace {
  readonly X: number;
  readonly Y: number;
  readonly Z?: number;
}

// Every function follows the chosen language: a view that calls one is drawn again when it changes.

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The units of a duration, largest first, with the one that follows each. */
const UNITS = [
  ['day', DAY],
  ['hour', HOUR],
  ['minute', MINUTE],
  ['second', SECOND],
] as const;

const formats = new Map<string, object>();

/** An `Intl` object of the chosen language, made once under its name: cells of tables ask for it at each render. */
function intl<Format extends object, Options>(
  name: string,
  Kind: new (tag: string, options: Options) => Format,
  options: Options,
): Format {
  const key = `${language.value} ${name}`;
  const format = formats.get(key) ?? new Kind(language.value, options);
  formats.set(key, format);
  return format as Format; // one name is always of the same class
}

export function formatNumber(value: number, digits = 0): string {
  return intl(`number ${digits}`, Intl.NumberFormat, { maximumFractionDigits: digits }).format(value);
}

export function formatPercent(share: number): string {
  return intl('percent', Intl.NumberFormat, { style: 'percent', maximumFractionDigits: 0 }).format(share);
}

/** An amount of bytes in the largest unit of 1024 that leaves a figure before the point, such as `3.6 MiB`. */
export function formatBytes(bytes: number): string {
  const names = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
  const power = Math.min(names.length - 1, Math.max(0, Math.floor(Math.log2(Math.max(1, bytes)) / 10)));
  return `${formatNumber(bytes / 1024 ** power, power === 0 ? 0 : 1)} ${names[power]}`;
}

/** A duration in its two largest units, such as `3 h 20 min`. */
export function formatDuration(ms: number): string {
  const first = UNITS.findIndex(([, size]) => ms >= size);
  const { units } = texts.value.views;
  if (first < 0) return units.second('0');
  const parts: string[] = [];
  let rest = ms;
  for (const [unit, size] of UNITS.slice(first, first + 2)) {
    const count = Math.floor(rest / size);
    rest -= count * size;
    if (count > 0) parts.push(units[unit](formatNumber(count)));
  }
  return parts.join(' ');
}

/** A time in ms as figures of the service show it; a dash for one that was not measured. */
export function formatMs(ms: number | undefined): string {
  return ms === undefined ? '–' : texts.value.health.ms(formatNumber(ms, ms < 10 ? 1 : 0));
}

/** How long ago a moment was, such as `4 min ago`; times are ms since 1970. */
export function formatAge(atMs: number, nowMs: number): string {
  const past = Math.max(0, nowMs - atMs);
  const [unit, size] = UNITS.find(([, size]) => past >= size) ?? ['second', SECOND];
  const { units, ago, now } = texts.value.views;
  return past < SECOND ? now : ago(units[unit](formatNumber(Math.floor(past / size))));
}

/** How a moment in ms since 1970 is written, in the time zone of the browser. */
const formatAs = (name: string, options: Intl.DateTimeFormatOptions) => (atMs: number) =>
  intl(name, Intl.DateTimeFormat, options).format(atMs);

/** Such as `Nov 21, 2026, 14:03:11`. */
export const formatDateTime = formatAs('moment', {
  dateStyle: 'medium',
  timeStyle: 'medium',
  hourCycle: 'h23',
});
export const formatDay = formatAs('day', { month: 'short', day: 'numeric' });
/** Such as `Saturday, November 28`. */
export const formatWeekday = formatAs('weekday', { weekday: 'long', month: 'long', day: 'numeric' });
export const formatTime = formatAs('time', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });

export function formatList(items: readonly string[]): string {
  return intl('list', Intl.ListFormat, {}).format(items);
}

export function dotted(...parts: readonly (string | false)[]): string {
  return parts.filter(Boolean).join(' · ');
}

/** The coordinates that players read from the map, such as `-178, -516`. */
export function formatPlace({ X, Y }: Pick<WorldPlace, 'X' | 'Y'>): string {
  const { mapX, mapY } = toMapUnits({ x: X, y: Y });
  return `${wholeText(mapX)}, ${wholeText(mapY)}`;
}

/** A place as the preferences say: in units of the map, or in cm of the world. */
export function formatShownPlace(place: Pick<WorldPlace, 'X' | 'Y'>): string {
  const { X, Y } = place;
  return preference('coordinates').value === 'map' ? formatPlace(place) : formatWorldPlace({ X, Y });
}

/** World coordinates in cm, such as `-358501, 76298, 2310`; without the height of a place on the ground. */
export function formatWorldPlace({ X, Y, Z }: WorldPlace): string {
  return (Z === undefined ? [X, Y] : [X, Y, Z]).map(wholeText).join(', ');
}

/** Digits that can be typed in again: no separators. */
export function wholeText(value: number): string {
  return String(Math.round(value) || 0); // `|| 0` takes the sign from -0
}

export function mapHref({ X, Y }: Pick<WorldPlace, 'X' | 'Y'>): string {
  return hrefOf('/map', { at: formatPlace({ X, Y }).replace(' ', ''), zoom: '4' });
}
