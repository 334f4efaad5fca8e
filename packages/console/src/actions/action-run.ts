import { PalatineError } from '@palatine/client';
import { LIMITS } from '@palatine/contract';
import { batch, computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { AnyWrite, Outcome } from '../outbox/entry.ts';
import type { Action } from './action.ts';
import { type Draft, EMPTY_DRAFT } from './draft.ts';
import { armText, isArmed, levelOf, sentenceOf } from './ladder.ts';
import { ended, type Step, stepsFor } from './steps.ts';
import type { Target } from './target.ts';

/** `form`: the user fills it in. `running`: the requests are under way. `ended`: the dialog shows the results. */
export type Phase = 'form' | 'running' | 'ended';

/** An action that somebody is about to do, from the opening of its dialog to its end. */
export interface ActionRun {
  readonly action: Action;
  readonly targets: readonly Target[];
  readonly draft: Signal<Draft>;
  /** What is typed to arm an action of level 3. */
  readonly typed: Signal<string>;
  /** Whether the dry run has come; others than level 3 need none. */
  readonly foreseen: Signal<boolean>;
  readonly phase: ReadonlySignal<Phase>;
  readonly steps: ReadonlySignal<readonly Step[]>;
  /** Why the one request was refused; what was filled in stays. */
  readonly refusal: ReadonlySignal<PalatineError | undefined>;
  /** When the service takes it again, in ms since 1970; 0 for now. */
  readonly againAtMs: ReadonlySignal<number>;
  /** Whether enough is filled in, and typed. */
  readonly ready: ReadonlySignal<boolean>;
  /** Sends what is filled in. Does nothing unless ready. */
  submit(): Promise<void>;
  /** Asks again for what nobody knows the end of, with the same keys. */
  again(): Promise<void>;
  /** Leaves out what has not begun. */
  stop(): void;
}

/** What a run needs of the page. */
export interface RunTools {
  sendAll(
    writes: readonly AnyWrite[],
    options: { signal?: AbortSignal; each?: (write: AnyWrite, outcome: Outcome) => void },
  ): Promise<unknown>;
  newKey(): string;
  now(): number;
}

/** Begins an action: its keys are made here, so that nothing is applied twice. */
export function createRun(
  action: Action,
  targets: readonly Target[],
  start: Partial<Draft>,
  { sendAll, newKey, now }: RunTools,
): ActionRun {
  const perRequest = action.together ? LIMITS.listEntries : 1;
  const draft = signal<Draft>({ ...EMPTY_DRAFT, ...start });
  const typed = signal('');
  const foreseen = signal(action.preview === undefined);
  const phase = signal<Phase>('form');
  const steps = signal(stepsFor(targets, newKey, perRequest));
  const refusal = signal<PalatineError | undefined>(undefined);
  const againAtMs = signal(0);
  let abort = new AbortController();

  const ready = computed(() => {
    if (phase.value !== 'form' || steps.value.length === 0 || !action.isComplete(draft.value)) return false;
    if (levelOf(action, draft.value, targets) < 3) return true;
    return foreseen.value && isArmed(typed.value, armText(targets));
  });

  function put(key: string, change: (step: Step) => Step): void {
    steps.value = steps.value.map((step) => (step.key === key ? change(step) : step));
  }

  async function send(wanted: readonly Step[]): Promise<void> {
    abort = new AbortController();
    const filled = draft.value;
    batch(() => {
      phase.value = 'running';
      refusal.value = undefined;
      for (const { key } of wanted) put(key, (step) => ({ ...step, state: 'waiting' }));
    });
    const writes = wanted.map((step) => writeOf(action, filled, step));
    await sendAll(writes, {
      signal: abort.signal,
      each: ({ key }, outcome) => put(key, (step) => ended(step, outcome)),
    });
    settle();
  }

  function settle(): void {
    const [only, ...others] = steps.value;
    batch(() => {
      const refused = others.length === 0 && only?.state === 'refused' ? only.error : undefined;
      phase.value = refused === undefined ? 'ended' : 'form';
      if (!(refused instanceof PalatineError)) return;
      refusal.value = refused;
      againAtMs.value = now() + (refused.retryAfterSeconds ?? 0) * 1000;
      // Nothing was applied, and the service knows the key with this body: what is changed needs another.
      steps.value = stepsFor(targets, newKey, perRequest);
    });
  }

  return {
    action,
    targets,
    draft,
    typed,
    foreseen,
    phase,
    steps,
    refusal,
    againAtMs,
    ready,
    submit: async () => {
      if (ready.value && againAtMs.value <= now()) await send(steps.value);
    },
    again: async () => {
      if (phase.value === 'ended') await send(steps.value.filter(({ state }) => state === 'unknown'));
    },
    stop: () => abort.abort(),
  };
}

function writeOf(action: Action, draft: Draft, { key, targets }: Step): AnyWrite {
  const call = action.call(draft, targets);
  const label = sentenceOf(action, draft, targets);
  return { route: action.route, key, label, ...call };
}
