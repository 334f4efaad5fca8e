import type { GameContext } from '@palatine/world';

/** A read of the console, as the game thread does it. */
export interface ConsoleRead {
  readonly name: string;
  /** Makes the read for a world, so that what it asks for is looked up before. */
  prepare(game: GameContext): () => unknown;
  /** Of a read that the thread makes in parts. */
  parts?(game: GameContext): () => Iterator<void, unknown>;
}
