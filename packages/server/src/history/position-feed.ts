import type { GameClient } from '../game/game-client.ts';
import { PlacedPlayers } from './placed-players.ts';

/** Where the players are, asked of the game thread when somebody wants to know; callers at the same time share one answer. */
export class PositionFeed {
  readonly #game: Pick<GameClient, 'call'>;
  readonly #players = new PlacedPlayers();
  #asking: Promise<PlacedPlayers> | undefined;

  constructor(game: Pick<GameClient, 'call'>) {
    this.#game = game;
  }

  /** The players as they are by now. The same object each time. Rejects as a call of the game does. */
  look(): Promise<PlacedPlayers> {
    this.#asking ??= this.#ask().finally(() => {
      this.#asking = undefined;
    });
    return this.#asking;
  }

  async #ask(): Promise<PlacedPlayers> {
    this.#players.apply(await this.#game.call('positions', this.#players.known));
    return this.#players;
  }
}
