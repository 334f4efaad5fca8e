import { ArchiveArrowUp, Sparkles, Trash, UserRoundPlus } from 'lucide';
import { nameOf, palName } from '../data/catalogue.ts';
import { texts } from '../texts/texts.ts';
import { action, archiveTarget, type Draft, type Target, targetId } from './action.ts';
import { isCount, isText } from './field-problems.ts';
import { previewDeletion } from './preview.ts';
import { countText } from './sentences.ts';

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
  preview: previewDeletion,
});

export const restoreBase = action({
  id: 'restoreBase',
  route: 'restoreBase',
  icon: ArchiveArrowUp,
  targets: ['archive'],
  level: 2,
  call: (_draft, [target]) => ({ params: { file: targetId(target) } }),
  result: ({ BaseCamp }) => [texts.value.outcomes.summary(BaseCamp.Summary)],
});
