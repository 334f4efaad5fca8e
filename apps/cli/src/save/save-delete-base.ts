import { parseGuid } from '@palatine/contract';
import { ConfigError } from '@palatine/platform/config-error';
import { COMMANDS, type World } from '@palatine/world';
import { command } from '../command/command.ts';
import { editSave, requireFlag, SAVE_FLAGS, SAVE_ISSUER, SAVE_NOTES } from './save-edit.ts';

const NAME = 'save delete-base';

export const saveDeleteBase = command(NAME, {
  description: 'delete a base camp of a save folder with everything built in it and its workers',
  flags: { ...SAVE_FLAGS, base: { value: 'ID', description: 'the id of the base camp' } },
  notes: [
    'Rocks, trees and treasure stay, and so does the chest of the guild. A wrong id lists the bases of the save.',
    ...SAVE_NOTES,
  ],
  run(call) {
    const typed = requireFlag(NAME, 'base', call.flags.base);
    return editSave(call, NAME, (game) => {
      const { world } = game;
      if (parseGuid(typed) === undefined || !world.camps.has(parseGuid(typed) ?? '')) {
        throw new ConfigError(`there is no base ${JSON.stringify(typed)} in this save; ${basesOf(world)}`);
      }
      const { BaseCamp, Deleted } = COMMANDS.deleteBase(game, {
        params: { base_camp_id: typed },
        body: undefined,
        issuer: SAVE_ISSUER,
      });
      return {
        subject: `The base ${BaseCamp.Id}`,
        did: `is deleted. ${BaseCamp.Summary.replace(/\.$/, '')}`,
        would: `would be deleted. ${BaseCamp.Summary.replace(/\.$/, '')}`,
        seen: 'its place is free',
        details: { BaseCamp, Deleted },
      };
    });
  },
});

function basesOf(world: World): string {
  const bases = [...world.camps.values()].map(({ id, guildId }) => {
    const guild = world.guilds.get(guildId)?.name;
    return guild === undefined ? id : `${id} of the guild ${guild}`;
  });
  return bases.length === 0 ? 'it has no bases' : `it has ${bases.join(', ')}`;
}
