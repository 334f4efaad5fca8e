import { COMMANDS } from '@palatine/world';
import { ConfigError } from '../data-folder/config-error.ts';
import { playerEdit } from './save-edit.ts';

const FLAGS = {
  technology: { value: 'ID', description: 'the technology, or All; palatine find TEXT finds ids' },
} as const;

const SHOWN = 5;

export const saveLearn = playerEdit('save learn', {
  description: 'unlock a technology for a player of a save folder',
  flags: FLAGS,
  notes: ['It costs no points, and no level or other technology is needed.'],
  plan(flags) {
    const Technology = flags.text('technology');
    return (game, { name, call }) => {
      const details = COMMANDS.learnTechnologies(game, { ...call, body: { Technology } });
      if (details.UnlockedCount === 0) {
        throw new ConfigError(`${name} knows ${Technology} already; nothing was changed`);
      }
      const learnt = listed(details.Unlocked);
      const seen = `${name} knows ${learnt}`;
      return { did: `has learnt ${learnt}`, would: `would learn ${learnt}`, seen, details };
    };
  },
});

export const saveForget = playerEdit('save forget', {
  description: 'lock a technology again for a player of a save folder',
  flags: FLAGS,
  notes: ['It gives no points back.'],
  plan(flags) {
    const Technology = flags.text('technology');
    return (game, { name, call }) => {
      const details = COMMANDS.forgetTechnologies(game, { ...call, body: { Technology } });
      const { ForgottenCount, Forgotten } = details;
      if (ForgottenCount === 0) {
        throw new ConfigError(`${name} does not know ${Technology}; nothing was changed`);
      }
      const forgotten =
        typeof Forgotten === 'string' ? `all ${ForgottenCount} technologies` : listed(Forgotten);
      const seen = `${name} can learn ${forgotten} anew`;
      return { did: `has forgotten ${forgotten}`, would: `would forget ${forgotten}`, seen, details };
    };
  },
});

function listed(ids: readonly string[]): string {
  if (ids.length <= SHOWN) return new Intl.ListFormat('en-GB').format(ids);
  return `${ids.slice(0, SHOWN).join(', ')} and ${ids.length - SHOWN} more`;
}
