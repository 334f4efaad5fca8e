import type { Catalogue } from '../catalogue/index.ts';
import { findSpecies } from '../commands/pal-templates/pal-draft.ts';
import { DEFAULT_RULES } from '../state/game-context.ts';
import type { Character } from '../state/model.ts';
import { fullHp } from '../state/pal-species.ts';
import { inWords } from './save-ranges.ts';

/**
 * Why the HP and stomach of a new Pal would harm it; empty when they do not. A Pal with more HP than its maximum sleeps
 * for ever, one with another stomach than its species' eats for ever (save-writing 4 c).
 */
export function vitalsRefusals(catalogue: Catalogue, who: string, pal: Character): string[] {
  const game = { catalogue, rules: DEFAULT_RULES, random: () => 0 };
  const species = findSpecies(game, pal.species);
  if (species === undefined || species.kind === 'unknown') {
    return [`${who} is of the species ${JSON.stringify(pal.species)}, whose HP and stomach are not known`];
  }
  const most = fullHp(game, species, pal);
  const { stomach } = species.kind === 'pal' ? species.pal : species.npc;
  const refusals: string[] = [];
  if (pal.hp > most)
    refusals.push(`${who} would have ${inWords(pal.hp)} HP, more than its maximum of ${inWords(most)}`);
  if (pal.stomach > stomach) {
    refusals.push(
      `${who} would have ${inWords(pal.stomach)} in its stomach, more than its maximum of ${inWords(stomach)}`,
    );
  }
  return refusals;
}
