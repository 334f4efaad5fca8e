import type { AnswerForm, Banlist } from '@palisade/contract';
import type { GameThread } from '../game/game.ts';

/** What the routes stand on. */
export interface Service {
  game: GameThread;
  /** The form of answers for tokens that do not choose their own. */
  answerForm: AnswerForm;
  /** The bans in force, as in Banlist.json. */
  banlist(): Banlist;
}
