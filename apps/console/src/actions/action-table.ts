import { Brain, FileClock, GraduationCap } from 'lucide';
import { nameOf } from '../data/catalogue.ts';
import { texts } from '../texts/texts.ts';
import {
  type Action,
  type ActionId,
  type ActionOf,
  action,
  type Draft,
  type FileTarget,
  onPlayer,
  type Target,
} from './action.ts';
import { giveEggs, giveItems, givePals, giveProgress, giveTemplates } from './grants.ts';
import { alert, broadcast, message } from './messages.ts';
import { previewForgetting } from './preview.ts';
import { ban, banAddress, kick, unban, unbanAddress } from './punishments.ts';
import { listed, namesOf } from './sentences.ts';
import {
  backUp,
  cancelDelivery,
  cancelMaintenance,
  reloadConfig,
  restoreBackup,
  retryDelivery,
  saveServer,
  startMaintenance,
} from './server.ts';
import { deleteBase, restoreBase, summonNpc, summonPal } from './world-changes.ts';

type Choice = Pick<Draft, 'technologies' | 'everything'>;

function chosenText({ technologies, everything }: Choice): string {
  const { actions } = texts.value;
  if (everything) return actions.everything;
  return listed(
    technologies.map((id) => nameOf('Technologies', id)),
    actions.technologies,
  );
}

function skippedText(skipped: readonly string[]): string[] {
  if (skipped.length === 0) return [];
  return [texts.value.outcomes.skipped(skipped.length, namesOf('Technologies', skipped))];
}

const TECHNOLOGIES = {
  targets: ['player'],
  fields: ['technologies'],
  isComplete: ({ technologies, everything }: Choice) => everything || technologies.length > 0,
  what: chosenText,
  call: ({ technologies, everything }: Choice, [target]: readonly [Target, ...Target[]]) =>
    onPlayer(target, { Technology: everything ? 'All' : [...technologies] }),
} as const;

const learn = action({
  ...TECHNOLOGIES,
  id: 'learn',
  route: 'learnTechnologies',
  icon: GraduationCap,
  level: 1,
  result: ({ Unlocked, Skipped }) => [
    texts.value.outcomes.learnt(Unlocked.length, namesOf('Technologies', Unlocked)),
    ...skippedText(Skipped),
  ],
  inverse: ({ Unlocked }) =>
    Unlocked.length === 0 ? undefined : { id: 'forget', draft: { technologies: Unlocked } },
});

const forget = action({
  ...TECHNOLOGIES,
  id: 'forget',
  route: 'forgetTechnologies',
  icon: Brain,
  level: 2,
  danger: true,
  levelFor: ({ everything }) => (everything ? 3 : 2),
  result({ Forgotten, Skipped }) {
    const { outcomes } = texts.value;
    if (Forgotten === 'All') return [outcomes.forgottenAll];
    return [
      outcomes.forgotten(Forgotten.length, namesOf('Technologies', Forgotten)),
      ...skippedText(Skipped),
    ];
  },
  inverse: ({ Forgotten }) =>
    Forgotten === 'All' || Forgotten.length === 0
      ? undefined
      : { id: 'learn', draft: { technologies: Forgotten } },
  preview: previewForgetting,
});

function fileOf(target: Target): FileTarget {
  if (target.kind !== 'file') throw new Error(`a ${target.kind} is no file`);
  return target;
}

/** The part that the three have in common: a file gets its earlier content back. */
const RESTORES = {
  icon: FileClock,
  targets: ['file'],
  level: 2,
} as const satisfies Partial<ActionOf<'putTemplate'>>;

const restoreTemplate = action({
  ...RESTORES,
  id: 'restoreTemplate',
  route: 'putTemplate',
  call: (_draft, [target]) => textCall(target),
});

const restoreRules = action({
  ...RESTORES,
  id: 'restoreRules',
  route: 'putImportRule',
  call: (_draft, [target]) => textCall(target),
});

const restoreSettings = action({
  ...RESTORES,
  id: 'restoreSettings',
  route: 'putSettings',
  call(_draft, [target]) {
    const { name, etag, body } = fileOf(target);
    if (!('Values' in body)) throw new Error('settings are saved by their values');
    return { params: { file: name }, ifMatch: etag, body };
  },
});

function textCall(target: Target) {
  const { name, etag, body } = fileOf(target);
  if (!('Text' in body)) throw new Error('a file is saved by its text');
  return { params: { name }, ifMatch: etag, body };
}

/** Everything that can be done, in the order of the menus. */
export const ACTIONS: Readonly<Record<ActionId, Action>> = {
  message,
  broadcast,
  alert,
  giveItems,
  givePals,
  giveTemplates,
  giveEggs,
  giveProgress,
  learn,
  forget,
  summonPal,
  summonNpc,
  kick,
  ban,
  unban,
  banAddress,
  unbanAddress,
  deleteBase,
  restoreBase,
  restoreTemplate,
  restoreRules,
  restoreSettings,
  cancelDelivery,
  retryDelivery,
  startMaintenance,
  restoreBackup,
  cancelMaintenance,
  saveServer,
  backUp,
  reloadConfig,
};

export const ACTION_IDS = Object.keys(ACTIONS) as ActionId[];
