import { RELIC_TYPES } from '@palatine/contract';
import { Egg, FileHeart, Gift, PawPrint, TrendingUp } from 'lucide';
import { nameOf, palName } from '../data/catalogue.ts';
import { formatNumber } from '../data/format.ts';
import { texts } from '../texts/texts.ts';
import { action, type EggDraft, onPlayer, type ProgressName } from './action.ts';
import { areComplete, filled, isCount, isText } from './field-problems.ts';
import { countText, listed } from './sentences.ts';

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

export const giveItems = action({
  id: 'giveItems',
  route: 'giveItems',
  icon: Gift,
  targets: ['player'],
  level: 1,
  keys: 'e',
  fields: ['items'],
  isComplete: ({ items }) => areComplete(filled(items), ({ count }) => isCount(count)),
  what: ({ items }) =>
    inWords(
      filled(items).map(({ id, count }) => texts.value.actions.amount(countText(count), nameOf('Items', id))),
    ),
  call: ({ items }, [target]) =>
    onPlayer(target, { Items: filled(items).map(({ id, count }) => ({ ItemID: id, Count: count ?? 0 })) }),
  result: ({ Granted }) => [texts.value.outcomes.granted(Granted.Items)],
});

export const givePals = action({
  id: 'givePals',
  route: 'givePals',
  icon: PawPrint,
  targets: ['player'],
  level: 1,
  fields: ['pals'],
  isComplete: ({ pals }) => areComplete(filled(pals), ({ level }) => isCount(level)),
  what: ({ pals }) =>
    inWords(filled(pals).map(({ id, level }) => texts.value.actions.atLevel(palName(id), countText(level)))),
  call: ({ pals }, [target]) =>
    onPlayer(target, { Pals: filled(pals).map(({ id, level }) => ({ PalID: id, Level: level ?? 0 })) }),
  result: ({ Granted }) => [texts.value.outcomes.grantedPals(Granted.Pals)],
});

export const giveTemplates = action({
  id: 'giveTemplates',
  route: 'givePalTemplates',
  icon: FileHeart,
  targets: ['player'],
  level: 1,
  fields: ['templates'],
  isComplete: ({ templates }) => templates.some(isText),
  what: ({ templates }) => inWords(templates.filter(isText).map(texts.value.actions.template)),
  call: ({ templates }, [target]) => onPlayer(target, { PalTemplates: templates.filter(isText) }),
  result: ({ Granted }) => [texts.value.outcomes.grantedPals(Granted.PalTemplates)],
});

const chosenEggs = (eggs: readonly EggDraft[]) => eggs.filter(({ egg }) => isText(egg));

export const giveEggs = action({
  id: 'giveEggs',
  route: 'givePalEggs',
  icon: Egg,
  targets: ['player'],
  level: 1,
  fields: ['eggs'],
  isComplete: ({ eggs }) =>
    areComplete(
      chosenEggs(eggs),
      ({ pal, template, level }) => isText(template) || (isText(pal) && isCount(level)),
    ),
  what: ({ eggs }) =>
    inWords(
      chosenEggs(eggs).map(({ egg, pal, template, level }) => {
        const { actions } = texts.value;
        const inside =
          template === '' ? actions.atLevel(palName(pal), countText(level)) : actions.template(template);
        return actions.egg(nameOf('Eggs', egg), inside);
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
  result: ({ Granted }) => [texts.value.outcomes.grantedEggs(Granted.PalEggs)],
});

export const giveProgress = action({
  id: 'giveProgress',
  route: 'giveProgression',
  icon: TrendingUp,
  targets: ['player'],
  level: 1,
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
    const own = given.filter(([name]) => !isRelic(name));
    const relics = given.filter(([name]) => isRelic(name));
    return onPlayer(target, {
      ...Object.fromEntries(own),
      ...(relics.length > 0 && { Relics: Object.fromEntries(relics) }),
    });
  },
  result({ Granted: { EXP }, Totals }) {
    const { Relics = {}, TechnologyPoints, AncientTechnologyPoints } = Totals;
    const totals = { TechnologyPoints, AncientTechnologyPoints, ...Relics };
    const added = EXP === undefined ? [] : [texts.value.outcomes.addedExp(formatNumber(EXP))];
    const now = PROGRESS_NAMES.flatMap((name) => {
      const total = (totals as Partial<Record<ProgressName, number>>)[name];
      return total === undefined ? [] : [texts.value.outcomes.total(progressName(name), formatNumber(total))];
    });
    return [...added, ...now];
  },
});

function isRelic(name: ProgressName): boolean {
  return (RELIC_TYPES as readonly string[]).includes(name);
}
