import type { Problem } from '@palatine/contract';
import { type Catalogue, learntBy, type Pal } from '../catalogue/index.ts';
import type { GameContext } from './game-context.ts';
import type { Character } from './model.ts';
import { fullHp, type Species } from './pal-species.ts';
import { eachOf, IVS, SOULS } from './pal-values.ts';

/** A Pal or captured person, in the world or before it is. */
type AnyPal = Omit<Character, 'id' | 'place' | 'ownerUid'>;

type WithCatalogue = Pick<GameContext, 'catalogue'>;

/**
 * The problems of a Pal that the game itself could not produce: values beyond its limits, a gender its species cannot
 * have, passives no Pal has, skills that can neither be learnt by level nor be taught. People and unknown species are
 * checked for values only.
 */
export function impossibilities(game: WithCatalogue, species: Species, draft: AnyPal): Problem[] {
  const problems: Problem[] = [];
  const add = (Path: string, message: string) =>
    void problems.push({ Path, Message: `is impossible in the game: ${message}` });
  checkValues(game, species, draft, add);
  if (species.kind === 'pal') checkTraits(game.catalogue, species.pal, draft, add);
  return problems;
}

type Add = (path: string, message: string) => void;

function checkValues(game: WithCatalogue, species: Species, draft: AnyPal, add: Add): void {
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
  eachOf(SOULS, (key, name) => check(`/PalSouls/${name}`, souls[key], maxSouls));
  const maxTalent = catalogue.limit('talentMax');
  eachOf(IVS, (key, name) => check(`/IVs/${name}`, ivs[key], maxTalent));
  const min = catalogue.limit('friendshipMin');
  if (friendshipPoints < min) add('/FriendshipPoints', `${friendshipPoints} is less than ${min}`);
}

function checkTraits(catalogue: Catalogue, pal: Pal, draft: AnyPal, add: Add): void {
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
