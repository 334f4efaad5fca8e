import type { PalatineError, UnansweredError } from '@palatine/client';
import type { Outcome } from '../outbox/entry.ts';
import type { Target } from './action.ts';

/** One request of an action, and what became of it. */
export interface Step {
  /** Made when the dialog opened: however often it is sent, it is applied once. */
  readonly key: string;
  readonly targets: readonly [Target, ...Target[]];
  /** `new`: not sent yet. The others are those of the outbox. */
  readonly state: 'new' | 'waiting' | Outcome['state'];
  readonly reply?: object;
  readonly error?: PalatineError | UnansweredError;
}

/** The requests for these targets: one each, or one for `perRequest` of them. */
export function stepsFor(targets: readonly Target[], newKey: () => string, perRequest = 1): readonly Step[] {
  const steps: Step[] = [];
  for (let at = 0; at < targets.length; at += perRequest) {
    const [first, ...others] = targets.slice(at, at + perRequest);
    if (first !== undefined) steps.push({ key: newKey(), targets: [first, ...others], state: 'new' });
  }
  return steps;
}

/** A step with what became of it. */
export function ended(step: Step, outcome: Outcome): Step {
  const { key, targets } = step;
  const { state } = outcome;
  if (state === 'done') return { key, targets, state, reply: outcome.reply as object };
  if (state === 'stopped') return { key, targets, state };
  return { key, targets, state, error: outcome.error };
}

/** How far a run is, and what became of its targets. */
export function tally(steps: readonly Step[]) {
  const targetsOf = (some: readonly Step[]) => some.flatMap(({ targets }) => targets);
  const of = (...states: Step['state'][]) => targetsOf(steps.filter(({ state }) => states.includes(state)));
  const errors = Map.groupBy(
    steps.filter(({ state }) => state === 'refused'),
    ({ error }) => error?.code ?? '',
  );
  const refused = [...errors].map(([code, some]) => ({
    code,
    message: some[0]?.error?.message ?? code,
    targets: targetsOf(some),
  }));
  return {
    all: targetsOf(steps).length,
    ended: of('done', 'refused', 'unknown', 'stopped').length,
    done: of('done'),
    unknown: of('unknown'),
    stopped: of('stopped'),
    /** The most frequent code first. */
    refused: refused.sort((a, b) => b.targets.length - a.targets.length),
  };
}
