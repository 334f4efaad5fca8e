import Brain from 'lucide/dist/esm/icons/brain.mjs';
import GraduationCap from 'lucide/dist/esm/icons/graduation-cap.mjs';
import { nameOf } from '../data/catalogue.ts';
import { texts } from '../texts/texts.ts';
import { action, identifierOf } from './action.ts';
import type { Draft } from './draft.ts';
import { foreseeForgetting } from './foresee.ts';
import { listed, namesOf } from './words.ts';

type Choice = Pick<Draft, 'technologies' | 'everything'>;

const isChosen = ({ technologies, everything }: Choice) => everything || technologies.length > 0;

function chosenText({ technologies, everything }: Choice): string {
  const { actions } = texts.value;
  if (everything) return actions.everything;
  return listed(
    technologies.map((id) => nameOf('Technologies', id)),
    actions.technologies,
  );
}

const chosenBody = ({ technologies, everything }: Choice) => ({
  Technology: everything ? 'All' : [...technologies],
});

function skippedText(skipped: readonly string[]): string[] {
  if (skipped.length === 0) return [];
  return [texts.value.outcomes.skipped(skipped.length, namesOf('Technologies', skipped))];
}

export const learn = action({
  id: 'learn',
  route: 'learnTechnologies',
  icon: GraduationCap,
  targets: ['player'],
  level: 1,
  fields: ['technologies'],
  isComplete: isChosen,
  what: chosenText,
  call: (draft, [target]) => ({
    params: { player_identifier: identifierOf(target) },
    body: chosenBody(draft),
  }),
  result: ({ Unlocked, Skipped }) => [
    texts.value.outcomes.learnt(Unlocked.length, namesOf('Technologies', Unlocked)),
    ...skippedText(Skipped),
  ],
  inverse: ({ Unlocked }) =>
    Unlocked.length === 0 ? undefined : { id: 'forget', draft: { technologies: Unlocked } },
});

export const forget = action({
  id: 'forget',
  route: 'forgetTechnologies',
  icon: Brain,
  targets: ['player'],
  level: 2,
  danger: true,
  fields: ['technologies'],
  levelFor: ({ everything }) => (everything ? 3 : 2),
  isComplete: isChosen,
  what: chosenText,
  call: (draft, [target]) => ({
    params: { player_identifier: identifierOf(target) },
    body: chosenBody(draft),
  }),
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
  preview: foreseeForgetting,
});
