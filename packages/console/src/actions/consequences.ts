import { formatDuration } from '../data/format.ts';
import { sessionFacts } from '../session/session.ts';
import { texts } from '../texts/texts.ts';
import type { Action, Consequence } from './action.ts';
import type { Draft } from './draft.ts';
import { levelOf } from './ladder.ts';
import { MANY_BANS } from './punishing.ts';
import { isStoppedByHand } from './server-control.ts';
import type { Target } from './target.ts';

/** Targets that are looked at before a bulk. */
const FORESEEN = 20;
/** Looks at the service at once. */
const AT_ONCE = 4;

/** What is true of an action whatever the world holds. */
export function knownConsequences(action: Action, draft: Draft, targets: readonly Target[]): Consequence[] {
  const { outcomes } = texts.value;
  const known: Consequence[] = [];
  const add = (text: string, tone: Consequence['tone'] = 'plain') => known.push({ text, tone });
  if (action.id === 'kick') add(outcomes.kickPlayer);
  if (action.id === 'ban' && targets.length > MANY_BANS) add(outcomes.banMany(targets.length), 'danger');
  if (action.id === 'banAddress') add(outcomes.banAddress, 'warn');
  if (action.id === 'unban') add(outcomes.unbanKeepsAddress);
  if (action.id === 'forget') add(draft.everything ? outcomes.forgetAll : outcomes.forgetPoints, 'warn');
  if (action.id === 'alert' && sessionFacts.value?.World.Kind === 'Attached') {
    add(outcomes.alertImpossible, 'warn');
  }
  if (action.id === 'reloadConfig') add(outcomes.reload);
  if (action.id === 'cancelDelivery') add(outcomes.cancelDelivery, 'warn');
  if (action.route === 'startMaintenance' && isStoppedByHand()) {
    const seconds = draft.countdownSeconds ?? 0;
    if (seconds > 0) add(outcomes.countdownByHand(formatDuration(seconds * 1000)));
    else add(outcomes.untoldByHand, 'warn');
    add(outcomes.stoppedByHand, 'warn');
  }
  if (action.id === 'restoreBackup') add(outcomes.restoreBackup, 'danger');
  if (action.id === 'restoreBase') add(outcomes.restoreBase);
  if (targets[0]?.kind === 'file') add(outcomes.restoreFile);
  if (levelOf(action, draft, targets) === 1 && action.inverse === undefined) add(outcomes.noWayBack);
  return known;
}

/**
 * What an action would bring about, asked of the service. For one target all of it; for many what differs from one to
 * another is left to the first 20, each with its target.
 */
export async function foresee(
  action: Action,
  targets: readonly Target[],
  signal: AbortSignal,
): Promise<{ target: Target; consequences: readonly Consequence[] }[]> {
  const { preview } = action;
  if (preview === undefined) return [];
  const waiting = targets.slice(0, FORESEEN).map((target, at) => ({ target, at }));
  const found: { target: Target; consequences: readonly Consequence[] }[] = [];
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const { target, at } = next;
      found[at] = { target, consequences: await preview.call(action, target, signal) };
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return found;
}
