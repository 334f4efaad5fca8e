/** Tags of the page that the catalogue has under another name. */
const ALIASES: Readonly<Record<string, string>> = {
  'zh-cn': 'zh-Hans',
  'zh-sg': 'zh-Hans',
  zh: 'zh-Hans',
  'zh-tw': 'zh-Hant',
  'zh-hk': 'zh-Hant',
  pt: 'pt-BR',
};

/** The language of `offered` that fits a wished tag best: itself, its other name, its main language; else English. */
export function nameLanguageFor(wished: string, offered: readonly string[]): string {
  const lower = wished.toLowerCase();
  const candidates = [lower, ALIASES[lower], lower.split('-')[0]];
  for (const candidate of candidates) {
    const found = offered.find((tag) => tag.toLowerCase() === candidate?.toLowerCase());
    if (found !== undefined) return found;
  }
  return 'en';
}
