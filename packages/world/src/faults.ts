import { type FailingWork, Refusal } from '@palatine/contract';
import { LegacyGiveRefusal, REQUEST } from './commands/grants/legacy-give.ts';
import { LegacyErrors } from './commands/grants/legacy-sections.ts';
import { COMMANDS, type CommandName } from './commands.ts';
import type { GameContext } from './state/game-context.ts';

interface Failure {
  readonly work: FailingWork;
  refusal(): Refusal;
}

const NOT_GRANTED = 'the grant was valid, but applying it failed';
const failure = (work: FailingWork, ...refusal: ConstructorParameters<typeof Refusal>): Failure => ({
  work,
  refusal: () => new Refusal(...refusal),
});
const notGranted = failure('grant', 'REQUEST_FAILED', NOT_GRANTED);

const FAILURES: { readonly [Name in CommandName]?: Failure } = {
  giveItems: failure('grant', 'GRANT_FAILED', NOT_GRANTED),
  givePals: notGranted,
  givePalTemplates: notGranted,
  givePalEggs: notGranted,
  giveProgression: notGranted,
  legacyGive: {
    work: 'grant',
    refusal() {
      const errors = new LegacyErrors();
      errors.add(REQUEST, NOT_GRANTED);
      return new LegacyGiveRefusal(errors);
    },
  },
  summonPal: failure('summon', 'SUMMON_PAL_FAILED'),
  summonNPC: failure('summon', 'SUMMON_NPC_FAILED'),
  sendPlayerMessage: failure('message', 'SEND_MESSAGE_FAILED'),
  broadcast: failure('message', 'REQUEST_FAILED', 'the message could not be sent'),
  alert: failure('alert', 'BROADCAST_ALERT_FAILED'),
  deleteBase: failure('deletebase', 'DELETE_BASE_FAILED'),
};

/**
 * Runs a command while faults are injected. One whose work is to fail is rehearsed, so that it may refuse by itself, and
 * then fails without a change or an archive: a deletion stops at its archive, since a rollback would reorder records.
 */
export function runWithFaults(name: CommandName, game: GameContext, call: unknown): unknown {
  const command = COMMANDS[name] as (game: GameContext, call: unknown) => unknown; // the table ties names to calls
  const { failing } = game.faults;
  const injected = FAILURES[name];
  if (injected === undefined || !failing.has(injected.work)) return command(game, call);
  const stop = new Error('a fault is injected');
  const writeArchive = () => {
    throw stop;
  };
  try {
    game.world.rehearse(() => command({ ...game, files: { ...game.files, writeArchive } }, call));
  } catch (error) {
    if (!(error instanceof Error) || error.cause !== stop) throw error;
  }
  failing.delete(injected.work);
  throw injected.refusal();
}
