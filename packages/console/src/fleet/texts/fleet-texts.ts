import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { type Language, language } from '../../texts/texts.ts';
import { en, type FleetTexts } from './en.ts';

/** The other languages; English is loaded with the pages. */
const OTHERS: Readonly<Record<Exclude<Language, 'en'>, () => Promise<FleetTexts>>> = {
  'zh-CN': async () => (await import('./zh-cn.ts')).zhCN,
};

const loaded = signal<ReadonlyMap<Language, FleetTexts>>(new Map([['en', en]]));

/** The texts of the pages of a fleet in the language of the page; English until they have come. */
export const fleetTexts: ReadonlySignal<FleetTexts> = computed(() => {
  const wanted = language.value;
  const found = loaded.value.get(wanted);
  if (found === undefined) void load(wanted);
  return found ?? en;
});

const underWay = new Set<Language>();

async function load(wanted: Language): Promise<void> {
  if (wanted === 'en' || underWay.has(wanted)) return;
  underWay.add(wanted);
  try {
    const found = await OTHERS[wanted]();
    loaded.value = new Map(loaded.peek()).set(wanted, found);
  } catch {
    // English stays, until the page is loaded again.
  }
}
