import { RELIC_TYPES } from '@palatine/contract';
import { type Catalogue, type FoundId, findIds, type IdKind } from '../catalogue/index.ts';
import type { GameContext } from '../state/game-context.ts';
import type { Player } from '../state/model.ts';
import { quoted } from './validation.ts';

/** Ids that get suggestions: a search takes up to a millisecond, and a body may name a thousand. */
export const SUGGESTED_IDS = 5;
const SUGGESTIONS = 3;
/** A shorter text is part of too many names to mean one of them. */
const LEAST_CHARS = 3;

/** What an id is called in messages, and what is searched for suggestions. */
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

/** Says that nothing has an id, and which ids may have been meant. */
export type UnknownId = (kind: UnknownKind, id: string) => string;

/** The game for one command, with the suggestions that it has left. */
export type NamingGame = GameContext & {
  readonly unknownId: UnknownId;
  /** The player to whom Pals are given; undefined where there is none, as in a summon. */
  readonly receiver?: Player | undefined;
};

export function withSuggestions<Game extends Pick<GameContext, 'catalogue'>>(
  game: Game,
): Game & Pick<NamingGame, 'unknownId'> {
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
  const found = findIds(catalogue, id, { kinds: KINDS[kind], limit: SUGGESTIONS });
  const exact = found.filter(({ match }) => match === 'id' || match === 'name');
  const near = id.length < LEAST_CHARS ? [] : found;
  const meant = (exact.length > 0 ? exact : near).map(shown);
  if (meant.length > 0) return `did you mean ${listed(meant)}?`;
  return kind === 'relic type'
    ? `there are ${RELIC_TYPES.join(', ')}`
    : 'palatine find and GET /v1/palatine/catalogue list those that exist';
}

function shown({ id, name }: FoundId): string {
  return name === '' || name === id ? id : `${id} (${name})`;
}

/** `a, b or c` */
function listed(texts: readonly string[]): string {
  return new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(texts);
}
