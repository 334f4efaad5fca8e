import { COMMANDS } from '@palatine/world';
import { ConfigError } from '../data-folder/config-error.ts';
import { command } from './command.ts';
import { editSave, requireFlag, SAVE_FLAGS, SAVE_ISSUER, SAVE_NOTES, SAVE_PLAYER_FLAG } from './save-edit.ts';
import { findSavePlayer } from './save-player.ts';

const FLAGS = {
  ...SAVE_FLAGS,
  ...SAVE_PLAYER_FLAG,
  technology: { value: 'ID', description: 'the technology, or All; palatine find TEXT finds ids' },
} as const;

const SHOWN = 5;

export const saveLearn = command(
  {
    name: 'save learn',
    positionals: [],
    description: 'unlock a technology for a player of a save folder',
    flags: FLAGS,
    notes: ['It costs no points, and no level or other technology is needed.', ...SAVE_NOTES],
  },
  (call) => {
    const typed = requireFlag('save learn', 'player', call.flags.player);
    const technology = requireFlag('save learn', 'technology', call.flags.technology);
    return editSave(call, 'save learn', (game) => {
      const { uid, name } = findSavePlayer(game, typed);
      const details = COMMANDS.learnTechnologies(game, {
        params: { player_identifier: uid },
        body: { Technology: technology },
        issuer: SAVE_ISSUER,
      });
      if (details.UnlockedCount === 0) {
        throw new ConfigError(`${name} knows ${technology} already; nothing was changed`);
      }
      const learnt = listed(details.Unlocked);
      return {
        subject: name,
        did: `has learnt ${learnt}`,
        would: `would learn ${learnt}`,
        seen: `${name} knows ${learnt}`,
        details,
      };
    });
  },
);

export const saveForget = command(
  {
    name: 'save forget',
    positionals: [],
    description: 'lock a technology again for a player of a save folder',
    flags: FLAGS,
    notes: ['It gives no points back.', ...SAVE_NOTES],
  },
  (call) => {
    const typed = requireFlag('save forget', 'player', call.flags.player);
    const technology = requireFlag('save forget', 'technology', call.flags.technology);
    return editSave(call, 'save forget', (game) => {
      const { uid, name } = findSavePlayer(game, typed);
      const details = COMMANDS.forgetTechnologies(game, {
        params: { player_identifier: uid },
        body: { Technology: technology },
        issuer: SAVE_ISSUER,
      });
      if (details.ForgottenCount === 0) {
        throw new ConfigError(`${name} does not know ${technology}; nothing was changed`);
      }
      const forgotten =
        typeof details.Forgotten === 'string'
          ? `all ${details.ForgottenCount} technologies`
          : listed(details.Forgotten);
      return {
        subject: name,
        did: `has forgotten ${forgotten}`,
        would: `would forget ${forgotten}`,
        seen: `${name} can learn ${forgotten} anew`,
        details,
      };
    });
  },
);

function listed(ids: readonly string[]): string {
  if (ids.length <= SHOWN) return new Intl.ListFormat('en-GB').format(ids);
  return `${ids.slice(0, SHOWN).join(', ')} and ${ids.length - SHOWN} more`;
}
