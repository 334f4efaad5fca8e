import { RELIC_TYPES, type RelicType } from '@palatine/contract';
import { ConfigError, UsageError } from '@palatine/platform/config-error';
import { COMMANDS, type GameContext } from '@palatine/world';
import { closest } from '../command/flags.ts';
import { gains, playerEdit } from './save-edit.ts';

// Commands for progress: experience, points, relics and technologies.

export const saveExp = playerEdit('save exp', {
  description: 'give experience to a player of a save folder',
  flags: {
    amount: { value: 'N', description: 'experience to add; the level and the status points follow' },
  },
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
  description: 'give technology points to a player of a save folder',
  flags: {
    technology: { value: 'N', description: 'technology points to add' },
    ancient: { value: 'N', description: 'ancient technology points to add' },
  },
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
  description: 'give relics, such as effigies, to a player of a save folder',
  flags: {
    type: { value: 'TYPE', description: `one of ${RELIC_TYPES.join(', ')}` },
    count: { value: 'N', description: 'how many (default 1)' },
  },
  notes: ['CapturePower are the effigies of Lifmunk.'],
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

const FLAGS = {
  technology: { value: 'ID', description: 'the technology, or All; palatine find TEXT finds ids' },
} as const;

const MAX_IDS = 5;

export const saveLearn = playerEdit('save learn', {
  description: 'unlock a technology for a player of a save folder',
  flags: FLAGS,
  notes: ['It costs no points, and needs no level or other technology.'],
  plan(flags) {
    const Technology = flags.text('technology');
    return (game, { name, call }) => {
      const details = COMMANDS.learnTechnologies(game, { ...call, body: { Technology } });
      if (details.UnlockedCount === 0) {
        throw new ConfigError(`${name} knows ${Technology} already; nothing was changed`);
      }
      const learnt = listed(details.Unlocked);
      const hint = `${name} knows ${learnt}`;
      return { did: `has learnt ${learnt}`, would: `would learn ${learnt}`, seen: hint, details };
    };
  },
});

export const saveForget = playerEdit('save forget', {
  description: 'lock a technology again for a player of a save folder',
  flags: FLAGS,
  notes: ['It refunds no points.'],
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
