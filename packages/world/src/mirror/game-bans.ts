import type { UserId } from '@palatine/contract';
import type { GameBan } from '../state/model.ts';

/** Whose the active ban of a user in our ban list is: taken over from the list of the game, or given here. */
export type BanOrigin = GameBan['origin'];

/** What both sides say of who is banned. */
export interface BanSides {
  /** The active bans of Banlist.json. */
  readonly ours: ReadonlyMap<UserId, BanOrigin>;
  /** The users on the list of the game; undefined while nobody knows: then nothing is concluded from it. */
  readonly listed: ReadonlySet<UserId> | undefined;
  /** The users who were on the list of the game when it was last known, and which side banned them. */
  readonly known: ReadonlyMap<UserId, BanOrigin>;
}

/** What has to change so that both sides say the same. */
export interface BanPlan {
  /** Banned in the game: to be banned here. */
  readonly take: readonly UserId[];
  /** Lifted in the game, where the ban came from there: to be lifted here. */
  readonly lift: readonly UserId[];
  /** To be banned in the game. */
  readonly ban: readonly UserId[];
  /** To be unbanned in the game. */
  readonly unban: readonly UserId[];
  /** The users on the list of the game, as far as this reading tells. */
  readonly known: ReadonlyMap<UserId, BanOrigin>;
}

/**
 * Brings the ban list of the game and ours together. A ban that was given here is lifted here only: when it vanishes from
 * the list of the game, it is put back. A ban of the game is taken over, and lifted when it vanishes there.
 */
export function planGameBans({ ours, listed, known }: BanSides): BanPlan {
  if (listed === undefined) {
    return {
      take: [],
      lift: [],
      ban: [...ours.keys()].filter((userId) => !known.has(userId)),
      unban: [...known.keys()].filter((userId) => !ours.has(userId)),
      known,
    };
  }
  const gone = [...known.keys()].filter((userId) => !listed.has(userId));
  const lift = new Set(gone.filter((userId) => isOfGame(userId, { ours, known })));
  const take = [...listed].filter((userId) => !ours.has(userId) && !known.has(userId));
  return {
    take,
    lift: [...lift],
    ban: [...ours.keys()].filter((userId) => !listed.has(userId) && !lift.has(userId)),
    unban: [...listed].filter((userId) => !ours.has(userId) && known.has(userId)),
    known: new Map(
      [...listed].map((userId) => [userId, isLocal(userId, { ours, known }) ? 'Palatine' : 'Game'] as const),
    ),
  };
}

/** A ban that came from the game, and that nobody has given anew here. */
function isOfGame(userId: UserId, { ours, known }: Pick<BanSides, 'ours' | 'known'>): boolean {
  return known.get(userId) === 'Game' && ours.get(userId) === 'Game';
}

function isLocal(userId: UserId, { ours, known }: Pick<BanSides, 'ours' | 'known'>): boolean {
  return ours.get(userId) === 'Palatine' || (!ours.has(userId) && known.get(userId) === 'Palatine');
}
