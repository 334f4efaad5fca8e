import { type Guid, MAX_PROBLEMS } from '@palatine/contract';
import type { GameContext } from '../../state/game-context.ts';
import { freshDraft, type PalDraft } from '../../state/pal-species.ts';
import type { Command } from '../command.ts';
import { readPalTemplate, TemplateError, withFilesReadOnce } from '../pal-templates/pal-template.ts';
import {
  type AddProblem,
  bodyOf,
  type Entry,
  type EntryProblem,
  findSpecies,
  indexed,
  type NamingGame,
  planFor,
  problemsOf,
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
  for (const entry of entries) {
    const { PalID, Level } = entry;
    const add = problemsOf(problems, entry);
    const species = findSpecies(game, PalID);
    if (species === undefined) add('PalID', game.unknownId('PalID of a grant', PalID));
    const isLevel = checkLevel(game, Level, add);
    if (species === undefined || !isLevel || free === undefined) continue;
    const place = free.shift();
    if (place === undefined) add('', NO_ROOM);
    else arrivals.push({ place, draft: () => freshDraft(game, species, Level) });
  }
  return { problems, arrivals };
}

/** Likewise. Reads and rolls all Pals before any is given, until the boxes or the list of problems is full. */
export function planPalTemplates(game: NamingGame, entries: Entry<TemplateEntry>[], free?: Place[]) {
  const problems: EntryProblem[] = [];
  const arrivals: Arrival[] = [];
  for (const entry of entries) {
    if (problems.length > MAX_PROBLEMS) break;
    const add = problemsOf(problems, entry);
    const draft = free?.length === 0 ? add('', NO_ROOM) : templateDraft(game, entry.template, '', add);
    const place = draft && free?.shift();
    if (draft !== undefined && place !== undefined) arrivals.push({ place, draft: () => draft });
  }
  return { problems, arrivals };
}

/** The Pal of a template; without one, adds a problem of the field for each sentence why. */
export function templateDraft(game: NamingGame, template: string, field: string, add: AddProblem) {
  try {
    return readPalTemplate(game, template);
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    for (const { Path, Message } of error.problems) {
      add(field, [`template ${quoted(template)}:`, Path, Message].filter((part) => part !== '').join(' '));
    }
    return undefined;
  }
}

export function checkLevel({ catalogue }: GameContext, level: number, add: AddProblem): boolean {
  const cap = catalogue.limit('palLevelCap');
  if (level > cap) add('Level', `must be 1 to ${cap}`);
  return level <= cap;
}

/** The Pals made from these entries, one of each, with the templates that they come from. */
export function withTemplates(entries: readonly TemplateEntry[], pals: readonly PalEntry[]) {
  return pals.map((pal, index) => ({ Template: entries[index]?.template ?? '', ...pal }));
}

export function putPals({ world, newId }: GameContext, ownerUid: Guid, { arrivals }: PalsPlan): PalEntry[] {
  return arrivals.map(({ place, draft }) => {
    const pal = { ...draft(), id: newId(), ownerUid, place };
    world.characters.put(pal);
    return { PalID: pal.species, Level: pal.level };
  });
}
