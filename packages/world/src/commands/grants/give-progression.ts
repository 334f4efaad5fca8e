import {
  INT32_MAX,
  type Problem,
  RELIC_TYPES,
  Refusal,
  type RelicType,
  STATUS_POINTS_MAX,
} from '@palatine/contract';
import { clampPlayerExp, playerLevel } from '../../catalogue/pal-growth.ts';
import type { LoadedPlayer } from '../../state/find-player.ts';
import type { GameContext } from '../../state/game-context.ts';
import type { Character, Player } from '../../state/model.ts';
import type { Command } from '../command.ts';
import { bodyOf, refuse, resolvePlayer } from '../validation.ts';
import { emitGrant } from './give-items.ts';

/** Amounts to add; absent ones are unchanged. */
export interface ProgressionGrant {
  readonly EXP?: number;
  readonly TechnologyPoints?: number;
  readonly AncientTechnologyPoints?: number;
  readonly Relics?: Readonly<Partial<Record<RelicType, number>>>;
  /** The older name of `Relics.CapturePower`. The two add up. */
  readonly Lifmunks?: number;
}

type Progress = Pick<Player, 'technologyPoints' | 'ancientTechnologyPoints' | 'relics'>;
type Growth = Pick<Character, 'exp' | 'level' | 'unusedStatusPoints'>;

type ProgressionPlan = ReturnType<typeof planProgression>;

export const giveProgression: Command<'giveProgression'> = (game, { params, body, issuer }) => {
  const grant = readGrant(bodyOf(body));
  if (Object.keys(grant).length === 0) {
    throw new Refusal(
      'INVALID_REQUEST',
      'the body has none of EXP, Relics, Lifmunks, TechnologyPoints, AncientTechnologyPoints',
    );
  }
  // The values themselves have passed the shape; whether a sum is too high depends on the player.
  const target = resolvePlayer(game, params.player_identifier, () => {});
  const plan = planProgression(game, grant, target);
  refuse(plan.problems);

  putProgression(game, target, plan);
  const { granted, progress } = plan;
  emitGrant(game, target, eventAmounts(granted), issuer.name);
  return {
    Granted: granted,
    Totals: {
      ...(granted.Lifmunks !== undefined && { Lifmunks: progress.relics.CapturePower ?? 0 }),
      ...(granted.Relics !== undefined && { Relics: pickTypes(progress.relics, granted.Relics) }),
      ...(granted.TechnologyPoints !== undefined && { TechnologyPoints: progress.technologyPoints }),
      ...(granted.AncientTechnologyPoints !== undefined && {
        AncientTechnologyPoints: progress.ancientTechnologyPoints,
      }),
    },
  };
};

/**
 * Adds a grant to what the player has. EXP stops at the cap's total, and neither EXP nor level ever falls: a world may
 * hold more than the current table. The level rises by the thresholds that the added EXP crosses, never to the table's
 * level of the total: in a save of an older game the two disagree. A level whose status point does not fit into a save
 * is refused like any total that is too high (docs/decisions/0004-commands-where-the-interface-is-silent.md).
 */
export function planProgression({ catalogue }: GameContext, grant: ProgressionGrant, target: LoadedPlayer) {
  const { player, character } = target;
  const problems: Problem[] = [];
  const add = (path: string, before: number, added = 0) => {
    if (before + added > INT32_MAX && added > 0)
      problems.push({ Path: path, Message: `the total would pass ${INT32_MAX}` });
    return before + added;
  };
  const relics: Partial<Record<RelicType, number>> = { ...player.relics };
  const { Relics: addedRelics = {} } = foldLifmunks(grant);
  for (const type of RELIC_TYPES) {
    const path = grant.Relics?.[type] === undefined ? '/Lifmunks' : `/Relics/${type}`;
    const added = addedRelics[type];
    if (added !== undefined) relics[type] = add(path, relics[type] ?? 0, added);
  }
  const { TechnologyPoints, AncientTechnologyPoints: ancient } = grant;
  const technologyPoints = add('/TechnologyPoints', player.technologyPoints, TechnologyPoints);
  const ancientTechnologyPoints = add('/AncientTechnologyPoints', player.ancientTechnologyPoints, ancient);
  const exp = add('/EXP', character.exp, grant.EXP);
  const growth: Growth = grant.EXP === undefined ? character : grown(character, exp);
  const { unusedStatusPoints } = growth;
  if (unusedStatusPoints > character.unusedStatusPoints && unusedStatusPoints > STATUS_POINTS_MAX) {
    problems.push({ Path: '/EXP', Message: `the unused status points would pass ${STATUS_POINTS_MAX}` });
  }
  /** The grant, with as much EXP as there is room for below the cap. */
  const granted = { ...grant, ...(grant.EXP !== undefined && { EXP: growth.exp - character.exp }) };
  const progress: Progress = { technologyPoints, ancientTechnologyPoints, relics };
  return { problems, granted, progress, growth };

  function grown(before: Character, total: number): Growth {
    const exp = Math.max(before.exp, clampPlayerExp(catalogue, total));
    const crossed = playerLevel(catalogue, exp) - playerLevel(catalogue, before.exp);
    const cap = Math.max(before.level, catalogue.limit('playerLevelCap'));
    const level = Math.min(before.level + crossed, cap);
    return { exp: exp, level, unusedStatusPoints: before.unusedStatusPoints + (level - before.level) };
  }
}

/** The amounts of a grant as events name them: Lifmunks are CapturePower, and EXP is left out where none was added. */
export function eventAmounts({ EXP = 0, ...grant }: ProgressionGrant): Omit<ProgressionGrant, 'Lifmunks'> {
  return { ...(EXP > 0 && { EXP }), ...foldLifmunks(grant) };
}

/** The same grant with Lifmunks added to Relics.CapturePower: one name for one thing. */
function foldLifmunks({ Lifmunks, ...grant }: ProgressionGrant): Omit<ProgressionGrant, 'Lifmunks'> {
  if (Lifmunks === undefined) return grant;
  const { Relics = {} } = grant;
  return { ...grant, Relics: { ...Relics, CapturePower: (Relics.CapturePower ?? 0) + Lifmunks } };
}

/** Writes the new totals. A player's HP does not depend on the level, so nothing else changes. */
export function putProgression({ world }: GameContext, target: LoadedPlayer, plan: ProgressionPlan): void {
  const { uid, player, character } = target;
  const { exp, level, unusedStatusPoints } = plan.growth;
  world.players.put({ ...(world.players.get(uid) ?? player), ...plan.progress });
  const body = world.characters.get(character.id) ?? character;
  world.characters.put({ ...body, exp, level, unusedStatusPoints });
}

const AMOUNTS = ['EXP', 'Lifmunks', 'Relics', 'TechnologyPoints', 'AncientTechnologyPoints'] as const;

/** The known keys of the body, whose shape has been checked. */
function readGrant(body: ProgressionGrant): ProgressionGrant {
  const names = AMOUNTS.filter((name) => body[name] !== undefined);
  return Object.fromEntries(names.map((name) => [name, body[name]]));
}

function pickTypes(relics: Progress['relics'], granted: object): Record<string, number> {
  const types = RELIC_TYPES.filter((type) => Object.hasOwn(granted, type));
  return Object.fromEntries(types.map((type) => [type, relics[type] ?? 0]));
}
