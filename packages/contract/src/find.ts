import { PALS_READ } from './pal-search.ts';
import { PLAYERS_READ, SAYS_PRIVATE } from './player-search.ts';
import { route } from './route.ts';
import * as notes from './texts/notes.ts';
import * as Type from './type.ts';

export const GUILDS_READ = 'Palatine.Guilds.Read';
export const BASES_READ = 'Palatine.Bases.Read';

/** Kinds of hits, each with the permission to read it. */
export const FIND_KINDS = ['Player', 'Guild', 'Camp', 'Pal'] as const;
export type FindKind = (typeof FIND_KINDS)[number];

export const Hit = Type.closedObject({
  Kind: Type.oneOf(FIND_KINDS),
  Id: Type.text('PlayerUID, id of the guild or the camp, instance id of the Pal'),
  Name: Type.text(
    'Name of the player, guild or Pal; of a camp, the name of its guild. Empty for a guild without a name',
  ),
  Note: Type.text(
    'A distinguishing detail: the guild of a player or the former name that matched; the head of a ' +
      'guild without a name; the id of the nearest fast travel point of a camp; the species of a Pal',
  ),
  Score: Type.integer(
    '4: the id itself, or the whole name; 3: the beginning; 2: the beginning of a word; 1: within',
  ),
});
export type Hit = Type.Static<typeof Hit>;

export const MAX_HITS = 100;

export const find = route('GET /v1/palatine/find', 'Find', {
  tag: 'Players',
  permission: [PLAYERS_READ, GUILDS_READ, BASES_READ, PALS_READ],
  optionalPermissions: {
    [PLAYERS_READ]: 'players',
    [GUILDS_READ]: 'guilds',
    [BASES_READ]: 'base camps',
    [PALS_READ]: 'Pals with a nickname',
    ...SAYS_PRIVATE,
  },
  summary:
    'Players, guilds, base camps and Pals with a nickname by a part of their name or by their id, best first',
  notes: notes.find,
  game: true,
  query: Type.Object({
    Text: Type.filter('Text to search for, in any case, with or without accents'),
    Kinds: Type.filter('Kinds to look for, separated by commas; all unless given'),
    Limit: Type.wholeNumber('Maximum hits; 20 unless given', 1, MAX_HITS),
  }),
  reply: Type.closedObject({ Hits: Type.Array(Hit), Text: Type.String() }),
  examples: [{ query: { Text: 'a', Limit: 3 } }],
});
export type FindReply = Type.Static<typeof find.reply>;
