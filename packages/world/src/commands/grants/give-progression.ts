import { INT32_MAX, type Problem, RELIC_TYPES, Refusal, type RelicType } from '@palatine/contract';
import { clampPlayerExp, playerLevel } from '../../catalogue/index.ts';
import type { LoadedPlayer } from '../../state/find-player.ts';
import type { GameContext } from '../../state/game-context.ts';
import type { Character, Player } from '../../state/model.ts';
import type { Command } from '../command.ts';
import { failWhereTold, resolvePlayer, tellGrant } from '../grant-target.ts';
import { bodyOf, refuse } from '../validation.ts';

/** Amounts to add; what is absent stays as it is. */
export interface ProgressionGrant {
  readonly EXP?: number;
  readonly TechnologyPoints?: number;
  readonly AncientTechnologyPoints?: number;
  readonly Relics?: Readonly<Partial<Record<RelicType, number>>>;
}

type Progress = Pick<Player, 'technologyPoints' | 'ancientTechnologyPoints' | 'relics'>;
type Growth = Pick<Character, 'exp' | 'level' | 'unusedStatusPoints'>;

export interface ProgressionPlan {
  readonly problems: readonly Problem[];
  readonly progress: Progress;
  readonly growth: Growth;
}

export const giveProgression: Command<'giveProgression'> = (game, { params, body, issuer }) => {
  const granted = readGrant(bodyOf(body));
  if (Object.keys(granted).length === 0) {
    throw new Refusal(
      'INVALID_REQUEST',
      'the body has none of EXP, Relics, TechnologyPoints, AncientTechnologyPoints',
    );
  }
  // The values themselves have passed the shape; whether a sum is too high depends on the player.
  const grantee = resolvePlayer(game, params.player_identifier, () => {});
  const plan = planProgression(game, granted, grantee);
  refuse(plan.problems);
  failWhereTold(game, 'REQUEST_FAILED');

  putProgression(game, grantee, plan);
  tellGrant(game, grantee, { ...granted }, issuer.name);
  const { progress } = plan;
  return {
    Granted: granted,
    Totals: {
      ...(granted.Relics !== undefined && { Relics: pickTypes(progress.relics, granted.Relics) }),
      ...(granted.TechnologyPoints !== undefined && { TechnologyPoints: progress.technologyPoints }),
      ...(granted.AncientTechnologyPoints !== undefined && {
        AncientTechnologyPoints: progress.ancientTechnologyPoints,
      }),
    },
  };
};

/**
 * What a player has once everything is added. EXP stands still at the cap's total, and neither EXP nor level ever
 * falls: a world may hold more than the table of today.
 */
export function planProgression(
  { catalogue }: GameContext,
  grant: ProgressionGrant,
  { player, character }: Pick<LoadedPlayer, 'player' | 'character'>,
): ProgressionPlan {
  const problems: Problem[] = [];
  const add = (path: string, held: number, added = 0) => {
    if (held + added > INT32_MAX && added > 0)
      problems.push({ Path: path, Message: `the total would pass ${INT32_MAX}` });
    return held + added;
  };
  const relics: Partial<Record<RelicType, number>> = { ...player.relics };
  for (const type of RELIC_TYPES) {
    const added = grant.Relics?.[type];
    if (added !== undefined) relics[type] = add(`/Relics/${type}`, relics[type] ?? 0, added);
  }
  const technologyPoints = add('/TechnologyPoints', player.technologyPoints, grant.TechnologyPoints);
  const ancientTechnologyPoints = add(
    '/AncientTechnologyPoints',
    player.ancientTechnologyPoints,
    grant.AncientTechnologyPoints,
  );
  const exp = add('/EXP', character.exp, grant.EXP);
  const growth = grant.EXP === undefined ? character : grown(character, exp);
  if (growth.unusedStatusPoints > INT32_MAX) {
    problems.push({ Path: '/EXP', Message: `the unused status points would pass ${INT32_MAX}` });
  }
  return { problems, progress: { technologyPoints, ancientTechnologyPoints, relics }, growth };

  function grown(before: Character, total: number): Growth {
    const kept = Math.max(before.exp, clampPlayerExp(catalogue, total));
    const level = Math.max(before.level, playerLevel(catalogue, kept));
    return { exp: kept, level, unusedStatusPoints: before.unusedStatusPoints + (level - before.level) };
  }
}

/** Level has no part in a player's HP, so that nothing else follows. */
export function putProgression(
  { world }: GameContext,
  { uid, player, character }: LoadedPlayer,
  { progress, growth }: ProgressionPlan,
): void {
  const { technologyPoints, ancientTechnologyPoints, relics } = progress;
  const { exp, level, unusedStatusPoints } = growth;
  const now = {
    player: world.players.get(uid) ?? player,
    body: world.characters.get(character.id) ?? character,
  };
  world.players.put({ ...now.player, technologyPoints, ancientTechnologyPoints, relics });
  world.characters.put({ ...now.body, exp, level, unusedStatusPoints });
}

/** The keys of the body that mean something, and no others. */
function readGrant(body: {
  EXP?: number;
  TechnologyPoints?: number;
  AncientTechnologyPoints?: number;
  Relics?: object;
}) {
  const { EXP, TechnologyPoints, AncientTechnologyPoints, Relics } = body;
  return {
    ...(EXP !== undefined && { EXP }),
    ...(Relics !== undefined && { Relics: { ...Relics } as Record<string, number> }), // the shape has been checked
    ...(TechnologyPoints !== undefined && { TechnologyPoints }),
    ...(AncientTechnologyPoints !== undefined && { AncientTechnologyPoints }),
  };
}

function pickTypes(held: Progress['relics'], granted: object): Record<string, number> {
  const types = RELIC_TYPES.filter((type) => Object.hasOwn(granted, type));
  return Object.fromEntries(types.map((type) => [type, held[type] ?? 0]));
}
