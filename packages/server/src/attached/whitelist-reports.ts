import type { UserId } from '@palatine/contract';
import type { RosterPlayer } from '@palatine/world';
import type { Logger } from 'pino';
import type { Game } from '../game/game.ts';
import type { Whitelist } from './whitelist.ts';

/** Says of everybody who is not on the whitelist that they came, once each time. */
export class WhitelistReports {
  readonly #game: Pick<Game, 'note'>;
  readonly #log: Logger;
  #reported: ReadonlySet<UserId> = new Set();

  constructor({ game, log }: { readonly game: Pick<Game, 'note'>; readonly log: Logger }) {
    this.#game = game;
    this.#log = log;
  }

  onUnlisted(players: readonly RosterPlayer[], { dryRun }: Pick<Whitelist, 'dryRun'>): void {
    const reported = this.#reported;
    this.#reported = new Set(players.map(({ userId }) => userId));
    for (const { userId, name, uid = '' } of players) {
      if (reported.has(userId)) continue;
      const data = { player: { uid, userId, name }, kicked: !dryRun };
      this.#log.warn(data, 'a player is not on the whitelist');
      this.#game
        .note({ event: { type: 'whitelist.unlisted', data } })
        .catch((error: unknown) => this.#log.warn({ err: error }, 'an event was not noted'));
    }
  }
}
