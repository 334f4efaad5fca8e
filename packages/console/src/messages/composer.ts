import type { PlayerRow } from '@palatine/contract';
import { batch, computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { ActionRun, RunTools } from '../actions/action-run.ts';
import { createRun } from '../actions/action-run.ts';
import { ACTIONS } from '../actions/action-table.ts';
import { type Draft, EMPTY_DRAFT } from '../actions/draft.ts';
import type { FormRun } from '../actions/field-props.ts';
import type { Target } from '../actions/target.ts';
import { type Audience, type Narrowing, recipientsOf } from './recipients.ts';

/** A message that is being written, and for whom. */
export interface Composer {
  readonly audience: Signal<Audience>;
  readonly narrowing: Signal<Narrowing>;
  readonly draft: Signal<Draft>;
  /** Players online, as last read. */
  readonly online: Signal<readonly PlayerRow[]>;
  readonly recipients: ReadonlySignal<readonly PlayerRow[]>;
  /** What the fields show: the action of the audience, and why it was refused last. */
  readonly form: ReadonlySignal<FormRun>;
  /** The message that was sent last, while it is under way or its end is not settled. */
  readonly run: ReadonlySignal<ActionRun | undefined>;
  readonly ready: ReadonlySignal<boolean>;
  /** Sends it. @returns the run when the service has taken it; the text is empty then. */
  send(): Promise<ActionRun | undefined>;
  /** Asks again for a message whose answer was lost, with the same key. */
  again(): Promise<ActionRun | undefined>;
  /** Lets go of a message whose end nobody knows. */
  letGo(): void;
}

/** The first draft of a message, such as what an address of the page asks for. */
export interface ComposerStart {
  audience?: Audience;
  narrowing?: Partial<Narrowing>;
}

/** A composer with nothing written in it. */
export function createComposer(tools: RunTools, start: ComposerStart = {}): Composer {
  const audience = signal<Audience>(start.audience ?? 'everybody');
  const narrowing = signal<Narrowing>({
    uids: [],
    guild: '',
    x: null,
    y: null,
    metres: 100,
    ...start.narrowing,
  });
  const draft = signal(EMPTY_DRAFT);
  const online = signal<readonly PlayerRow[]>([]);
  const run = signal<ActionRun | undefined>(undefined);
  const action = computed(() => {
    if (audience.value === 'everybody') return ACTIONS.broadcast;
    return audience.value === 'alert' ? ACTIONS.alert : ACTIONS.message;
  });
  const recipients = computed(() => recipientsOf(online.value, audience.value, narrowing.value));
  const targets = computed((): readonly Target[] => {
    if (action.value !== ACTIONS.message) return [{ kind: 'everybody' }];
    return recipients.value.map(({ Uid, Name }) => ({ kind: 'player', uid: Uid, name: Name, online: true }));
  });
  const refusal = computed(() => run.value?.refusal.value);
  const form = computed(() => ({ action: action.value, draft, refusal }));
  const isBusy = computed(() => run.value !== undefined && run.value.phase.value !== 'form');

  async function settle(sent: ActionRun): Promise<ActionRun | undefined> {
    const isDone = sent.steps.value.every(({ state }) => state === 'done');
    if (!isDone) return undefined;
    batch(() => {
      run.value = undefined;
      draft.value = { ...draft.value, message: '' };
    });
    return sent;
  }

  return {
    audience,
    narrowing,
    draft,
    online,
    recipients,
    form,
    run,
    ready: computed(() => !isBusy.value && targets.value.length > 0 && action.value.isComplete(draft.value)),
    async send() {
      const sent = createRun(action.value, targets.value, draft.value, tools);
      run.value = sent;
      await sent.submit();
      return settle(sent);
    },
    async again() {
      const { value: sent } = run;
      if (sent === undefined) return undefined;
      await sent.again();
      return settle(sent);
    },
    letGo() {
      run.value = undefined;
    },
  };
}
