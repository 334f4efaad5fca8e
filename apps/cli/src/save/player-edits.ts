import { RELIC_TYPES, type RelicType } from '@palatine/contract';
import { ConfigError, UsageError } from '@palatine/platform/config-error';
import { isObject, parseJsonFile } from '@palatine/platform/json';
import { FILE_BYTES, readTextFile } from '@palatine/platform/read-file';
import { COMMANDS } from '@palatine/world/commands';
import type { GameContext } from '@palatine/world/game-context';
import { closest } from '../command/flags.ts';
import * as words from '../texts/commands.ts';
import { gains, playerEdit } from './edit-command.ts';
import { trackInventories, trackPalBoxes } from './save-player.ts';

/** The name of the template of `save pal`, whatever its file is called. */
const TEMPLATE = 'template';

export const saveGive = playerEdit('save give', {
  ...words.saveGive,
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
  ...words.saveEgg,
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
  ...words.savePal,
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
      const pals = added.map(({ species, level }) => `${species} of level ${level}`).join(', ');
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

// Commands for progress: experience, points, relics and technologies.

export const saveExp = playerEdit('save exp', {
  ...words.saveExp,
  plan(flags) {
    const EXP = flags.number('amount');
    return (game, { uid, name, call }) => {
      const before = bodyOf(game, uid);
      const details = COMMANDS.giveProgression(game, { ...call, body: { EXP } });
      const { exp, level } = bodyOf(game, uid);
      if (exp === before.exp) {
        throw new ConfigError(`${name} has ${exp} EXP, the maximum; nothing was changed`);
      }
      const gained = exp - before.exp;
      const at = level === before.level ? `stays at level ${level}` : `is at level ${level}`;
      return {
        did: `has got ${gained} EXP and ${at}`,
        would: `would get ${gained} EXP and be at level ${level}`,
        seen: `${name} ${at}`,
        details,
      };
    };
  },
});

export const savePoints = playerEdit('save points', {
  ...words.savePoints,
  plan({ flags: { technology, ancient }, number }) {
    if (technology === undefined && ancient === undefined) {
      throw new UsageError('save points needs --technology or --ancient');
    }
    const body = {
      ...(technology !== undefined && { TechnologyPoints: number('technology') }),
      ...(ancient !== undefined && { AncientTechnologyPoints: number('ancient') }),
    };
    const { TechnologyPoints: points, AncientTechnologyPoints: ancientPoints } = body;
    const grant = [
      ...(points === undefined ? [] : [`${points} technology points`]),
      ...(ancientPoints === undefined ? [] : [`${ancientPoints} ancient technology points`]),
    ].join(' and ');
    return (game, { name, call }) => {
      const details = COMMANDS.giveProgression(game, { ...call, body });
      return { ...gains(grant), seen: `${name} can spend ${grant} more`, details };
    };
  },
});

export const saveRelics = playerEdit('save relics', {
  ...words.saveRelics,
  flags: { 'type TYPE': `one of ${RELIC_TYPES.join(', ')}`, 'count N': 'how many (default 1)' },
  plan(flags) {
    const [type, count] = [readType(flags.text('type')), flags.number('count', '1')];
    const grant = `${count} relics of ${type}`;
    return (game, { name, call }) => {
      const details = COMMANDS.giveProgression(game, { ...call, body: { Relics: { [type]: count } } });
      return { ...gains(grant), seen: `${name} can spend ${grant} more`, details };
    };
  },
});

function bodyOf({ world }: GameContext, uid: string): { exp: number; level: number } {
  const body = world.characters.get(world.players.get(uid)?.characterId ?? '');
  if (body === undefined) throw new ConfigError(`the save has no character of the player ${uid}`);
  return body;
}

function readType(typed: string): RelicType {
  const type = RELIC_TYPES.find((name) => name.toLowerCase() === typed.toLowerCase());
  if (type !== undefined) return type;
  const suggestion = closest(typed, RELIC_TYPES);
  const rest = suggestion === undefined ? `there are ${RELIC_TYPES.join(', ')}` : `is ${suggestion} meant?`;
  throw new UsageError(`save relics: there is no relic type ${JSON.stringify(typed)}; ${rest}`);
}

const MAX_IDS = 5;

export const saveLearn = playerEdit('save learn', {
  ...words.saveLearn,
  plan(flags) {
    const Technology = flags.text('technology');
    return (game, { name, call }) => {
      const details = COMMANDS.learnTechnologies(game, { ...call, body: { Technology } });
      if (details.UnlockedCount === 0) {
        throw new ConfigError(`${name} knows ${Technology} already; nothing was changed`);
      }
      const learnt = listed(details.Unlocked);
      const hint = `${name} knows ${learnt}`;
      return { did: `has learned ${learnt}`, would: `would learn ${learnt}`, seen: hint, details };
    };
  },
});

export const saveForget = playerEdit('save forget', {
  ...words.saveForget,
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
      const hint = `${name} can learn ${forgotten} again`;
      return { did: `has forgotten ${forgotten}`, would: `would forget ${forgotten}`, seen: hint, details };
    };
  },
});

function listed(ids: readonly string[]): string {
  if (ids.length <= MAX_IDS) return new Intl.ListFormat('en-GB').format(ids);
  return `${ids.slice(0, MAX_IDS).join(', ')} and ${ids.length - MAX_IDS} more`;
}
