import { computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import { place } from '../navigation/place.ts';
import * as firstEnglish from './en/first.ts';
import type { TextParts, Texts } from './en.ts';

export type { Texts };

/** The languages of the page's texts by tag; all have the same keys. */
export const LANGUAGES = {
  en: {
    name: 'English',
    first: async () => firstEnglish,
    rest: () => import('./en/rest.ts'),
    fleet: () => import('./en/fleet.ts'),
  },
  'zh-CN': {
    name: '简体中文',
    first: () => import('./zh-cn/first.ts'),
    rest: () => import('./zh-cn/rest.ts'),
    fleet: () => import('./zh-cn/fleet.ts'),
  },
} as const satisfies Record<string, TextParts & { name: string }>;
export type Language = keyof typeof LANGUAGES;

interface Loaded {
  readonly language: Language;
  readonly texts: Partial<Texts>;
  /** Whether the second part is among them, and at a gateway that of its fleet. */
  readonly isWhole: boolean;
}

const loaded = signal<Loaded>({ language: 'en', texts: firstEnglish, isWhole: false });

/** The texts in the chosen language. */
export const texts: ReadonlySignal<Texts> = computed(
  // parts.test.ts vouches that code which reads the second part is loaded by `withTexts`.
  () => loaded.value.texts as Texts,
);

/** The language of the texts. */
export const language: ReadonlySignal<Language> = computed(() => loaded.value.language);

let chosen: Language = 'en';
let needsWhole = false;

/** Chooses the language of the page. */
export function chooseLanguage(requested: Language): Promise<void> {
  chosen = requested;
  return load();
}

/** How to load a part of the page together with the texts that only parts loaded later need. */
export function withTexts<Part>(loadPart: () => Promise<Part>): () => Promise<Part> {
  return async () => {
    const [part] = await Promise.all([loadPart(), loadAllTexts()]);
    return part;
  };
}

/** Loads the second part of the texts too; a change of the language keeps it. */
export function loadAllTexts(): Promise<void> {
  needsWhole = true;
  return load();
}

/** Loads what is needed in the chosen language, and again where either changed meanwhile. */
async function load(): Promise<void> {
  const [requested, isWhole] = [chosen, needsWhole];
  if (loaded.value.language === requested && loaded.value.isWhole === isWhole) return;
  const { first, rest, fleet } = LANGUAGES[requested];
  const parts = await Promise.all([first(), isWhole ? rest() : {}, isWhole && place.gateway ? fleet() : {}]);
  if (requested !== chosen || isWhole !== needsWhole) return load();
  loaded.value = { language: requested, texts: { ...parts[0], ...parts[1], ...parts[2] }, isWhole };
}

/** The language of the page that fits a browser's preferences best; English where none does. */
export function languageFor(requested: readonly string[]): Language {
  for (const tag of requested) {
    if (tag in LANGUAGES) return tag as Language; // as `in` says
    if (tag.toLowerCase().startsWith('zh')) return 'zh-CN';
    if (tag.toLowerCase().startsWith('en')) return 'en';
  }
  return 'en';
}

/** Keeps the language of the document right, for hyphenation and screen readers. */
export function followLanguage(root: HTMLElement): () => void {
  return effect(() => {
    root.lang = language.value;
  });
}
