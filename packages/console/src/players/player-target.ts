import type { PlayerRow } from '@palatine/contract';
import type { PlayerTarget } from '../actions/target.ts';

/** A player as actions take one. */
export function playerTarget({ Uid, Name, Online, HasPlayerFile }: PlayerRow): PlayerTarget {
  return { kind: 'player', uid: Uid, name: Name, online: Online, hasPlayerFile: HasPlayerFile };
}
