import { computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import { en, type Texts } from './en.ts';

export type { Texts };

/** The languages of the page's texts by tag, each loaded when it is chosen. */
export const LANGUAGES = {
  en: { name: 'English', load: async () => en },
  'zh-CN': { name: '简体中文', load: async () => (await import('./zh-cn.ts')).zhCN },
} as const satisfies Record<string, { name: string; load: () => Promise<Texts> }>;
export type Language = keyof typeof LANGUAGES;

const loaded = signal<{ language: Language; texts: Texts }>({ language: 'en', texts: en });

/** The texts in the chosen language. */
export const texts: ReadonlySignal<Texts> = computed(() => loaded.value.texts);

/** The language of the texts. */
export const language: ReadonlySignal<Language> = computed(() => loaded.value.language);

/** Chooses the language of the page. */
export async function chooseLanguage(chosen: Language): Promise<void> {
  loaded.value = { language: chosen, texts: await LANGUAGES[chosen].load() };
}

/** The language of the page that fits a browser's wishes best; English where none does. */
export function languageFor(wished: readonly string[]): Language {
  for (const wish of wished) {
    if (wish in LANGUAGES) return wish as Language; // as `in` says
    if (wish.toLowerCase().startsWith('zh')) return 'zh-CN';
    if (wish.toLowerCase().startsWith('en')) return 'en';
  }
  return 'en';
}

/** Keeps the language of the document right, for hyphenation and screen readers. */
export function followLanguage(root: HTMLElement): () => void {
  return effect(() => {
    root.lang = language.value;
  });
}
