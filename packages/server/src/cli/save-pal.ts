import { INT32_MAX } from '@palatine/contract';
import { COMMANDS, type GameContext } from '@palatine/world';
import { ConfigError, UsageError } from '../data-folder/config-error.ts';
import { isObject } from '../data-folder/is-object.ts';
import { FILE_BYTES, readTextFile } from '../data-folder/read-file.ts';
import { parseJson } from '../data-folder/read-json.ts';
import { command } from './command.ts';
import type { SaveChange } from './save-change.ts';
import {
  editSave,
  requireFlag,
  requireNumber,
  SAVE_FLAGS,
  SAVE_ISSUER,
  SAVE_NOTES,
  SAVE_PLAYER_FLAG,
} from './save-edit.ts';
import { changedBoxes } from './save-places.ts';
import { findSavePlayer } from './save-player.ts';

const NAME = 'save pal';
/** The one template of this command, whatever its file is called. */
const TEMPLATE = 'template';

export const savePal = command(
  {
    name: NAME,
    positionals: [],
    description: 'give a Pal to a player of a save folder',
    flags: {
      ...SAVE_FLAGS,
      ...SAVE_PLAYER_FLAG,
      pal: { value: 'ID', description: 'the species; palatine find TEXT finds ids' },
      level: { value: 'N', description: 'its level (default 1)' },
      template: { value: 'FILE', description: 'a Pal template, as in Pals/Templates of a data folder' },
    },
    notes: [
      '--template gives everything that the Pal has; --pal and --level count instead of what the file says.',
      ...SAVE_NOTES,
    ],
  },
  (call) => {
    const { flags, path } = call;
    const typed = requireFlag(NAME, 'player', flags.player);
    const level =
      flags.level === undefined ? undefined : requireNumber(NAME, 'level', flags.level, INT32_MAX);
    if (flags.template === undefined) {
      if (flags.pal === undefined) throw new UsageError(`${NAME} needs --pal or --template`);
      const body = { Pals: [{ PalID: flags.pal, Level: level ?? 1 }] };
      return editSave(call, NAME, (game) =>
        givenPal(game, typed, (uid) =>
          COMMANDS.givePals(game, { params: { player_identifier: uid }, body, issuer: SAVE_ISSUER }),
        ),
      );
    }
    const template = readTemplate(path(flags.template), {
      ...(flags.pal !== undefined && { PalID: flags.pal }),
      ...(level !== undefined && { Level: level }),
    });
    const body = { PalTemplates: [TEMPLATE] };
    return editSave(
      call,
      NAME,
      (game) =>
        givenPal(game, typed, (uid) =>
          COMMANDS.givePalTemplates(game, { params: { player_identifier: uid }, body, issuer: SAVE_ISSUER }),
        ),
      { palTemplate: () => template },
    );
  },
);

function givenPal(game: GameContext, typed: string, give: (uid: string) => object): SaveChange {
  const { uid, name } = findSavePlayer(game, typed);
  const placesOf = changedBoxes(game, uid);
  const before = new Set(game.world.characters.keys());
  const details = give(uid);
  const given = [...game.world.characters.values()].filter(({ id }) => !before.has(id));
  const pals = given.map(({ species, level }) => `${species} of level ${level}`).join(', ');
  return {
    subject: name,
    did: `has got ${pals}`,
    would: `would get ${pals}`,
    seen: `${pals} is in ${placesOf()} of ${name}`,
    details,
  };
}

/** The template of a file, with what the command line says instead. Throws a ConfigError. */
function readTemplate(file: string, typed: { PalID?: string; Level?: number }): object {
  const text = readTextFile(file, FILE_BYTES.pal);
  if (text === undefined) throw new ConfigError(`there is no file ${file}`);
  let template: unknown;
  try {
    template = parseJson(text);
  } catch (cause) {
    throw new ConfigError(`${file} is not JSON: ${(cause as Error).message}`, { cause });
  }
  if (!isObject(template)) throw new ConfigError(`${file} must hold a JSON object, a Pal template`);
  return { ...template, ...typed };
}
