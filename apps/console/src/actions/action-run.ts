import { headersOf, PalatineError, type UnansweredError } from '@palatine/client';
import { DELIVERY_HEADER, ENFORCEMENT_HEADER, LIMITS } from '@palatine/contract';
import { batch, computed, signal } from '@preact/signals';
import type { AnyWrite, Outcome } from '../outbox/entry.ts';
import type { outbox } from '../outbox/outbox.ts';
import { texts } from '../texts/texts.ts';
import { type Action, type Draft, EMPTY_DRAFT, type Inverse, type Target } from './action.ts';
import { armText, isArmed, levelOf, sentenceOf } from './sentences.ts';

/** `form`: the user fills it in. `running`: the requests are in progress. `ended`: the dialog shows the results. */
type Phase = 'form' | 'running' | 'ended';

export interface RunTools extends Pick<typeof outbox, 'sendAll'> {
  newKey(): string;
  now(): number;
}

/** Begins an action: its keys are made here, so that nothing is applied twice. */
export function createRun(
  action: Action,
  targets: readonly Target[],
  start: Partial<Draft>,
  { sendAll, newKey, now }: RunTools,
) {
  const perRequest = action.together ? LIMITS.listEntries : 1;
  const draft = signal<Draft>({ ...EMPTY_DRAFT, ...start });
  const typed = signal('');
  const preview = signal(action.preview === undefined);
  const phase = signal<Phase>('form');
  const steps = signal(stepsFor(targets, newKey, perRequest));
  const refusal = signal<PalatineError | undefined>(undefined);
  const againAtMs = signal(0);
  let abort = new AbortController();

  const ready = computed(() => {
    if (phase.value !== 'form' || steps.value.length === 0 || !action.isComplete(draft.value)) return false;
    if (levelOf(action, draft.value, targets) < 3) return true;
    return preview.value && isArmed(typed.value, armText(targets));
  });

  function put(key: string, change: (step: Step) => Step): void {
    steps.value = steps.value.map((step) => (step.key === key ? change(step) : step));
  }

  async function send(selected: readonly Step[]): Promise<void> {
    abort = new AbortController();
    const filled = draft.value;
    batch(() => {
      phase.value = 'running';
      refusal.value = undefined;
      for (const { key } of selected) put(key, (step) => ({ ...step, state: 'waiting' }));
    });
    const writes = selected.map((step) => writeOf(action, filled, step));
    await sendAll(writes, {
      signal: abort.signal,
      onOutcome: ({ key }, outcome) => put(key, (step) => ended(step, outcome)),
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
    /** Whether the dry run has come; others than level 3 need none. */
    preview,
    phase,
    steps,
    /** Why the one request was refused; what was filled in stays. */
    refusal,
    /** When the service takes it again, in ms since 1970; 0 for now. */
    againAtMs,
    ready,
    /** Sends what is filled in. Does nothing unless ready. */
    async submit(): Promise<void> {
      if (ready.value && againAtMs.value <= now()) await send(steps.value);
    },
    /** Retries the requests whose outcome is unknown, with the same keys. */
    async again(): Promise<void> {
      if (phase.value === 'ended') await send(steps.value.filter(({ state }) => state === 'unknown'));
    },
    stop: () => abort.abort(),
  };
}

export type ActionRun = ReturnType<typeof createRun>;

function writeOf(action: Action, draft: Draft, { key, targets }: Step): AnyWrite {
  const label = sentenceOf(action, draft, targets);
  return { route: action.route, key, label, ...action.call(draft, targets) };
}

export type ActionResult = ReturnType<typeof resultOf>;

export function resultOf(action: Action, reply: object, draft: Draft) {
  const headers = headersOf(reply);
  const pending = headers?.has(DELIVERY_HEADER) ?? false;
  const [, delivery = ''] = /\bid=([^;\s]+)/.exec(headers?.get(DELIVERY_HEADER) ?? '') ?? [];
  const [, enforcing = ''] = /^pending; (.*)$/.exec(headers?.get(ENFORCEMENT_HEADER) ?? '') ?? [];
  return {
    /** The answer of the service in words. The reply has the shape of the action's own route. */
    lines: pending ? [] : (action.result?.(reply as never) ?? []),
    inverse: pending ? cancelOf(delivery, action.what?.(draft)) : action.inverse?.(reply as never, draft),
    /** Pending until the next stop of the game server: nothing has happened yet. */
    pending,
    /** Why the game server has not done it yet; '' when it has, and without one. */
    enforcing,
  };
}

/** The undo of a queued action: cancels its delivery, which has the name of the granted things. */
function cancelOf(id: string, name = ''): Inverse {
  const target = { kind: 'delivery', id, name, state: 'Pending' } as const;
  return { id: 'cancelDelivery', draft: {}, button: texts.value.shell.cancel, target };
}

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
function stepsFor(targets: readonly Target[], newKey: () => string, perRequest = 1): readonly Step[] {
  const steps: Step[] = [];
  for (let at = 0; at < targets.length; at += perRequest) {
    const [first, ...others] = targets.slice(at, at + perRequest);
    if (first !== undefined) steps.push({ key: newKey(), targets: [first, ...others], state: 'new' });
  }
  return steps;
}

function ended({ key, targets }: Step, outcome: Outcome): Step {
  if (outcome.state === 'done') return { key, targets, state: 'done', reply: outcome.reply as object };
  return { key, targets, ...outcome };
}

/** How far a run is, and the outcome for its targets. */
export function tally(steps: readonly Step[]) {
  const targetsOf = (some: readonly Step[]) => some.flatMap(({ targets }) => targets);
  const targetsIn = (...states: Step['state'][]) =>
    targetsOf(steps.filter(({ state }) => states.includes(state)));
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
    ended: targetsIn('done', 'refused', 'unknown', 'stopped').length,
    done: targetsIn('done'),
    unknown: targetsIn('unknown'),
    stopped: targetsIn('stopped'),
    refused: refused.sort((a, b) => b.targets.length - a.targets.length),
  };
}
