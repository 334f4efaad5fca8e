import type { Problem } from '@palatine/contract';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { learntBy } from '../catalogue/fresh-pal.ts';
import type { Pal } from '../catalogue/tables.ts';
import type { GameContext } from './game-context.ts';
import { fullHp, type PalDraft, type Species } from './pal-species.ts';
import { IVS, SOULS } from './pal-values.ts';

/**
 * The problems of a Pal that the game itself could not produce: values beyond its limits, a gender its species cannot
 * have, passives no Pal has, skills that can neither be learned by level nor be taught. People and unknown species are
 * checked for values only.
 */
export function impossibilities(game: Pick<GameContext, 'catalogue'>, species: Species, draft: PalDraft) {
  const problems: Problem[] = [];
  const add = (Path: string, message: string) =>
    void problems.push({ Path, Message: `is impossible in the game: ${message}` });
  checkValues(game, species, draft, add);
  if (species.kind === 'pal') checkTraits(game.catalogue, species.pal, draft, add);
  return problems;
}

// A world has 100,000 Pals to check: the paths are made once.
const SOUL_PATHS = pathsOf('/PalSouls', SOULS);
const IV_PATHS = pathsOf('/IVs', IVS);

function pathsOf<const Names extends Readonly<Record<string, string>>>(parent: string, names: Names) {
  return Object.entries(names).map(([key, name]) => [key as keyof Names, `${parent}/${name}`] as const);
}

type Add = (path: string, message: string) => void;

function checkValues(game: Pick<GameContext, 'catalogue'>, species: Species, draft: PalDraft, add: Add) {
  const { catalogue } = game;
  const { souls, ivs, friendshipPoints } = draft;
  const check = (path: string, value: number, max: number) => {
    if (value > max) add(path, `${value} is more than ${max}`);
  };
  check('/Level', draft.level, catalogue.limit('palLevelCap'));
  check('/PartnerSkillLevel', draft.partnerSkillLevel, catalogue.limit('rankMax'));
  check('/FriendshipPoints', friendshipPoints, catalogue.limit('friendshipMax'));
  check('/HP', draft.hp, fullHp(game, species, draft));
  const maxSouls = catalogue.limit('soulRankMax');
  for (const [key, path] of SOUL_PATHS) check(path, souls[key], maxSouls);
  const maxTalent = catalogue.limit('talentMax');
  for (const [key, path] of IV_PATHS) check(path, ivs[key], maxTalent);
  const min = catalogue.limit('friendshipMin');
  if (friendshipPoints < min) add('/FriendshipPoints', `${friendshipPoints} is less than ${min}`);
}

function checkTraits(catalogue: Catalogue, pal: Pal, draft: PalDraft, add: Add): void {
  const { gender, passives } = draft;
  const genders =
    pal.malePct === null ? ['None'] : [pal.malePct > 0 && 'Male', pal.malePct < 100 && 'Female'];
  if (!genders.includes(gender)) add('/Gender', `no ${pal.id} is ${gender}`);

  const maxPassives = catalogue.limit('passives');
  if (passives.length > maxPassives) add('/Passives', `${passives.length} are more than ${maxPassives}`);
  for (const id of passives) {
    const passive = catalogue.passives.find(id);
    const rollable = passive === undefined || passive.pal || passive.rarePal;
    if (!rollable && !isInnate(catalogue, id)) add('/Passives', `no ${pal.id} has ${id}`);
  }

  let speciesSkills: ReadonlySet<string> | undefined; // few Pals have a skill that cannot be taught
  for (const [path, skills] of [
    ['/ActiveSkills', draft.activeSkills],
    ['/LearntSkills', draft.learntSkills],
  ] as const) {
    for (const id of skills) {
      if (catalogue.activeSkills.find(id)?.listed ?? true) continue;
      speciesSkills ??= new Set(learntBy(catalogue, pal, draft.level).map(([, skill]) => skill));
      if (!speciesSkills.has(id)) add(path, `no ${pal.id} can learn ${id}`);
    }
  }
}

/** True for a passive that some species is born with: breeding passes it on to others. */
function isInnate({ pals }: Catalogue, passive: string): boolean {
  return pals.all().some(({ innatePassives }) => innatePassives.includes(passive));
}
