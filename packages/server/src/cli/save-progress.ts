import { INT32_MAX, RELIC_TYPES, type RelicType } from '@palatine/contract';
import { COMMANDS, type GameContext } from '@palatine/world';
import { ConfigError, UsageError } from '../data-folder/config-error.ts';
import { closest } from '../service/closest.ts';
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
import { findSavePlayer } from './save-player.ts';

// The commands that give progress: experience, points and relics.

type Grant = Parameters<typeof COMMANDS.giveProgression>[1]['body'];

export const saveExp = command(
  {
    name: 'save exp',
    positionals: [],
    description: 'give experience to a player of a save folder',
    flags: {
      ...SAVE_FLAGS,
      ...SAVE_PLAYER_FLAG,
      amount: { value: 'N', description: 'experience to add; the level and the status points follow' },
    },
    notes: SAVE_NOTES,
  },
  (call) => {
    const typed = requireFlag('save exp', 'player', call.flags.player);
    const amount = requireNumber('save exp', 'amount', call.flags.amount, INT32_MAX);
    return editSave(call, 'save exp', (game) => {
      const { uid, name } = findSavePlayer(game, typed);
      const before = bodyOf(game, uid);
      const details = grant(game, uid, { EXP: amount });
      const { exp, level } = bodyOf(game, uid);
      if (exp === before.exp) {
        throw new ConfigError(`${name} has ${exp} EXP, the most there is; nothing was changed`);
      }
      const gained = exp - before.exp;
      const at = level === before.level ? `stays at level ${level}` : `is at level ${level}`;
      return {
        subject: name,
        did: `has got ${gained} EXP and ${at}`,
        would: `would get ${gained} EXP and be at level ${level}`,
        seen: `${name} ${at}`,
        details,
      };
    });
  },
);

export const savePoints = command(
  {
    name: 'save points',
    positionals: [],
    description: 'give technology points to a player of a save folder',
    flags: {
      ...SAVE_FLAGS,
      ...SAVE_PLAYER_FLAG,
      technology: { value: 'N', description: 'technology points to add' },
      ancient: { value: 'N', description: 'ancient technology points to add' },
    },
    notes: SAVE_NOTES,
  },
  (call) => {
    const { technology, ancient } = call.flags;
    const typed = requireFlag('save points', 'player', call.flags.player);
    if (technology === undefined && ancient === undefined) {
      throw new UsageError('save points needs --technology or --ancient');
    }
    const number = (flag: string, text: string) => requireNumber('save points', flag, text, INT32_MAX);
    const points = {
      ...(technology !== undefined && { TechnologyPoints: number('technology', technology) }),
      ...(ancient !== undefined && { AncientTechnologyPoints: number('ancient', ancient) }),
    };
    return editSave(call, 'save points', (game) => {
      const given = [
        ...(points.TechnologyPoints === undefined ? [] : [`${points.TechnologyPoints} technology points`]),
        ...(points.AncientTechnologyPoints === undefined
          ? []
          : [`${points.AncientTechnologyPoints} ancient technology points`]),
      ].join(' and ');
      return granted(game, typed, points, given);
    });
  },
);

export const saveRelics = command(
  {
    name: 'save relics',
    positionals: [],
    description: 'give relics, such as effigies, to a player of a save folder',
    flags: {
      ...SAVE_FLAGS,
      ...SAVE_PLAYER_FLAG,
      type: { value: 'TYPE', description: `one of ${RELIC_TYPES.join(', ')}` },
      count: { value: 'N', description: 'how many (default 1)' },
    },
    notes: ['CapturePower are the effigies of Lifmunk.', ...SAVE_NOTES],
  },
  (call) => {
    const typed = requireFlag('save relics', 'player', call.flags.player);
    const type = readType(requireFlag('save relics', 'type', call.flags.type));
    const count = requireNumber('save relics', 'count', call.flags.count ?? '1', INT32_MAX);
    return editSave(call, 'save relics', (game) =>
      granted(game, typed, { Relics: { [type]: count } }, `${count} relics of ${type}`),
    );
  },
);

function granted(game: GameContext, typed: string, body: Grant, given: string): SaveChange {
  const { uid, name } = findSavePlayer(game, typed);
  const details = grant(game, uid, body);
  return {
    subject: name,
    did: `has got ${given}`,
    would: `would get ${given}`,
    seen: `${name} can spend ${given} more`,
    details,
  };
}

function grant(game: GameContext, uid: string, body: Grant): object {
  return COMMANDS.giveProgression(game, {
    params: { player_identifier: uid },
    body,
    issuer: SAVE_ISSUER,
  });
}

function bodyOf({ world }: GameContext, uid: string): { exp: number; level: number } {
  const body = world.characters.get(world.players.get(uid)?.characterId ?? '');
  if (body === undefined) throw new ConfigError(`the save holds no character of the player ${uid}`);
  return body;
}

function readType(typed: string): RelicType {
  const type = RELIC_TYPES.find((known) => known.toLowerCase() === typed.toLowerCase());
  if (type !== undefined) return type;
  const meant = closest(typed, RELIC_TYPES);
  const rest = meant === undefined ? `there are ${RELIC_TYPES.join(', ')}` : `is ${meant} meant?`;
  throw new UsageError(`save relics: there is no relic type ${JSON.stringify(typed)}; ${rest}`);
}
