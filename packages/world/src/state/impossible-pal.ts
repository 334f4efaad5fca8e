import type { Problem } from '@palatine/contract';
import { type Catalogue, learntBy } from '../catalogue/index.ts';
import type { Character } from './model.ts';
import { fullHp, type Species } from './pal-species.ts';

/** A Pal or captured person, in the world or before it is. */
type AnyPal = Omit<Character, 'id' | 'place' | 'ownerUid'>;

interface WithCatalogue {
  readonly catalogue: Catalogue;
}

/**
 * The problems of a Pal that the game itself could not produce: values beyond its limits, a gender its species cannot
 * have, passives no Pal has, skills that can neither be learnt by level nor be taught. People and unknown species are
 * checked for values only.
 */
export function impossibilities(game: WithCatalogue, species: Species, draft: AnyPal): Problem[] {
  return [...impossibleValues(game, species, draft), ...impossibleTraits(game, species, draft)];
}

function* impossibleValues(game: WithCatalogue, species: Species, draft: AnyPal): Generator<Problem> {
  const { catalogue } = game;
  const souls = catalogue.limit('soulRankMax');
  const talent = catalogue.limit('talentMax');
  const checks: readonly (readonly [path: string, value: number, most: number])[] = [
    ['/Level', draft.level, catalogue.limit('palLevelCap')],
    ['/PartnerSkillLevel', draft.partnerSkillLevel, catalogue.limit('rankMax')],
    ['/FriendshipPoints', draft.friendshipPoints, catalogue.limit('friendshipMax')],
    ['/HP', draft.hp, fullHp(game, species, draft)],
    ['/PalSouls/Health', draft.souls.health, souls],
    ['/PalSouls/Attack', draft.souls.attack, souls],
    ['/PalSouls/Defense', draft.souls.defense, souls],
    ['/PalSouls/CraftSpeed', draft.souls.craftSpeed, souls],
    ['/IVs/Health', draft.ivs.health, talent],
    ['/IVs/AttackMelee', draft.ivs.attackMelee, talent],
    ['/IVs/AttackShot', draft.ivs.attackShot, talent],
    ['/IVs/Defense', draft.ivs.defense, talent],
  ];
  for (const [Path, value, most] of checks) {
    if (value > most) yield impossible(Path, `${value} is more than ${most}`);
  }
  const least = catalogue.limit('friendshipMin');
  if (draft.friendshipPoints < least) {
    yield impossible('/FriendshipPoints', `${draft.friendshipPoints} is less than ${least}`);
  }
}

function* impossibleTraits(
  { catalogue }: WithCatalogue,
  species: Species,
  draft: AnyPal,
): Generator<Problem> {
  if (species.kind !== 'pal') return;
  const { pal } = species;
  const { gender, passives } = draft;
  const genders =
    pal.malePct === null ? ['None'] : [pal.malePct > 0 && 'Male', pal.malePct < 100 && 'Female'];
  if (!genders.includes(gender)) yield impossible('/Gender', `no ${pal.id} is ${gender}`);

  const most = catalogue.limit('passives');
  if (passives.length > most) yield impossible('/Passives', `${passives.length} are more than ${most}`);
  for (const id of passives) {
    const passive = catalogue.passives.find(id);
    const rollable = passive === undefined || passive.pal || passive.rarePal;
    if (!rollable && !isInnate(catalogue, id)) yield impossible('/Passives', `no ${pal.id} has ${id}`);
  }

  let own: ReadonlySet<string> | undefined; // few Pals have a skill that cannot be taught
  for (const [Path, skills] of [
    ['/ActiveSkills', draft.activeSkills],
    ['/LearntSkills', draft.learntSkills],
  ] as const) {
    for (const id of skills) {
      if (catalogue.activeSkills.find(id)?.listed ?? true) continue;
      own ??= new Set(learntBy(catalogue, pal, draft.level).map(([, skill]) => skill));
      if (!own.has(id)) yield impossible(Path, `no ${pal.id} can learn ${id}`);
    }
  }
}

/** True for a passive that some species is born with: breeding passes it on to others. */
function isInnate({ pals }: Catalogue, passive: string): boolean {
  return pals.all().some(({ innatePassives }) => innatePassives.includes(passive));
}

function impossible(Path: string, what: string): Problem {
  return { Path, Message: `is impossible in the game: ${what}` };
}
