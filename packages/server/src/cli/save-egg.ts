import { COMMANDS } from '@palatine/world';
import { command } from './command.ts';
import { editSave, requireFlag, SAVE_FLAGS, SAVE_ISSUER, SAVE_NOTES, SAVE_PLAYER_FLAG } from './save-edit.ts';
import { changedInventories } from './save-places.ts';
import { findSavePlayer } from './save-player.ts';

const NAME = 'save egg';

export const saveEgg = command(
  {
    name: NAME,
    positionals: [],
    description: 'give a Pal egg to a player of a save folder',
    flags: {
      ...SAVE_FLAGS,
      ...SAVE_PLAYER_FLAG,
      egg: { value: 'ID', description: 'the egg, such as PalEgg_Fire_01' },
      pal: { value: 'ID', description: 'the species inside; palatine find TEXT finds ids' },
    },
    notes: ['A save holds no level of a Pal in an egg: it hatches at level 1.', ...SAVE_NOTES],
  },
  (call) => {
    const typed = requireFlag(NAME, 'player', call.flags.player);
    const egg = requireFlag(NAME, 'egg', call.flags.egg);
    const pal = requireFlag(NAME, 'pal', call.flags.pal);
    return editSave(call, NAME, (game) => {
      const { uid, name } = findSavePlayer(game, typed);
      const placesOf = changedInventories(game, uid);
      const details = COMMANDS.givePalEggs(game, {
        params: { player_identifier: uid },
        body: { PalEggs: [{ EggID: egg, PalID: pal }] },
        issuer: SAVE_ISSUER,
      });
      const given = `the egg ${game.catalogue.items.find(egg)?.id ?? egg} with a ${pal}`;
      return {
        subject: name,
        did: `has got ${given}`,
        would: `would get ${given}`,
        seen: `the egg is in the ${placesOf()} of ${name}`,
        details,
      };
    });
  },
);
