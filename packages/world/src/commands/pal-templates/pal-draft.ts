import { learntBy, type Npc, type Pal, palExpAt, rollFreshPal } from '../../catalogue/index.ts';
import type { GameContext } from '../../state/game-context.ts';
import { BLANK_CHARACTER, type Character } from '../../state/model.ts';
import { fullHp, hpOf, modded, type Species, speciesOf } from '../../state/pal-species.ts';
import { between } from '../../state/random.ts';
import { isSpellable } from '../validation.ts';

/** A Pal or captured person before it is in the world: without an id, an owner and a place. */
export type PalDraft = Omit<Character, 'id' | 'place' | 'ownerUid'>;

export type DraftingGame = Pick<GameContext, 'catalogue' | 'rules' | 'random'>;

/** Finds a species in any case, people and switched-off ones too: an administrator means what they name. */
export function findSpecies(
  { catalogue, rules }: Pick<GameContext, 'catalogue' | 'rules'>,
  palId: string,
): Species | undefined {
  const species = speciesOf(catalogue, palId);
  if (species.kind !== 'unknown') return species;
  return rules.unknownIds === 'Accept' && isSpellable(palId) ? species : undefined;
}

/** A fresh Pal or person, as a plain grant gives it. */
export function freshDraft(game: DraftingGame, species: Species, level: number): PalDraft {
  if (species.kind === 'pal') return freshPalDraft(game, species.pal, level);
  return freshPersonDraft(game, species.kind === 'person' ? species.npc : modded(species.id), level);
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
export function freshPersonDraft(
  game: DraftingGame,
  npc: Pick<Npc, 'id' | 'hp' | 'stomach'>,
  level: number,
): PalDraft {
  const { catalogue, random } = game;
  const iv = () => between(random, 0, catalogue.limit('talentMax'));
  const draft: PalDraft = {
    ...blank(game, npc.id, level),
    ivs: { health: iv(), attackMelee: iv(), attackShot: iv(), defense: iv() },
    stomach: npc.stomach,
    maxStomach: npc.stomach,
  };
  return { ...draft, hp: hpOf(game, npc.hp, false, draft) };
}

function blank({ catalogue }: DraftingGame, species: string, level: number): PalDraft {
  const exp = palExpAt(catalogue, level);
  return { ...BLANK_CHARACTER, species, level, exp, sanity: catalogue.limit('sanity') };
}
