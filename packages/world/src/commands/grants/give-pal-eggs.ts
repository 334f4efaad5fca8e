import { type Granted, LIMITS, MAX_PROBLEMS } from '@palatine/contract';
import type { GameContext } from '../../state/game-context.ts';
import type { ItemInstance } from '../../state/model.ts';
import { freshDraft, type PalDraft } from '../../state/pal-species.ts';
import type { Command } from '../command.ts';
import { withFilesReadOnce } from '../pal-templates/pal-template.ts';
import {
  bodyOf,
  type Entry,
  type EntryProblem,
  findSpecies,
  indexed,
  isSpellable,
  type NamingGame,
  planFor,
  quoted,
  withSuggestions,
} from '../validation.ts';
import { emitGrant, InventoryPlan } from './give-items.ts';
import { levelProblem, templateDraft } from './give-pals.ts';

export interface EggEntry {
  readonly EggID: string;
  readonly PalID?: string;
  readonly PalTemplate?: string;
  readonly Level?: number;
}

export const givePalEggs: Command<'givePalEggs'> = (game, { params, body, issuer }) => {
  const entries = indexed(bodyOf(body).PalEggs);
  const reading = withFilesReadOnce(withSuggestions(game));
  const { target, plan } = planFor(game, params.player_identifier, 'PalEggs', (player) => {
    const receiving = { ...reading, receiver: player?.player };
    return planPalEggs(receiving, entries, player && new InventoryPlan(game, player.player));
  });

  plan.inventory?.put();
  emitGrant(game, target, { PalEggs: plan.granted }, issuer.name);
  return { Granted: { PalEggs: plan.granted.length } };
};

/**
 * Takes one free slot of Items per egg; any Pal may be in any egg. Without an inventory (no player) it only checks the
 * entries. Reads no further template for an egg that has no room, or once there are more problems than a refusal lists.
 */
export function planPalEggs(game: NamingGame, entries: Entry<EggEntry>[], inventory?: InventoryPlan) {
  const problems: EntryProblem[] = [];
  const granted: NonNullable<Granted['PalEggs']> = [];
  const templates = new Set(entries.map(({ PalTemplate }) => PalTemplate));
  if (templates.size > LIMITS.templateEntries) {
    const message = `must name at most ${LIMITS.templateEntries} templates`;
    return { problems: [{ field: '', message }], inventory, granted };
  }
  for (const entry of entries) {
    if (problems.length > MAX_PROBLEMS) break;
    const { index } = entry;
    const egg = findEgg(game, entry.EggID);
    if ('message' in egg) problems.push({ index, field: 'EggID', message: egg.message });
    if (entry.PalTemplate !== undefined && inventory?.freeSlots('Items') === 0) {
      problems.push({ index, field: '', message: 'does not fit: Items are full' });
      continue;
    }
    const inside = readInside(game, entry);
    if ('problems' in inside) {
      problems.push(...inside.problems);
      continue;
    }
    if ('message' in egg) continue;
    const message = layEgg(game, egg.id, inside, inventory);
    if (message === undefined) granted.push({ EggID: egg.id, PalID: inside.species, Level: inside.level });
    else problems.push({ index, field: '', message });
  }
  return { problems, inventory, granted };
}

function findEgg(
  { catalogue, rules, unknownId }: NamingGame,
  eggId: string,
): { readonly id: string } | { readonly message: string } {
  const item = catalogue.items.find(eggId);
  if (item?.dynamic === 'egg') return { id: item.id };
  if (item !== undefined) return { message: `${quoted(eggId)} is an item, but not an egg` };
  const isUnlisted = catalogue.unlistedItems.find(eggId) !== undefined;
  if (!isUnlisted && rules.unknownIds === 'Accept' && isSpellable(eggId)) return { id: eggId };
  return { message: unknownId('EggID', eggId) };
}

type Inside = PalDraft | { readonly problems: readonly EntryProblem[] };

/** The Pal inside: of a species and level (default 1), or of a template with its own level. */
function readInside(game: NamingGame, entry: Entry<EggEntry>): Inside {
  const { index, PalID, PalTemplate, Level = 1 } = entry;
  const tooHigh = levelProblem(game, Level);
  const problems = tooHigh === undefined ? [] : [{ index, field: 'Level', message: tooHigh }];
  const inside = readChoice(game, PalID, PalTemplate, tooHigh === undefined ? Level : 1);
  if (!('field' in inside)) return problems.length > 0 ? { problems } : inside;
  return {
    problems: [...problems, ...inside.messages.map((message) => ({ index, field: inside.field, message }))],
  };
}

interface ChoiceError {
  readonly field: string;
  readonly messages: readonly string[];
}

function readChoice(
  game: NamingGame,
  palId: string | undefined,
  template: string | undefined,
  level: number,
): PalDraft | ChoiceError {
  if (palId !== undefined && template === undefined) return readSpecies(game, palId, level);
  if (palId !== undefined || template === undefined) {
    return { field: '', messages: ['must have exactly one of PalID and PalTemplate'] };
  }
  const draft = templateDraft(game, template);
  if ('problems' in draft) return { field: 'PalTemplate', messages: draft.problems };
  if (findSpecies(game, draft.species)?.kind !== 'person') return draft;
  return {
    field: 'PalTemplate',
    messages: [`template ${quoted(template)} is of ${draft.species}: ${NO_PAL}`],
  };
}

const NO_PAL = 'only Pals hatch from eggs';

function readSpecies(game: NamingGame, palId: string, level: number): PalDraft | ChoiceError {
  const species = findSpecies(game, palId);
  if (species === undefined) return { field: 'PalID', messages: [game.unknownId('PalID', palId)] };
  if (species.kind === 'person')
    return { field: 'PalID', messages: [`${quoted(palId)} is a person: ${NO_PAL}`] };
  return freshDraft(game, species, level);
}

/** @returns why the egg does not fit; undefined when it does. */
function layEgg({ newId }: GameContext, eggId: string, draft: PalDraft, inventory?: InventoryPlan) {
  const instance = (): ItemInstance => ({
    kind: 'egg',
    id: newId(),
    species: draft.species,
    pal: { ...draft, id: newId(), ownerUid: null, place: null },
  });
  return inventory?.place('Items', { itemId: eggId, count: 1, stackSize: 1, instance });
}
