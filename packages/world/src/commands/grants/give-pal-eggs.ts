import { type Granted, LIMITS, MAX_PROBLEMS } from '@palatine/contract';
import type { GameContext } from '../../state/game-context.ts';
import type { ItemInstance } from '../../state/model.ts';
import { freshDraft, type PalDraft } from '../../state/pal-species.ts';
import type { Command } from '../command.ts';
import { withFilesReadOnce } from '../pal-templates/pal-template.ts';
import {
  type AddProblem,
  bodyOf,
  type Entry,
  type EntryProblem,
  findSpecies,
  indexed,
  isSpellable,
  type NamingGame,
  planFor,
  problemsOf,
  quoted,
  withSuggestions,
} from '../validation.ts';
import { emitGrant, InventoryPlan } from './give-items.ts';
import { checkLevel, templateDraft } from './give-pals.ts';

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
    const add = problemsOf(problems, entry);
    const eggId = readEgg(game, entry.EggID, add);
    if (entry.PalTemplate !== undefined && inventory?.freeSlots('Items') === 0) {
      add('', 'does not fit: Items are full');
      continue;
    }
    const inside = readInside(game, entry, add);
    if (eggId === undefined || inside === undefined) continue;
    const misfit = layEgg(game, eggId, inside, inventory);
    if (misfit === undefined) granted.push({ EggID: eggId, PalID: inside.species, Level: inside.level });
    else add('', misfit);
  }
  return { problems, inventory, granted };
}

function readEgg({ catalogue, rules, unknownId }: NamingGame, eggId: string, add: AddProblem) {
  const item = catalogue.items.find(eggId);
  if (item?.dynamic === 'egg') return item.id;
  if (item !== undefined) return add('EggID', `${quoted(eggId)} is an item, but not an egg`);
  const isUnlisted = catalogue.unlistedItems.find(eggId) !== undefined;
  if (!isUnlisted && rules.unknownIds === 'Accept' && isSpellable(eggId)) return eggId;
  return add('EggID', unknownId('EggID', eggId));
}

/** The Pal inside: of a species and level (default 1), or of a template with its own level. */
function readInside(game: NamingGame, entry: EggEntry, add: AddProblem): PalDraft | undefined {
  const { PalID, PalTemplate, Level = 1 } = entry;
  const isLevel = checkLevel(game, Level, add);
  const level = isLevel ? Level : 1;
  if ((PalID === undefined) === (PalTemplate === undefined)) {
    return add('', 'must have exactly one of PalID and PalTemplate');
  }
  const inside =
    PalTemplate === undefined
      ? readSpecies(game, PalID ?? '', level, add)
      : readTemplate(game, PalTemplate, add);
  return isLevel ? inside : undefined;
}

const NO_PAL = 'only Pals hatch from eggs';

function readTemplate(game: NamingGame, template: string, add: AddProblem): PalDraft | undefined {
  const draft = templateDraft(game, template, 'PalTemplate', add);
  if (draft === undefined || findSpecies(game, draft.species)?.kind !== 'person') return draft;
  return add('PalTemplate', `template ${quoted(template)} is of ${draft.species}: ${NO_PAL}`);
}

function readSpecies(game: NamingGame, palId: string, level: number, add: AddProblem): PalDraft | undefined {
  const species = findSpecies(game, palId);
  if (species === undefined) return add('PalID', game.unknownId('PalID', palId));
  if (species.kind === 'person') return add('PalID', `${quoted(palId)} is a person: ${NO_PAL}`);
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
