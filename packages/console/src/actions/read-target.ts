import { getPlayerDetails } from '@palatine/contract';
import { client, may } from '../session/session.ts';
import type { PlayerTarget } from './target.ts';

/** A player as a target: whether an action can be done to them depends on what they are doing now. */
export async function playerTarget(uid: string, name: string): Promise<PlayerTarget> {
  if (!may(getPlayerDetails)) return { kind: 'player', uid, name, online: true }; // the service will say
  const { Player } = await client().getPlayerDetails({ params: { uid } });
  const { Name, Online, HasPlayerFile } = Player;
  return { kind: 'player', uid, name: Name, online: Online, hasPlayerFile: HasPlayerFile };
}
