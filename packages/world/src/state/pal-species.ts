import { type Catalogue, friendshipRank, maxHp, type Npc, type Pal } from '../catalogue/index.ts';
import type { GameContext } from './game-context.ts';
import type { Character } from './model.ts';

/** A PalID resolved: a Pal, a person, or an id that the catalogue does not know. */
export type Species =
  | { readonly kind: 'pal'; readonly id: string; readonly pal: Pal }
  | { readonly kind: 'person'; readonly id: string; readonly npc: Npc }
  | { readonly kind: 'unknown'; readonly id: string };

/** The species of an id in any case; the result has the catalogue's spelling. */
export function speciesOf({ pals, npcs }: Catalogue, id: string): Species {
  const pal = pals.find(id);
  if (pal !== undefined) return { kind: 'pal', id: pal.id, pal };
  const npc = npcs.find(id);
  return npc === undefined ? { kind: 'unknown', id } : { kind: 'person', id: npc.id, npc };
}

/** Fields on which max HP depends. */
export type Growth = Pick<
  Character,
  'level' | 'ivs' | 'partnerSkillLevel' | 'souls' | 'friendshipPoints' | 'awakened'
>;

type WithCatalogue = Pick<GameContext, 'catalogue'>;

export function fullHp(game: WithCatalogue, species: Species, growth: Growth): number {
  if (species.kind === 'pal') return hpOf(game, species.pal.hp, species.pal.alpha, growth);
  return hpOf(game, species.kind === 'person' ? species.npc.hp : modded(species.id).hp, false, growth);
}

/** Max HP of a body with this base value. */
export function hpOf({ catalogue }: WithCatalogue, baseHp: number, alpha: boolean, growth: Growth): number {
  return maxHp({
    baseHp,
    alpha,
    level: growth.level,
    talent: growth.ivs.health,
    rank: growth.partnerSkillLevel,
    soulRank: growth.souls.health,
    friendshipRank: friendshipRank(catalogue, growth.friendshipPoints),
    awakened: growth.awakened,
  });
}

/** Average values for a species outside the catalogue. */
export function modded(id: string): Pick<Npc, 'id' | 'hp' | 'stomach'> {
  return { id, hp: 80, stomach: 300 };
}
