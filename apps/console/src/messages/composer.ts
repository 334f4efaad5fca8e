import type { PlayerRow } from '@palatine/contract';
import { batch, computed, signal } from '@preact/signals';
import { type Draft, EMPTY_DRAFT, type Target } from '../actions/action.ts';
import { type ActionRun, createRun, type RunTools } from '../actions/action-run.ts';
import { ACTIONS } from '../actions/action-table.ts';
import type { FormRun } from '../actions/shared-fields.tsx';

/** @param start the recipients that an address of the page asks for */
export function createComposer(tools: RunTools, start: Partial<Narrowing> & { to?: Audience } = {}) {
  const { to = 'everybody', uids = [], guild = '' } = start;
  const audience = signal<Audience>(to);
  const narrowing = signal<Narrowing>({ uids, guild });
  const draft = signal<Draft>(EMPTY_DRAFT);
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
  const form = computed((): FormRun => ({ action: action.value, draft, refusal }));
  const isBusy = computed(() => run.value !== undefined && run.value.phase.value !== 'form');

  function settle(sent: ActionRun): ActionRun | undefined {
    if (sent.steps.value.some(({ state }) => state !== 'done')) return undefined;
    batch(() => {
      run.value = undefined;
      draft.value = { ...draft.value, message: '' };
    });
    return sent;
  }

  return {
    audience,
    narrowing,
    narrow(changes: Partial<Narrowing>): void {
      narrowing.value = { ...narrowing.value, ...changes };
    },
    draft,
    online,
    recipients,
    targets,
    /** The content of the fields: the action of the audience, and why it was refused last. */
    form,
    /** The message that was sent last, while it is in progress or its outcome is unknown. */
    run,
    ready: computed(() => !isBusy.value && targets.value.length > 0 && action.value.isComplete(draft.value)),
    /** Sends it. @returns the run when the service has taken it; the text is empty then. */
    async send(): Promise<ActionRun | undefined> {
      const sent = createRun(action.value, targets.value, draft.value, tools);
      run.value = sent;
      await sent.submit();
      return settle(sent);
    },
    /** Retries a message whose answer was lost, with the same key. */
    async again(): Promise<ActionRun | undefined> {
      const { value: sent } = run;
      if (sent === undefined) return undefined;
      await sent.again();
      return settle(sent);
    },
    discard(): void {
      run.value = undefined;
    },
  };
}

export type Composer = ReturnType<typeof createComposer>;

export const AUDIENCES = ['everybody', 'alert', 'players', 'guild'] as const;
export type Audience = (typeof AUDIENCES)[number];

export const isForAll = (audience: Audience) => audience === 'everybody' || audience === 'alert';

interface Narrowing {
  readonly uids: readonly string[];
  readonly guild: string;
}

/** The online players that a message to this audience reaches; all of them for `everybody` and `alert`. */
export function recipientsOf(
  online: readonly PlayerRow[],
  audience: Audience,
  { uids, guild }: Narrowing,
): readonly PlayerRow[] {
  if (audience === 'players') return online.filter(({ Uid }) => uids.includes(Uid));
  if (audience === 'guild') return guild === '' ? [] : online.filter(({ GuildId }) => GuildId === guild);
  return online;
}

/** The guilds with online members, those with the most first. `head` tells guilds without a name apart. */
export function onlineGuilds(online: readonly PlayerRow[]) {
  return [...Map.groupBy(online, ({ GuildId = '' }) => GuildId)]
    .filter(([id]) => id !== '')
    .map(([id, members]) => ({
      id,
      name: members[0]?.GuildName ?? '',
      head: members[0]?.GuildHead ?? '',
      online: members.length,
    }))
    .sort((a, b) => b.online - a.online || (a.id < b.id ? -1 : 1));
}
