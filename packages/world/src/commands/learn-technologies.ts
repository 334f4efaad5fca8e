import { LIMITS, type Problem } from '@palatine/contract';
import { eventPlayer, type LoadedPlayer } from '../state/find-player.ts';
import type { GameContext } from '../state/game-context.ts';
import { allTechnologies, findTechnology, keepTechnologies } from '../state/technologies.ts';
import type { World } from '../state/world.ts';
import type { Command } from './command.ts';
import {
  bodyOf,
  isSpellable,
  type NamingGame,
  refuse,
  resolvePlayer,
  type UnknownId,
  withSuggestions,
} from './validation.ts';

/** Learns technologies without cost: no points, no level and no other technology are required. */
export const learnTechnologies: Command<'learnTechnologies'> = (caller, { params, body, issuer }) => {
  const game = withSuggestions(caller);
  const choice = bodyOf(body).Technology;
  const target = resolvePlayer(game, params.player_identifier, () =>
    refuse(planLearning(game, choice, []).problems),
  );
  const plan = planLearning(game, choice, target.player.technologies);
  refuse(plan.problems);

  learn(game, target, plan.learnt, issuer.name);
  return { UnlockedCount: plan.learnt.length, Unlocked: [...plan.learnt], Skipped: [...plan.skipped] };
};

/** Forgets technologies without returning points. Banned technologies can be forgotten too. */
export const forgetTechnologies: Command<'forgetTechnologies'> = (caller, { params, body, issuer }) => {
  const game = withSuggestions(caller);
  const choice = bodyOf(body).Technology;
  const { world } = game;
  const target = resolvePlayer(game, params.player_identifier, () => {
    if (!isAll(choice)) refuse(readIds(game, choice, []).problems);
  });
  const { technologies } = target.player;
  const chosen = isAll(choice) ? { ids: technologies, problems: [] } : readIds(game, choice, technologies);
  refuse(chosen.problems);

  const learnt = new Set(technologies);
  const forgotten = new Set(chosen.ids.filter((id) => learnt.has(id)));
  const remaining = technologies.filter((id) => !forgotten.has(id));
  if (forgotten.size > 0) {
    world.players.put({ ...target.player, technologies: remaining });
    // A player may have learned any number of technologies; an event holds as many as a request names.
    const [player, ids, limit] = [eventPlayer(target), [...forgotten], LIMITS.technologyEntries];
    for (let at = 0; at < ids.length; at += limit) {
      const part = { player, learnt: [], forgotten: ids.slice(at, at + limit), issuer: issuer.name };
      world.emit('technologies', game.now(), part);
    }
  }
  return {
    ForgottenCount: forgotten.size,
    Forgotten: isAll(choice) ? ALL : [...forgotten],
    Skipped: chosen.ids.filter((id) => !learnt.has(id)),
  };
};

/** One technology, `All`, or a list. */
type Choice = string | readonly string[];

const ALL = 'All';

/** `All` alone, in any case; an array is another thing. */
const isAll = (choice: Choice): boolean => typeof choice === 'string' && keyOf(choice) === keyOf(ALL);

/** Learned ones are in the order of learning; skipped ones are in the player's `current`, with its spelling. */
export function planLearning(game: NamingGame, choice: Choice, current: readonly string[]) {
  const learntKeys = new Set(current.map(keyOf));
  if (isAll(choice)) {
    const banned = new Set(game.rules.bannedTechnologies.map(keyOf));
    const learnt = allTechnologies(game).filter((id) => !learntKeys.has(keyOf(id)) && !banned.has(keyOf(id)));
    return { problems: [], learnt, skipped: current };
  }
  const { ids, problems } = readIds(game, choice, current, game.rules.bannedTechnologies);
  return {
    problems,
    learnt: ids.filter((id) => !learntKeys.has(keyOf(id))),
    skipped: ids.filter((id) => learntKeys.has(keyOf(id))),
  };
}

/** Appends the planned technologies and emits an event. Does nothing for an empty plan. */
export function learn(game: GameContext, player: LoadedPlayer, learnt: readonly string[], issuer: string) {
  if (learnt.length === 0) return;
  const { world, now } = game;
  const current = world.players.get(player.uid) ?? player.player;
  keepTechnologies(world, learnt);
  world.players.put({ ...current, technologies: [...current.technologies, ...learnt] });
  const event = { player: eventPlayer(player), learnt: [...learnt], forgotten: [], issuer };
  world.emit('technologies', now(), event);
}

/** The named ids, once, spelled as in the player's list (mods included), else as in the world. */
function readIds(game: NamingGame, choice: Choice, learnt: readonly string[], bannedIds: string[] = []) {
  const { rules, unknownId } = game;
  const inArray = typeof choice !== 'string';
  const requested = inArray ? choice : [choice];
  if (requested.length === 0) refuse([{ Path: '/Technology', Message: 'must not be empty' }]);
  const spelledByPlayer = new Map(learnt.map((id) => [keyOf(id), id]));
  const banned = new Set(bannedIds.map(keyOf));
  const ids = new Map<string, string>();
  const problems: Problem[] = [];
  for (const [index, name] of requested.entries()) {
    const key = keyOf(name);
    const accepted = rules.unknownIds === 'Accept' && isSpellable(name) ? name : undefined;
    const id = spelledByPlayer.get(key) ?? findTechnology(game, name) ?? accepted;
    const addProblem = (Message: string) =>
      problems.push({ Path: inArray ? `/Technology/${index}` : '/Technology', Message });
    if (inArray && key === keyOf(ALL)) addProblem(`${ALL} must stand alone, not in an array`);
    else if (id === undefined) addProblem(unknownId('technology', name));
    else if (banned.has(key)) addProblem(`${id} is banned by the configuration of the server`);
    else if (!ids.has(key)) ids.set(key, id);
  }
  return { ids: [...ids.values()], problems };
}

const keyOf = (id: string): string => id.toLowerCase();

export interface TechnologyGame extends Pick<GameContext, 'catalogue' | 'rules'> {
  /** Undefined before there is one. */
  readonly world: World | undefined;
}

/** `bannedTechnologies` that do not exist, as phrases. One that a player has had exists. */
export function unknownBannedTechnologies(
  game: TechnologyGame & { readonly unknownId: UnknownId },
): string[] {
  const { catalogue, rules, world, unknownId } = game;
  const isOfWorld = (id: string) => world?.technologies.has(id.toLowerCase()) === true;
  return rules.bannedTechnologies
    .filter((id) => catalogue.technologies.find(id) === undefined)
    .filter((id) => !(rules.unknownIds === 'Accept' && isSpellable(id)) && !isOfWorld(id))
    .map((id) => `names an ${unknownId('technology', id)}`);
}
