import { computed, effect, type ReadonlySignal, signal } from '@preact/signals';

const CHOICES = {
  theme: ['system', 'light', 'dark'],
  density: ['dense', 'comfortable'],
  coordinates: ['map', 'world'],
  sidebar: ['wide', 'narrow'],
} as const;
type Choice<Name extends keyof typeof CHOICES> = (typeof CHOICES)[Name][number];

const DEFAULTS = {
  theme: 'system' as Choice<'theme'>,
  density: 'dense' as Choice<'density'>,
  /** How a place is written: in the units of the game's map, or in cm of the world. */
  coordinates: 'map' as Choice<'coordinates'>,
  sidebar: 'wide' as Choice<'sidebar'>,
  language: '',
  /** Language of the names of items, Pals and the like; '' follows the page. */
  names: '',
  singleKeys: true,
  /** Minutes without use after which the page locks itself; 0: never. */
  idleMinutes: 30,
};

/** The preferences of this browser. They are kept there; the token never is. */
export type Preferences = Readonly<typeof DEFAULTS>;

/** Name in the browser's storage; `public/theme.js` reads it before the first paint. */
const STORAGE = 'palatine.preferences';

/** The preferences; their defaults until `startPreferences`. */
export const preferences = signal<Preferences>(DEFAULTS);

/** The theme that the page has, for what is drawn and not styled. */
export const shownTheme = signal<'light' | 'dark'>('light');

export function preference<Name extends keyof Preferences>(name: Name): ReadonlySignal<Preferences[Name]> {
  return computed(() => preferences.value[name]);
}

export function setPreference<Name extends keyof Preferences>(name: Name, value: Preferences[Name]): void {
  preferences.value = { ...preferences.peek(), [name]: value };
  try {
    localStorage.setItem(STORAGE, JSON.stringify(preferences.value));
  } catch {} // a browser that keeps nothing, or is full, has them until the tab ends
}

/** The preferences in a stored text. What is not as it should be has its default. */
export function readPreferences(text: string | null): Preferences {
  const stored = parseStored(text);
  const given = new Map(Object.entries(typeof stored === 'object' && stored !== null ? stored : {}));
  const entries = Object.entries(DEFAULTS).map(([name, otherwise]) => {
    const value: unknown = given.get(name);
    return [name, isPossible(name, value, otherwise) ? value : otherwise];
  });
  return Object.fromEntries(entries) as Preferences; // each one has the type of its default
}

function isPossible(name: string, value: unknown, otherwise: unknown): boolean {
  if (typeof value !== typeof otherwise) return false;
  if (typeof value === 'number') return Number.isInteger(value) && value >= 0 && value <= 1440;
  const choices = Object.hasOwn(CHOICES, name) ? CHOICES[name as keyof typeof CHOICES] : undefined;
  if (choices !== undefined) return (choices as readonly unknown[]).includes(value);
  return typeof value !== 'string' || value.length <= 16;
}

/** Reads what is kept, and puts theme and density on the page whenever they change. @returns how to stop. */
export function startPreferences(root: HTMLElement): () => void {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const systemDark = signal(dark.matches);
  const read = () => (preferences.value = readPreferences(localStorage.getItem(STORAGE)));
  const onStorage = ({ key }: StorageEvent) => {
    if (key === STORAGE || key === null) read();
  };
  const onSystem = () => (systemDark.value = dark.matches);
  try {
    read();
  } catch {} // a browser that lets no page keep anything
  addEventListener('storage', onStorage);
  dark.addEventListener('change', onSystem);
  const stop = effect(() => {
    const { theme: chosen, density } = preferences.value;
    const applied = chosen === 'system' ? (systemDark.value ? 'dark' : 'light') : chosen;
    root.dataset.theme = applied;
    root.dataset.density = density;
    shownTheme.value = applied;
  });
  return () => {
    stop();
    removeEventListener('storage', onStorage);
    dark.removeEventListener('change', onSystem);
  };
}

export type TextStorage = Pick<Storage, 'getItem' | 'setItem'>;

/** The value of a stored text; undefined without one, and for invalid JSON, as another page of this origin may write. */
export function parseStored(text: string | null | undefined): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
}

/** Texts that stay in this browser under a name, the newest first; at most `limit` of them, of at most `maxChars`. */
function savedTexts(
  storage: TextStorage,
  { name, limit, maxChars }: { name: string; limit: number; maxChars: number },
) {
  const stored = parseStored(storage.getItem(name));
  const before = Array.isArray(stored) ? stored.filter((text) => typeof text === 'string') : [];
  const all = signal<readonly string[]>(before.slice(0, limit));
  const put = (texts: readonly string[]) => {
    all.value = texts;
    storage.setItem(name, JSON.stringify(texts));
  };
  return {
    all,
    /** Keeps a text; the newest stands first. @returns false where it is too long or empty. */
    keep(text: string): boolean {
      const entry = text.trim();
      if (entry === '' || entry.length > maxChars) return false;
      put([entry, ...all.value.filter((saved) => saved !== entry)].slice(0, limit));
      return true;
    },
    drop: (text: string) => put(all.value.filter((saved) => saved !== text)),
  };
}

export function ownTexts(storage: TextStorage) {
  return savedTexts(storage, { name: 'palatine.texts', limit: 30, maxChars: 1000 });
}

export function reasonsFor(storage: TextStorage, actionId: string) {
  return savedTexts(storage, { name: `palatine.reasons.${actionId}`, limit: 5, maxChars: 200 });
}
