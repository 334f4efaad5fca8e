import type { Catalogue } from '../catalogue/catalogue.ts';
import { learntBy, rollFreshPal } from '../catalogue/fresh-pal.ts';
import { friendshipRank, maxHp, palExpAt } from '../catalogue/pal-growth.ts';
import { between } from '../catalogue/random.ts';
import type { Npc, Pal } from '../catalogue/tables.ts';
import type { GameContext } from './game-context.ts';
import { BLANK_CHARACTER, type Character } from './model.ts';

/** A PalID resolved: a Pal, a person, or an id that the catalogue does not know. */
export type Species =
  | { readonly kind: 'pal'; readonly id: string; readonly pal: Pal }
  | { readonly kind: 'person' | 'unknown'; readonly id: string; readonly npc: PersonValues };

/** What a fresh person has of its row. */
type PersonValues = Pick<Npc, 'id' | 'hp' | 'stomach'>;

/** The species of an id in any case; the result has the catalogue's spelling. */
export function speciesOf({ pals, npcs }: Catalogue, id: string): Species {
  const pal = pals.find(id);
  if (pal !== undefined) return { kind: 'pal', id: pal.id, pal };
  const npc = npcs.find(id);
  if (npc !== undefined) return { kind: 'person', id: npc.id, npc };
  return { kind: 'unknown', id, npc: { id, hp: 80, stomach: 300 } }; // average values
}

/** Fields on which max HP depends. */
export type Growth = Pick<
  Character,
  'level' | 'ivs' | 'partnerSkillLevel' | 'souls' | 'friendshipPoints' | 'awakened'
>;

export function fullHp(game: Pick<GameContext, 'catalogue'>, species: Species, growth: Growth): number {
  return hpOf(game, species.kind === 'pal' ? species.pal : species.npc, growth);
}

/** The base value of a species; people have no factor of alphas. */
type HpValues = { readonly hp: number; readonly alpha?: boolean };

/** Max HP of a body of this species. */
export function hpOf({ catalogue }: Pick<GameContext, 'catalogue'>, row: HpValues, growth: Growth): number {
  return maxHp({
    baseHp: row.hp,
    alpha: row.alpha === true,
    level: growth.level,
    talent: growth.ivs.health,
    rank: growth.partnerSkillLevel,
    soulRank: growth.souls.health,
    friendshipRank: friendshipRank(catalogue, growth.friendshipPoints),
    awakened: growth.awakened,
  });
}

/** A Pal or captured person before it is in the world: without an id, an owner and a place. */
export type PalDraft = Omit<Character, 'id' | 'place' | 'ownerUid'>;

export type DraftingGame = Pick<GameContext, 'catalogue' | 'rules' | 'random'>;

/** A fresh Pal or person, as a plain grant gives it. */
export function freshDraft(game: DraftingGame, species: Species, level: number): PalDraft {
  if (species.kind === 'pal') return freshPalDraft(game, species.pal, level);
  return freshPersonDraft(game, species.npc, level);
}

/** Rolls gender by the species' ratio and IVs; only innate passives, full HP and stomach. An alpha is not lucky. */
function freshPalDraft(game: DraftingGame, species: Pal, level: number): PalDraft {
  const { catalogue, random } = game;
  const fresh = rollFreshPal(catalogue, species, { level, random });
  const draft: PalDraft = {
    ...blank(game, species.id, level),
    gender: fresh.gender,
    ivs: { ...fresh.ivs, attackMelee: between(random, 0, catalogue.limit('talentMax')) },
    stomach: fresh.stomach,
    maxStomach: fresh.stomach,
    sanity: fresh.sanity,
    exp: fresh.exp,
    activeSkills: fresh.activeSkills,
    learntSkills: learntBy(catalogue, species, level).map(([, skill]) => skill),
    passives: fresh.passives,
  };
  return { ...draft, hp: fullHp(game, { kind: 'pal', id: species.id, pal: species }, draft) };
}

/** People have neither gender nor innate skills. */
function freshPersonDraft(game: DraftingGame, npc: PersonValues, level: number): PalDraft {
  const { catalogue, random } = game;
  const iv = () => between(random, 0, catalogue.limit('talentMax'));
  const draft: PalDraft = {
    ...blank(game, npc.id, level),
    ivs: { health: iv(), attackMelee: iv(), attackShot: iv(), defense: iv() },
    stomach: npc.stomach,
    maxStomach: npc.stomach,
  };
  return { ...draft, hp: hpOf(game, npc, draft) };
}

function blank({ catalogue }: DraftingGame, species: string, level: number): PalDraft {
  const exp = palExpAt(catalogue, level);
  return { ...BLANK_CHARACTER, species, level, exp, sanity: catalogue.limit('sanity') };
}
