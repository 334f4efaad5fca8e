import {
  BASES_READ,
  FIND_KINDS,
  type FindKind,
  GUILDS_READ,
  type Hit,
  PALS_READ,
  PLAYERS_READ,
  parseGuid,
  problemsRefusal,
  SCORES,
  scoreOf,
  searchKey,
} from '@palatine/contract';
import { headName } from '../state/aggregates.ts';
import type { GameContext } from '../state/game-context.ts';
import type { Character, Guild } from '../state/model.ts';
import type { World } from '../state/world.ts';
import { nearestTravel } from './camp-search.ts';
import { addressOf, mayReadPrivate } from './player-row.ts';
import { type PlayerFacts, playerFactsOf } from './player-search.ts';
import { query } from './query.ts';

const DEFAULT_HITS = 20;

interface Search {
  /** As `searchKey` gives it. */
  readonly needle: string;
  readonly id: string | undefined;
  readonly withPrivate: boolean;
}

interface Candidate extends Omit<Hit, 'Kind'> {
  /** The sort key, from `searchKey`. */
  readonly nameKey: string;
}

type Finder = (game: GameContext, search: Search) => Iterable<Candidate>;

const FINDERS: Record<FindKind, { readonly permission: string; readonly find: Finder }> = {
  Player: { permission: PLAYERS_READ, find: findPlayers },
  Guild: { permission: GUILDS_READ, find: guildsFound },
  Camp: { permission: BASES_READ, find: campsFound },
  Pal: { permission: PALS_READ, find: palsFound },
};

/** Records whose name contains the text or whose id it is, of the kinds that the caller may read; best first. */
export const find = query<'find'>({
  reads: ['accounts', 'sessions', 'players', 'characters', 'guilds', 'camps'],
  run(game, _params, { query: { Text = '', Kinds, Limit = DEFAULT_HITS }, granted }) {
    const needle = searchKey(Text);
    const search = { needle, id: parseGuid(Text.trim()), withPrivate: mayReadPrivate({ granted }) };
    const kinds = kindsOf(Kinds).filter(
      (kind) => needle !== '' && granted.includes(FINDERS[kind].permission),
    );
    const hits = kinds.flatMap((Kind) =>
      [...FINDERS[Kind].find(game, search)]
        .sort(compareHits)
        .slice(0, Limit)
        .map(({ nameKey: _, ...hit }) => ({ Kind, ...hit })),
    );
    return { Text, Hits: hits.sort((a, b) => b.Score - a.Score).slice(0, Limit) }; // keeps the order of kinds
  },
});

/** In the order of hits of the same score. */
function kindsOf(text: string | undefined): readonly FindKind[] {
  if (!text) return FIND_KINDS;
  const kinds = text.split(',').map((word) => {
    const kind = FIND_KINDS.find((entry) => entry.toLowerCase() === word.trim().toLowerCase());
    if (kind !== undefined) return kind;
    const Message = `must be some of ${FIND_KINDS.join(', ')}, separated by commas`;
    throw problemsRefusal('VALIDATION_FAILED', [{ Path: '/Kinds', Message }]);
  });
  return FIND_KINDS.filter((kind) => kinds.includes(kind));
}

function compareHits(a: Candidate, b: Candidate): number {
  return b.Score - a.Score || compare(a.nameKey, b.nameKey) || compare(a.Id, b.Id);
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

function* findPlayers(game: GameContext, search: Search): Generator<Candidate> {
  for (const facts of playerFactsOf(game).values()) {
    const { account, nameKey, guild } = facts;
    const nameScore = account.uid === search.id ? SCORES.whole : scoreOf(nameKey, search.needle);
    const former = matchFormerName(facts, search);
    const secret = search.withPrivate ? privateScore(facts, search) : SCORES.none;
    const Score = Math.max(nameScore, former.score, secret);
    if (Score === SCORES.none) continue;
    const byFormer = former.score > Math.max(nameScore, secret);
    const Note = byFormer ? former.name : ((guild && labelOf(game.world, guild)) ?? '');
    yield { Id: account.uid, Name: account.name, Note, Score, nameKey };
  }
}

function matchFormerName({ account, formerKeys }: PlayerFacts, { needle }: Search) {
  let best = { name: '', score: SCORES.none as number };
  for (const [at, key] of formerKeys.entries()) {
    const score = scoreOf(key, needle);
    if (score > best.score) best = { name: account.formerNames?.[at]?.name ?? '', score };
  }
  return best;
}

function privateScore(facts: PlayerFacts, { needle }: Search): number {
  const best = Math.max(scoreOf(facts.userIdKey, needle), scoreOf(addressOf(facts), needle));
  const { addresses = [] } = facts.account;
  return addresses.reduce((highest, { ip }) => Math.max(highest, scoreOf(ip, needle)), best);
}

const labelOf = (world: World, guild: Guild): string => guild.name || headName(world, guild);

function* guildsFound({ world }: GameContext, { needle, id }: Search): Generator<Candidate> {
  for (const guild of world.guilds.values()) {
    const { id: Id, name: Name } = guild;
    const Score = Id === id ? SCORES.whole : scoreOf(searchKey(labelOf(world, guild)), needle);
    if (Score === SCORES.none) continue;
    yield { Id, Name, Note: Name === '' ? headName(world, guild) : '', Score, nameKey: searchKey(Name) };
  }
}

function* campsFound({ world, catalogue }: GameContext, { needle, id }: Search): Generator<Candidate> {
  for (const camp of world.camps.values()) {
    const guild = world.guilds.get(camp.guildId);
    const Name = guild === undefined ? '' : labelOf(world, guild);
    const nameKey = searchKey(Name);
    const { id: Note = '' } = nearestTravel(catalogue, camp.location) ?? {};
    const point = searchKey(catalogue.places.find(Note)?.name ?? '');
    const textScore = Math.max(scoreOf(nameKey, needle), scoreOf(point, needle));
    const Score = camp.id === id ? SCORES.whole : textScore;
    if (Score !== SCORES.none) yield { Id: camp.id, Name, Note, Score, nameKey };
  }
}

function* palsFound({ world }: GameContext, { needle, id }: Search): Generator<Candidate> {
  const byId = id === undefined ? undefined : world.characters.get(id);
  if (byId !== undefined && byId.playerUid === null) yield palFound(byId, SCORES.whole);
  for (const nickname of world.palsByNickname.groups()) {
    const score = scoreOf(nickname, needle);
    if (score === SCORES.none) continue;
    for (const pal of world.pick(world.characters, world.palsByNickname.keys(nickname))) {
      if (pal !== byId) yield palFound(pal, score, nickname);
    }
  }
}

function palFound({ id, nickname, species }: Character, Score: number, nameKey = ''): Candidate {
  return { Id: id, Name: nickname, Note: species, Score, nameKey };
}
