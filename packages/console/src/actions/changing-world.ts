import ArchiveUp from 'lucide/dist/esm/icons/archive-arrow-up.mjs';
import Sparkles from 'lucide/dist/esm/icons/sparkles.mjs';
import Trash from 'lucide/dist/esm/icons/trash.mjs';
import UserRoundPlus from 'lucide/dist/esm/icons/user-round-plus.mjs';
import { nameOf, palName } from '../data/catalogue.ts';
import { texts } from '../texts/texts.ts';
import { action } from './action.ts';
import { isCount, isText } from './complete.ts';
import type { Draft } from './draft.ts';
import { foreseeDeletion } from './foresee.ts';
import { archiveTarget, type Target, targetId } from './target.ts';
import { countText } from './words.ts';

function placeOf(target: Target, { height }: Draft): { X: number; Y: number; Z: number } {
  if (target.kind !== 'place') throw new Error(`a ${target.kind} is no place`);
  return { X: target.x, Y: target.y, Z: height ?? 0 };
}

function flagsOf({ uncapturable, still }: Draft): { Uncapturable?: true; DisableAI?: true } {
  return { ...(uncapturable && { Uncapturable: true }), ...(still && { DisableAI: true }) };
}

export const summonPal = action({
  id: 'summonPal',
  route: 'summonPal',
  icon: Sparkles,
  targets: ['place'],
  level: 1,
  fields: ['summoned', 'template', 'level', 'height', 'uncapturable', 'still'],
  isComplete: ({ summoned, template, level, height }) =>
    height !== null && (isText(template) || (isText(summoned) && isCount(level))),
  what: ({ summoned, template, level }) =>
    template === ''
      ? texts.value.actions.atLevel(palName(summoned), countText(level))
      : texts.value.actions.template(template),
  call: (draft, [target]) => ({
    body: {
      ...placeOf(target, draft),
      ...(draft.template === ''
        ? { PalID: draft.summoned, Level: draft.level ?? 0 }
        : { PalTemplate: draft.template }),
      ...flagsOf(draft),
    },
  }),
});

export const summonNpc = action({
  id: 'summonNpc',
  route: 'summonNPC',
  icon: UserRoundPlus,
  targets: ['place'],
  level: 1,
  fields: ['summoned', 'level', 'height', 'uncapturable', 'still'],
  isComplete: ({ summoned, level, height }) => height !== null && isText(summoned) && isCount(level),
  what: ({ summoned, level }) => texts.value.actions.atLevel(nameOf('NPCs', summoned), countText(level)),
  call: (draft, [target]) => ({
    body: { ...placeOf(target, draft), NPCID: draft.summoned, Level: draft.level ?? 0, ...flagsOf(draft) },
  }),
});

export const deleteBase = action({
  id: 'deleteBase',
  route: 'deleteBase',
  icon: Trash,
  targets: ['base'],
  level: 3,
  danger: true,
  leaves: '/bases',
  call: (_draft, [target]) => ({ params: { base_camp_id: targetId(target) } }),
  result: ({ BaseCamp, Archive }) => [
    texts.value.outcomes.summary(BaseCamp.Summary),
    texts.value.outcomes.archive(Archive),
  ],
  inverse: ({ BaseCamp, Archive }) => ({
    id: 'restoreBase',
    draft: {},
    button: texts.value.actionDialog.restore,
    target: archiveTarget(Archive, BaseCamp.Summary),
  }),
  preview: foreseeDeletion,
});

export const restoreBase = action({
  id: 'restoreBase',
  route: 'restoreBase',
  icon: ArchiveUp,
  targets: ['archive'],
  level: 2,
  call: (_draft, [target]) => ({ params: { file: targetId(target) } }),
  result: ({ BaseCamp }) => [texts.value.outcomes.summary(BaseCamp.Summary)],
});
