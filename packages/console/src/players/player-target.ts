import type { PlayerRow } from '@palatine/contract';
import type { PlayerTarget } from '../actions/target.ts';

/** A player as actions take one. */
export function playerTarget(row: PlayerRow): PlayerTarget {
  const { Uid, Name, Online, HasPlayerFile, UserId, Banned } = row;
  return {
    kind: 'player',
    uid: Uid,
    name: Name,
    online: Online,
    hasPlayerFile: HasPlayerFile,
    userId: UserId,
    banned: Banned,
  };
}
