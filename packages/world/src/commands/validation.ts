import { type Problem, problemsRefusal, RELIC_TYPES } from '@palatine/contract';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { type FoundId, findIds, type IdKind } from '../catalogue/find-ids.ts';
import { assertPlayerManager, type LoadedPlayer, resolveLoadedPlayer } from '../state/find-player.ts';
import type { GameContext } from '../state/game-context.ts';
import type { Player } from '../state/model.ts';
import { type Species, speciesOf } from '../state/pal-species.ts';

export type Entry<T> = T & { readonly index: number };

/** A problem of an entry, or of the whole section when there is no index. */
export interface EntryProblem {
  readonly index?: number;
  /** The field of the entry; '' for the entry as such. */
  readonly field: string;
  readonly message: string;
}

export type AddProblem = (field: string, message: string) => undefined;

export function problemsOf(problems: EntryProblem[], { index }: Entry<unknown>): AddProblem {
  return (field, message) => void problems.push({ index, field, message });
}

export function indexed<T>(entries: readonly T[]): Entry<T>[] {
  return entries.map((entry, index) => ({ ...entry, index }));
}

/** Refuses a body for all problems of its entries, in the order of the entries. Does nothing without a problem. */
function refuseProblems(section: string, problems: readonly EntryProblem[]): void {
  if (problems.length === 0) return;
  const inOrder = problems.toSorted((a, b) => (a.index ?? -1) - (b.index ?? -1));
  refuse(
    inOrder.map(({ index, field, message }) => ({
      Path: [`/${section}`, index, field].filter((part) => part !== undefined && part !== '').join('/'),
      Message: message,
    })),
  );
}

/** Refuses a body with these problems. Does nothing without a problem. */
export function refuse(problems: readonly Problem[]): void {
  if (problems.length > 0) throw problemsRefusal('VALIDATION_FAILED', problems);
}

/** The body of a route that requires one. Its shape has been checked. */
export function bodyOf<Body>(body: Body | undefined): Body {
  if (body === undefined) throw problemsRefusal('INVALID_REQUEST', [{ Path: '', Message: 'is missing' }]);
  return body;
}

/**
 * The player of a command's path. `checkValues` refuses the problems that are known without a player: they are
 * reported before an unknown player is. These routes have no code for a missing player manager: their resolver failed.
 */
export function resolvePlayer(game: GameContext, identifier: string, checkValues: () => void): LoadedPlayer {
  try {
    assertPlayerManager(game);
    return resolveLoadedPlayer(game, identifier);
  } catch (refusal) {
    checkValues();
    throw refusal;
  }
}

/** The player of a grant and the plan for it. Without a player the plan only has the problems of the values. */
export function planFor<Plan extends { readonly problems: readonly EntryProblem[] }>(
  game: GameContext,
  identifier: string,
  section: string,
  planOf: (target?: LoadedPlayer) => Plan,
) {
  const target = resolvePlayer(game, identifier, () => refuseProblems(section, planOf().problems));
  const plan = planOf(target);
  refuseProblems(section, plan.problems);
  return { target, plan };
}

/** Whether a text can be an id: printable ASCII, at most 128 characters, not `None`. */
export function isSpellable(id: string): boolean {
  return /^[!-~]{1,128}$/.test(id) && id.toLowerCase() !== 'none';
}

/** Finds a species in any case, people and switched-off ones too: an administrator means what they name. */
export function findSpecies(
  { catalogue, rules }: Pick<GameContext, 'catalogue' | 'rules'>,
  palId: string,
): Species | undefined {
  const species = speciesOf(catalogue, palId);
  if (species.kind !== 'unknown') return species;
  return rules.unknownIds === 'Accept' && isSpellable(palId) ? species : undefined;
}

/** Quotes a text for a message, cut after 80 characters. */
export function quoted(text: string): string {
  return JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text);
}

/** Ids that get suggestions: a search takes up to a millisecond, and a body may name a thousand. */
export const SUGGESTED_IDS = 5;
const SUGGESTIONS = 3;
/** A shorter text is part of too many names to mean one of them. */
const MIN_CHARS = 3;

/** Label of an id in messages, and the kinds that are searched for suggestions. */
const KINDS = {
  ItemID: ['items'],
  EggID: ['eggs'],
  PalID: ['pals'],
  /** People can be captured, so they can be given. */
  'PalID of a grant': ['pals', 'npcs'],
  NPCID: ['npcs'],
  technology: ['technologies'],
  skill: ['skills'],
  passive: ['passives'],
  'relic type': ['relics'],
} as const satisfies Record<string, readonly IdKind[]>;
export type UnknownKind = keyof typeof KINDS;

export type UnknownId = (kind: UnknownKind, id: string) => string;

/** The game for one command, with its remaining suggestions. */
export type NamingGame = GameContext & {
  readonly unknownId: UnknownId;
  /** The player who receives Pals; undefined for a summon. */
  readonly receiver?: Player | undefined;
};

export function withSuggestions<Game extends Pick<GameContext, 'catalogue'>>(game: Game) {
  const suggested = new Map<string, string>();
  const unknownId: UnknownId = (kind, id) => {
    const unknown = `unknown ${kind.split(' of ', 1)[0]} ${quoted(id)}`;
    const key = `${kind} ${id}`;
    if (!suggested.has(key)) {
      if (suggested.size >= SUGGESTED_IDS) return unknown;
      suggested.set(key, suggestion(game.catalogue, kind, id));
    }
    return `${unknown}; ${suggested.get(key)}`;
  };
  return { ...game, unknownId };
}

function suggestion(catalogue: Catalogue, kind: UnknownKind, id: string): string {
  const hits = findIds(catalogue, id, { kinds: KINDS[kind], limit: SUGGESTIONS });
  const exact = hits.filter(({ match }) => match === 'id' || match === 'name');
  const near = id.length < MIN_CHARS ? [] : hits;
  const suggestions = (exact.length > 0 ? exact : near).map(labelOf);
  const list = new Intl.ListFormat('en-GB', { type: 'disjunction' }); // a, b or c
  if (suggestions.length > 0) return `did you mean ${list.format(suggestions)}?`;
  return kind === 'relic type'
    ? `there are ${RELIC_TYPES.join(', ')}`
    : 'palatine find and GET /v1/palatine/catalogue list those that exist';
}

const labelOf = ({ id, name }: FoundId): string => (name === '' || name === id ? id : `${id} (${name})`);
