import type { PalatineError, UnansweredError } from '@palatine/client';
import type { Outcome } from '../outbox/entry.ts';
import type { Target } from './target.ts';

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

/** Refusals with the same code. */
export interface RefusedGroup {
  readonly code: string;
  readonly message: string;
  readonly targets: readonly Target[];
}

/** How far a run is. */
export interface Tally {
  readonly all: number;
  readonly ended: number;
  readonly done: readonly Target[];
  readonly unknown: readonly Target[];
  readonly stopped: readonly Target[];
  readonly refused: readonly RefusedGroup[];
}

/** Counts what became of the targets. */
export function tally(steps: readonly Step[]): Tally {
  const of = (state: Step['state']) =>
    steps.filter((step) => step.state === state).flatMap(({ targets }) => targets);
  const groups = new Map<string, RefusedGroup>();
  for (const { state, error, targets } of steps) {
    if (state !== 'refused' || error === undefined) continue;
    const { code, message } = error;
    const before = groups.get(code)?.targets ?? [];
    groups.set(code, {
      code,
      message: groups.get(code)?.message ?? message,
      targets: [...before, ...targets],
    });
  }
  const all = steps.flatMap(({ targets }) => targets);
  const open = [...of('new'), ...of('waiting')];
  return {
    all: all.length,
    ended: all.length - open.length,
    done: of('done'),
    unknown: of('unknown'),
    stopped: of('stopped'),
    refused: [...groups.values()].sort((a, b) => b.targets.length - a.targets.length),
  };
}
