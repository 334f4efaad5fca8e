import { getPlayerDetails, type PlayerRow } from '@palatine/contract';
import { announceFailure } from '../faces/announce.ts';
import { describeError } from '../faces/describe-error.ts';
import { client, may } from '../session/session.ts';
import type { ActionId } from './action.ts';
import { openAction } from './dialog.ts';
import type { PlayerTarget, Target } from './target.ts';

/** A player of a list as the target of actions. */
export function playerTargetOf({ Uid, Name, Online, HasPlayerFile }: PlayerRow): PlayerTarget {
  return { kind: 'player', uid: Uid, name: Name, online: Online, hasPlayerFile: HasPlayerFile };
}

/** Something that was found by its id and name. */
export interface Found {
  readonly kind: string;
  readonly id: string;
  readonly name: string;
}

/** Opens an action for something that was found; whether a player is online is asked first. */
export async function openForFound(id: ActionId, found: Found): Promise<void> {
  try {
    const target = await targetOf(found);
    if (target !== undefined) openAction(id, target);
  } catch (error) {
    announceFailure(describeError(error).message);
  }
}

async function targetOf({ kind, id, name }: Found): Promise<Target | undefined> {
  if (kind === 'base') return { kind: 'base', id, name };
  if (kind !== 'player') return undefined;
  // Who may not read players is told by the service whether they can be reached.
  if (!may(getPlayerDetails)) return { kind: 'player', uid: id, name, online: true };
  const { Player } = await client().getPlayerDetails({ params: { uid: id } });
  return playerTargetOf(Player);
}
