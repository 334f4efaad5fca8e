import { RELIC_TYPES } from '@palatine/contract';
import { Brain, Egg, FileHeart, Gift, GraduationCap, PawPrint, TrendingUp } from 'lucide';
import { nameOf, palName } from '../data/catalogue.ts';
import { texts } from '../texts/texts.ts';
import { action, type Draft, type EggDraft, onPlayer, type ProgressName, type Target } from './action.ts';
import { areComplete, filled, isCount, isText } from './field-problems.ts';
import { previewForgetting } from './preview.ts';
import { countText, listed, namesOf, palText } from './sentences.ts';

export const PROGRESS_NAMES: readonly ProgressName[] = [
  'EXP',
  'TechnologyPoints',
  'AncientTechnologyPoints',
  ...RELIC_TYPES,
];

export function progressName(name: ProgressName): string {
  const own: Readonly<Record<string, string>> = texts.value.actions.progress;
  return own[name] ?? nameOf('Relics', name);
}

const inWords = (names: readonly string[]) => listed(names, texts.value.actions.kinds);

const chosenEggs = (eggs: readonly EggDraft[]) => eggs.filter(({ egg }) => isText(egg));

const isRelic = (name: ProgressName): boolean => (RELIC_TYPES as readonly string[]).includes(name);

function skippedText(skipped: readonly string[]): string[] {
  if (skipped.length === 0) return [];
  return [texts.value.outcomes.skipped(skipped.length, namesOf('Technologies', skipped))];
}

const TECHNOLOGIES = {
  fields: ['technologies'],
  isComplete: ({ technologies, everything }: Draft) => everything || technologies.length > 0,
  what({ technologies, everything }: Draft) {
    const { actions } = texts.value;
    const names = technologies.map((id) => nameOf('Technologies', id));
    return everything ? actions.everything : listed(names, actions.technologies);
  },
  call: ({ technologies, everything }: Draft, [target]: readonly [Target, ...Target[]]) =>
    onPlayer(target, { Technology: everything ? 'All' : [...technologies] }),
} as const;

export const GRANTS = {
  giveItems: action({
    route: 'giveItems',
    icon: Gift,
    keys: 'e',
    fields: ['items'],
    isComplete: ({ items }) => areComplete(filled(items), ({ count }) => isCount(count)),
    what: ({ items }) =>
      inWords(
        filled(items).map(({ id, count }) =>
          texts.value.actions.amount(countText(count), nameOf('Items', id)),
        ),
      ),
    call: ({ items }, [target]) =>
      onPlayer(target, { Items: filled(items).map(({ id, count }) => ({ ItemID: id, Count: count ?? 0 })) }),
  }),
  givePals: action({
    route: 'givePals',
    icon: PawPrint,
    fields: ['pals'],
    isComplete: ({ pals }) => areComplete(filled(pals), ({ level }) => isCount(level)),
    what: ({ pals }) =>
      inWords(
        filled(pals).map(({ id, level }) => texts.value.actions.atLevel(palName(id), countText(level))),
      ),
    call: ({ pals }, [target]) =>
      onPlayer(target, { Pals: filled(pals).map(({ id, level }) => ({ PalID: id, Level: level ?? 0 })) }),
  }),
  giveTemplates: action({
    route: 'givePalTemplates',
    icon: FileHeart,
    fields: ['templates'],
    isComplete: ({ templates }) => templates.some(isText),
    what: ({ templates }) => inWords(templates.filter(isText).map(texts.value.actions.template)),
    call: ({ templates }, [target]) => onPlayer(target, { PalTemplates: templates.filter(isText) }),
  }),
  giveEggs: action({
    route: 'givePalEggs',
    icon: Egg,
    fields: ['eggs'],
    isComplete: ({ eggs }) =>
      areComplete(
        chosenEggs(eggs),
        ({ pal, template, level }) => isText(template) || (isText(pal) && isCount(level)),
      ),
    what: ({ eggs }) =>
      inWords(
        chosenEggs(eggs).map(({ egg, pal, template, level }) => {
          return texts.value.actions.egg(nameOf('Eggs', egg), palText(pal, level, template));
        }),
      ),
    call: ({ eggs }, [target]) =>
      onPlayer(target, {
        PalEggs: chosenEggs(eggs).map(({ egg, pal, template, level }) =>
          template === ''
            ? { EggID: egg, PalID: pal, Level: level ?? 0 }
            : { EggID: egg, PalTemplate: template },
        ),
      }),
  }),
  giveProgress: action({
    route: 'giveProgression',
    icon: TrendingUp,
    fields: ['progress'],
    isComplete: ({ progress }) => {
      const given = Object.values(progress).filter((amount) => amount !== null);
      return given.length > 0 && given.every(isCount);
    },
    what: ({ progress }) =>
      inWords(
        PROGRESS_NAMES.filter((name) => isCount(progress[name])).map((name) =>
          texts.value.actions.amount(countText(progress[name] ?? null), progressName(name)),
        ),
      ),
    call({ progress }, [target]) {
      const given = PROGRESS_NAMES.flatMap((name) => {
        const amount = progress[name];
        return isCount(amount) ? [[name, amount] as const] : [];
      });
      const { own = [], relics } = Object.groupBy(given, ([name]) => (isRelic(name) ? 'relics' : 'own'));
      return onPlayer(target, {
        ...Object.fromEntries(own),
        ...(relics && { Relics: Object.fromEntries(relics) }),
      });
    },
  }),
  learn: action({
    ...TECHNOLOGIES,
    route: 'learnTechnologies',
    icon: GraduationCap,
    result: ({ Skipped }) => skippedText(Skipped),
    inverse: ({ Unlocked }) =>
      Unlocked.length === 0 ? undefined : { id: 'forget', draft: { technologies: Unlocked } },
  }),
  forget: action({
    ...TECHNOLOGIES,
    route: 'forgetTechnologies',
    icon: Brain,
    level: 2,
    levelFor: ({ everything }) => (everything ? 3 : 2),
    result: ({ Skipped }) => skippedText(Skipped),
    inverse: ({ Forgotten }) =>
      Forgotten === 'All' || Forgotten.length === 0
        ? undefined
        : { id: 'learn', draft: { technologies: Forgotten } },
    preview: previewForgetting,
  }),
};
