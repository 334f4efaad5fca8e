import type { AnswerForm } from '@palatine/contract';
import type { GameClient } from '../game/game-client.ts';
import type { ReloadInput } from '../game/protocol.ts';

/** What the routes stand on. */
export interface Service {
  game: GameClient;
  /** The form of answers for tokens that do not choose their own. */
  answerForm: AnswerForm;
  /** Whether faults may be made on demand. */
  faults: boolean;
  /** Reads the settings files again. A rejected file keeps its last good state in force. */
  reloadConfig(): Promise<ReloadInput>;
}
