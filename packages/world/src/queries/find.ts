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
} from '@palatine/contract';
import type { GameContext } from '../state/game-context.ts';
import { headName } from '../state/guild-facts.ts';
import type { Guild } from '../state/model.ts';
import type { World } from '../state/world.ts';
import { nearestTravel } from './nearest-travel.ts';
import { type PlayerFacts, playerIndexOf } from './player-facts.ts';
import { addressOf, mayReadPrivate } from './player-row.ts';
import { query } from './query.ts';
import { SCORES, scoreOf } from './text-score.ts';

const DEFAULT_HITS = 20;

/** What is looked for. */
interface Wanted {
  /** In lower case. */
  readonly needle: string;
  /** The text as an id, when it is one. */
  readonly id: string | undefined;
  readonly withPrivate: boolean;
}

const PERMISSIONS: Record<FindKind, string> = {
  Player: PLAYERS_READ,
  Guild: GUILDS_READ,
  Camp: BASES_READ,
  Pal: PALS_READ,
};

const FINDERS: Record<FindKind, (game: GameContext, wanted: Wanted) => Iterable<Hit>> = {
  Player: playersFound,
  Guild: guildsFound,
  Camp: campsFound,
  Pal: palsFound,
};

/** Whatever has this text in its name or is named by it as an id, of the kinds that the caller may read; best first. */
export const find = query<'find'>({
  reads: ['accounts', 'sessions', 'players', 'characters', 'guilds', 'camps'],
  run(game, _params, { query: { Text = '', Kinds, Limit = DEFAULT_HITS }, held }) {
    const trimmed = Text.trim();
    const wanted: Wanted = {
      needle: trimmed.toLowerCase(),
      id: parseGuid(trimmed),
      withPrivate: mayReadPrivate({ held }),
    };
    const kinds = kindsOf(Kinds).filter((kind) => held.includes(PERMISSIONS[kind]));
    const hits = wanted.needle === '' ? [] : kinds.flatMap((kind) => [...FINDERS[kind](game, wanted)]);
    return { Text, Hits: hits.sort(byScore).slice(0, Limit) };
  },
});

function kindsOf(text: string | undefined): FindKind[] {
  if (!text) return [...FIND_KINDS];
  return text.split(',').map((word) => {
    const kind = FIND_KINDS.find((known) => known.toLowerCase() === word.trim().toLowerCase());
    if (kind !== undefined) return kind;
    const Message = `must be some of ${FIND_KINDS.join(', ')}, separated by commas`;
    throw problemsRefusal('VALIDATION_FAILED', [{ Path: '/Kinds', Message }]);
  });
}

/** Better hits first, then players before guilds and so on, then by name. */
function byScore(one: Hit, other: Hit): number {
  if (one.Score !== other.Score) return other.Score - one.Score;
  const kinds = FIND_KINDS.indexOf(one.Kind) - FIND_KINDS.indexOf(other.Kind);
  if (kinds !== 0) return kinds;
  return compare(one.Name.toLowerCase(), other.Name.toLowerCase()) || compare(one.Id, other.Id);
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

function* playersFound(game: GameContext, wanted: Wanted): Generator<Hit> {
  const { world } = game;
  for (const known of playerIndexOf(game).all()) {
    const { account, nameKey } = known;
    const { uid, name } = account;
    const own = uid === wanted.id ? SCORES.exact : scoreOf(wanted.needle, nameKey);
    const former = formerNameFound(known, wanted);
    const secret = wanted.withPrivate ? privateScore(known, wanted) : SCORES.none;
    const Score = Math.max(own, former.score, secret);
    if (Score === SCORES.none) continue;
    const Note = former.score > Math.max(own, secret) ? former.name : guildLabel(world, uid);
    yield { Kind: 'Player', Id: uid, Name: name, Note, Score };
  }
}

function formerNameFound(
  { account, formerKeys }: PlayerFacts,
  { needle }: Wanted,
): { name: string; score: number } {
  let best = { name: '', score: SCORES.none as number };
  for (const [at, key] of formerKeys.entries()) {
    const score = scoreOf(needle, key);
    if (score > best.score) best = { name: account.formerNames?.[at]?.name ?? '', score };
  }
  return best;
}

function privateScore(known: PlayerFacts, { needle }: Wanted): number {
  const best = Math.max(scoreOf(needle, known.userIdKey), scoreOf(needle, addressOf(known)));
  const { addresses = [] } = known.account;
  return addresses.reduce((most, { ip }) => Math.max(most, scoreOf(needle, ip)), best);
}

function guildLabel(world: World, uid: string): string {
  const id = world.guildsByMember.first(uid);
  const guild = id === undefined ? undefined : world.guilds.get(id);
  return guild === undefined ? '' : labelOf(world, guild);
}

/** The name of a guild, or of its head. */
function labelOf(world: World, guild: Guild): string {
  return guild.name || headName(world, guild);
}

function* guildsFound({ world }: GameContext, { needle, id }: Wanted): Generator<Hit> {
  for (const guild of world.guilds.values()) {
    const Score = guild.id === id ? SCORES.exact : scoreOf(needle, labelOf(world, guild).toLowerCase());
    if (Score === SCORES.none) continue;
    const Note = guild.name === '' ? headName(world, guild) : '';
    yield { Kind: 'Guild', Id: guild.id, Name: guild.name, Note, Score };
  }
}

function* campsFound({ world, catalogue }: GameContext, { needle, id }: Wanted): Generator<Hit> {
  for (const camp of world.camps.values()) {
    const guild = world.guilds.get(camp.guildId);
    const label = guild === undefined ? '' : labelOf(world, guild);
    const { id: near = '' } = nearestTravel(catalogue, camp.location) ?? {};
    const point = catalogue.places.find(near)?.name ?? '';
    const named = Math.max(scoreOf(needle, label.toLowerCase()), scoreOf(needle, point.toLowerCase()));
    const Score = camp.id === id ? SCORES.exact : named;
    if (Score === SCORES.none) continue;
    yield { Kind: 'Camp', Id: camp.id, Name: label, Note: near, Score };
  }
}

function* palsFound({ world }: GameContext, { needle, id }: Wanted): Generator<Hit> {
  const named = id === undefined ? undefined : world.characters.get(id);
  if (named !== undefined && named.playerUid === null) {
    yield { Kind: 'Pal', Id: named.id, Name: named.nickname, Note: named.species, Score: SCORES.exact };
  }
  for (const nickname of world.palsByNickname.groups()) {
    const Score = scoreOf(needle, nickname);
    if (Score === SCORES.none) continue;
    for (const pal of world.pick(world.characters, world.palsByNickname.keys(nickname))) {
      if (pal === named) continue;
      yield { Kind: 'Pal', Id: pal.id, Name: pal.nickname, Note: pal.species, Score };
    }
  }
}
