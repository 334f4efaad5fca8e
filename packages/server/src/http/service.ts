import type { AnswerForm } from '@palatine/contract';
import type { Rules } from '@palatine/world';
import type { GameClient } from '../game/game-client.ts';

/** What the routes stand on. */
export interface Service {
  game: GameClient;
  /** The form of answers for tokens that do not choose their own. */
  answerForm: AnswerForm;
  /** Whether faults may be made on demand. */
  faults: boolean;
  /** Reads the operator files again. @returns the rules now in force; what is wrong keeps its last good state. */
  reloadConfig(): Promise<Rules>;
}
