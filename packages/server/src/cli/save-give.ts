import { INT32_MAX } from '@palatine/contract';
import { COMMANDS } from '@palatine/world';
import { command } from './command.ts';
import {
  editSave,
  requireFlag,
  requireNumber,
  SAVE_FLAGS,
  SAVE_ISSUER,
  SAVE_NOTES,
  SAVE_PLAYER_FLAG,
} from './save-edit.ts';

import { changedInventories } from './save-places.ts';
import { findSavePlayer } from './save-player.ts';

const NAME = 'save give';

export const saveGive = command(
  {
    name: NAME,
    positionals: [],
    description: 'give an item to a player of a save folder',
    flags: {
      ...SAVE_FLAGS,
      ...SAVE_PLAYER_FLAG,
      item: { value: 'ID', description: 'the item; palatine find TEXT finds ids' },
      count: { value: 'N', description: 'how many of it (default 1)' },
    },
    notes: SAVE_NOTES,
  },
  (call) => {
    const typed = requireFlag(NAME, 'player', call.flags.player);
    const item = requireFlag(NAME, 'item', call.flags.item);
    const count = requireNumber(NAME, 'count', call.flags.count ?? '1', INT32_MAX);
    return editSave(call, NAME, (game) => {
      const { uid, name } = findSavePlayer(game, typed);
      const placesOf = changedInventories(game, uid);
      const details = COMMANDS.giveItems(game, {
        params: { player_identifier: uid },
        body: { Items: [{ ItemID: item, Count: count }] },
        issuer: SAVE_ISSUER,
      });
      const given = `${count} ${game.catalogue.items.find(item)?.id ?? item}`;
      return {
        subject: name,
        did: `has got ${given}`,
        would: `would get ${given}`,
        seen: `${given} ${count === 1 ? 'is' : 'are'} in the ${placesOf()} of ${name}`,
        details,
      };
    });
  },
);
