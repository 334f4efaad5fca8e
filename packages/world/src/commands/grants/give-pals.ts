import { type Guid, MAX_PROBLEMS } from '@palatine/contract';
import type { GameContext } from '../../state/game-context.ts';
import { freshDraft, type PalDraft } from '../../state/pal-species.ts';
import type { Command } from '../command.ts';
import { readPalTemplate, TemplateError, withFilesReadOnce } from '../pal-templates/pal-template.ts';
import {
  bodyOf,
  type Entry,
  type EntryProblem,
  findSpecies,
  indexed,
  type NamingGame,
  planFor,
  quoted,
  withSuggestions,
} from '../validation.ts';
import { emitGrant, freePlaces, type Place } from './give-items.ts';

export interface PalEntry {
  readonly PalID: string;
  readonly Level: number;
}
export interface TemplateEntry {
  readonly template: string;
}

interface Arrival {
  readonly place: Place;
  readonly draft: () => PalDraft;
}

interface PalsPlan {
  readonly problems: readonly EntryProblem[];
  readonly arrivals: readonly Arrival[];
}

const NO_ROOM = 'does not fit: team and Palbox are full';

export const givePals: Command<'givePals'> = (caller, { params, body, issuer }) => {
  const game = withSuggestions(caller);
  const entries = indexed(bodyOf(body).Pals);
  const { target, plan } = planFor(game, params.player_identifier, 'Pals', (player) =>
    planPals(game, entries, player && freePlaces(game.world, player.player)),
  );

  const granted = putPals(game, target.uid, plan);
  emitGrant(game, target, { Pals: granted }, issuer.name);
  return { Granted: { Pals: granted.length } };
};

export const givePalTemplates: Command<'givePalTemplates'> = (game, { params, body, issuer }) => {
  const entries = indexed(bodyOf(body).PalTemplates.map((template) => ({ template })));
  const reading = withFilesReadOnce(withSuggestions(game));
  const { target, plan } = planFor(game, params.player_identifier, 'PalTemplates', (player) => {
    const receiving = { ...reading, receiver: player?.player };
    return planPalTemplates(receiving, entries, player && freePlaces(game.world, player.player));
  });

  const granted = putPals(game, target.uid, plan);
  emitGrant(game, target, { PalTemplates: withTemplates(entries, granted) }, issuer.name);
  return { Granted: { PalTemplates: granted.length } };
};

/** Takes a place of `free` for each Pal. Without them (no player) it only checks the entries. */
export function planPals(game: NamingGame, entries: readonly Entry<PalEntry>[], free?: Place[]): PalsPlan {
  const problems: EntryProblem[] = [];
  const arrivals: Arrival[] = [];
  for (const { index, PalID, Level } of entries) {
    const species = findSpecies(game, PalID);
    const tooHigh = levelProblem(game, Level);
    if (species === undefined) {
      problems.push({ index, field: 'PalID', message: game.unknownId('PalID of a grant', PalID) });
    }
    if (tooHigh !== undefined) problems.push({ index, field: 'Level', message: tooHigh });
    if (species === undefined || tooHigh !== undefined || free === undefined) continue;
    const place = free.shift();
    if (place === undefined) problems.push({ index, field: '', message: NO_ROOM });
    else arrivals.push({ place, draft: () => freshDraft(game, species, Level) });
  }
  return { problems, arrivals };
}

/** Likewise. Reads and rolls all Pals before any is given, until the boxes or the list of problems is full. */
export function planPalTemplates(game: NamingGame, entries: Entry<TemplateEntry>[], free?: Place[]) {
  const problems: EntryProblem[] = [];
  const arrivals: Arrival[] = [];
  for (const { index, template } of entries) {
    if (problems.length > MAX_PROBLEMS) break;
    if (free?.length === 0) {
      problems.push({ index, field: '', message: NO_ROOM });
      continue;
    }
    const draft = templateDraft(game, template);
    if ('problems' in draft) {
      problems.push(...draft.problems.map((message) => ({ index, field: '', message })));
      continue;
    }
    const place = free?.shift();
    if (place !== undefined) arrivals.push({ place, draft: () => draft });
  }
  return { problems, arrivals };
}

/** The Pal of a template, or one sentence per problem. */
export function templateDraft(
  game: NamingGame,
  template: string,
): PalDraft | { readonly problems: readonly string[] } {
  try {
    return readPalTemplate(game, template);
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    return {
      problems: error.problems.map(({ Path, Message }) =>
        [`template ${quoted(template)}:`, Path, Message].filter((part) => part !== '').join(' '),
      ),
    };
  }
}

export function levelProblem({ catalogue }: GameContext, level: number): string | undefined {
  const cap = catalogue.limit('palLevelCap');
  return level > cap ? `must be 1 to ${cap}` : undefined;
}

/** The Pals made from these entries, one of each, with the templates that they come from. */
export function withTemplates(entries: readonly TemplateEntry[], pals: readonly PalEntry[]) {
  return pals.map((pal, index) => ({ Template: entries[index]?.template ?? '', ...pal }));
}

/** @returns the created Pals, in the form of the event. */
export function putPals({ world, newId }: GameContext, ownerUid: Guid, { arrivals }: PalsPlan): PalEntry[] {
  return arrivals.map(({ place, draft }) => {
    const pal = { ...draft(), id: newId(), ownerUid, place };
    world.characters.put(pal);
    return { PalID: pal.species, Level: pal.level };
  });
}
