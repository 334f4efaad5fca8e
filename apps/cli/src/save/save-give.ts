import { ConfigError, UsageError } from '@palatine/platform/config-error';
import { isObject, parseJsonFile } from '@palatine/platform/json';
import { FILE_BYTES, readTextFile } from '@palatine/platform/read-file';
import { COMMANDS } from '@palatine/world';
import { gains, playerEdit } from './save-edit.ts';
import { trackInventories, trackPalBoxes } from './save-player.ts';

/** The name of the template of `save pal`, whatever its file is called. */
const TEMPLATE = 'template';

export const saveGive = playerEdit('save give', {
  description: 'give an item to a player of a save folder',
  flags: {
    item: { value: 'ID', description: 'the item; palatine find TEXT finds ids' },
    count: { value: 'N', description: 'how many (default 1)' },
  },
  plan(flags) {
    const [ItemID, Count] = [flags.text('item'), flags.number('count', '1')];
    return (game, { uid, name, call }) => {
      const placesOf = trackInventories(game, uid);
      const details = COMMANDS.giveItems(game, { ...call, body: { Items: [{ ItemID, Count }] } });
      const item = `${Count} ${game.catalogue.items.find(ItemID)?.id ?? ItemID}`;
      const hint = `${item} ${Count === 1 ? 'is' : 'are'} in the ${placesOf()} of ${name}`;
      return { ...gains(item), seen: hint, details };
    };
  },
});

export const saveEgg = playerEdit('save egg', {
  description: 'give a Pal egg to a player of a save folder',
  flags: {
    egg: { value: 'ID', description: 'the egg, such as PalEgg_Fire_01' },
    pal: { value: 'ID', description: 'the species inside; palatine find TEXT finds ids' },
  },
  notes: ['A save has no level of a Pal in an egg: it hatches at level 1.'],
  plan(flags) {
    const [EggID, PalID] = [flags.text('egg'), flags.text('pal')];
    return (game, { uid, name, call }) => {
      const placesOf = trackInventories(game, uid);
      const details = COMMANDS.givePalEggs(game, { ...call, body: { PalEggs: [{ EggID, PalID }] } });
      const egg = `the egg ${game.catalogue.items.find(EggID)?.id ?? EggID} with a ${PalID}`;
      return { ...gains(egg), seen: `the egg is in the ${placesOf()} of ${name}`, details };
    };
  },
});

export const savePal = playerEdit('save pal', {
  description: 'give a Pal to a player of a save folder',
  flags: {
    pal: { value: 'ID', description: 'the species; palatine find TEXT finds ids' },
    level: { value: 'N', description: 'its level (default 1)' },
    template: { value: 'FILE', description: 'a Pal template, as in Pals/Templates of a data folder' },
  },
  notes: ['--template sets everything of the Pal; --pal and --level override the file.'],
  plan({ flags: { pal, level: typedLevel, template: file }, number, path }) {
    const level = typedLevel === undefined ? undefined : number('level');
    if (file === undefined && pal === undefined) throw new UsageError('save pal needs --pal or --template');
    const typed = { ...(pal !== undefined && { PalID: pal }), ...(level !== undefined && { Level: level }) };
    const template = file === undefined ? undefined : { ...readTemplate(path(file)), ...typed };
    return (game, { uid, name, call }) => {
      const placesOf = trackPalBoxes(game, uid);
      const before = new Set(game.world.characters.keys());
      const files = { ...game.files, palTemplate: () => template };
      const details =
        template === undefined
          ? COMMANDS.givePals(game, { ...call, body: { Pals: [{ PalID: pal ?? '', Level: level ?? 1 }] } })
          : COMMANDS.givePalTemplates({ ...game, files }, { ...call, body: { PalTemplates: [TEMPLATE] } });
      const added = [...game.world.characters.values()].filter(({ id }) => !before.has(id));
      const pals = added.map((one) => `${one.species} of level ${one.level}`).join(', ');
      return { ...gains(pals), seen: `${pals} is in ${placesOf()} of ${name}`, details };
    };
  },
});

/** Throws a ConfigError. */
function readTemplate(file: string): object {
  const text = readTextFile(file, FILE_BYTES.pal);
  if (text === undefined) throw new ConfigError(`there is no file ${file}`);
  const template = parseJsonFile(file, text);
  if (isObject(template)) return template;
  throw new ConfigError(`${file} must hold a JSON object, a Pal template`);
}
