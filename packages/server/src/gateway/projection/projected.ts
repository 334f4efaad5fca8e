import type { WorldKey } from '@palatine/fleet';
import type { Token } from '../../data-folder/tokens.ts';
import type { Clock } from '../../game/clock.ts';
import type { Projection } from './projection.ts';
import type { VisibleWorlds } from './visible-worlds.ts';

/** What the routes of the projection stand on. */
export interface Projected {
  projection: Projection;
  clock: Clock;
  /** The worlds that a token may see. */
  worldsOf(token: Token): VisibleWorlds;
  /** Has the worlds that are online say who is there now, of those the token may see. @returns which did not answer. */
  refresh(token: Token, world: WorldKey | undefined): Promise<WorldKey[]>;
  /** The name of a world; '' when unknown. */
  nameOf(world: WorldKey): string;
}
