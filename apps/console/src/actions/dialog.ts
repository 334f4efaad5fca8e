import { ALL_ROUTES, getPlayerDetails } from '@palatine/contract';
import { signal } from '@preact/signals';
import { reasonsFor } from '../data/preferences.ts';
import { showToast, type ToastOptions } from '../kit/toasts.ts';
import { address, hrefOf, navigate } from '../navigation/router.ts';
import { newKey, outbox } from '../outbox/outbox.ts';
import { client, may, onSignOut } from '../session/session.ts';
import { texts } from '../texts/texts.ts';
import { announce, announceFailure } from '../views/announce.ts';
import {
  type Action,
  type ActionId,
  type Draft,
  type Inverse,
  type PlayerTarget,
  type Target,
  targetId,
} from './action.ts';
import { type ActionResult, type ActionRun, createRun, resultOf } from './action-run.ts';
import { ACTIONS } from './action-table.ts';
import { offerOf } from './blocked.ts';
import { sentenceOf } from './sentences.ts';

export const RUN_TOOLS = { sendAll: outbox.sendAll, newKey, now: Date.now };

/** The content of the dialog: a run, and the targets that it leaves out. */
export interface OpenAction {
  readonly run: ActionRun;
  readonly leftOut: ReturnType<typeof offerOf>['blocked'];
}

export const openedAction = signal<OpenAction | undefined>(undefined);

/**
 * Opens the dialog of an action for one target or several. It lists those that it leaves out, as the action cannot be
 * done to them. `draft`: what is filled in already.
 */
export function openAction(
  id: ActionId,
  targets: Target | readonly Target[],
  draft: Partial<Draft> = {},
): void {
  const action = ACTIONS[id];
  const { possible, blocked } = offerOf(action, 'kind' in targets ? [targets] : targets);
  openedAction.value = { run: createRun(action, possible, draft, RUN_TOOLS), leftOut: blocked };
}

/** Closes the dialog. Requests in progress continue in the outbox. */
export function closeAction(): void {
  openedAction.value = undefined;
}

// A token that ended on its own takes nothing of what is filled in; who signs out has finished.
onSignOut(({ chosen }) => {
  if (chosen) closeAction();
});

/** The answer of the service to the first request of a run; undefined until there is one. */
function resultIn({ action, draft, steps }: ActionRun): ActionResult | undefined {
  const [first] = steps.value;
  return first?.reply && resultOf(action, first.reply, draft.value);
}

/** Whether the dialog shows the result, so that what cannot be undone stays in sight; else a toast does. */
function staysOpen({ action, targets, steps }: ActionRun, result: ActionResult): boolean {
  if (steps.value.flatMap((step) => step.targets).length > 1) return true;
  return action.level === 3 && undoOf(result, targets).action === undefined;
}

/** Shows the outcome of an action that was one request: in a toast, with Undo where there is one. */
export function showOutcome(run: ActionRun): void {
  const { action, targets, draft } = run;
  if (action.fields.includes('reason')) reasonsFor(localStorage, action.id).keep(draft.value.reason);
  const result = resultIn(run);
  if (result === undefined) return;
  if (!result.pending) leavePage(action, targets);
  if (staysOpen(run, result)) {
    announce(sentenceOf(action, draft.value, targets, 'done'));
    return;
  }
  closeAction();
  showSent(run);
}

/** Goes to the list from the page of something that was deleted. */
function leavePage({ leaves }: Action, targets: readonly Target[]): void {
  if (leaves === undefined) return;
  const path = `${address.value.path}/`;
  const isThere = targets.some((target) => path.startsWith(`${leaves}/${targetId(target)}/`));
  if (isThere) navigate(hrefOf(leaves), { replace: true });
}

/** Shows the outcome of an accepted action in a toast, with Undo where there is one. */
export function showSent(run: ActionRun): void {
  const { action, targets, draft } = run;
  const result = resultIn(run);
  if (result === undefined) return;
  const sentence = sentenceOf(action, draft.value, targets, 'done');
  const undoAction = undoOf(result, targets);
  // The Undo button replaces further lines.
  const lines = undoAction.action === undefined ? result.lines : [];
  showToast({ ...toastOf({ ...result, lines }, sentence), ...undoAction });
}

function toastOf({ lines, pending, enforcing }: ActionResult, done: string) {
  const text = texts.value.actionDialog;
  const detail = [...(enforcing === '' ? [] : [text.enforcing(enforcing)]), ...lines].join('\n');
  return {
    text: done,
    tone: enforcing === '' && !pending ? ('ok' as const) : ('warn' as const),
    ...(detail && { detail }),
  };
}

function undoOf({ inverse }: ActionResult, targets: readonly Target[]): Pick<ToastOptions, 'action'> {
  if (inverse === undefined || !may(ALL_ROUTES[ACTIONS[inverse.id].route])) return {};
  const { button: text = texts.value.actionDialog.undo } = inverse;
  return { action: { text, run: () => void undo(inverse, targets) } };
}

/** Does the inverse at once, without another dialog. */
export async function undo({ id, draft, target, also }: Inverse, targets: readonly Target[]): Promise<void> {
  const [first] = targets;
  const name = first !== undefined && 'name' in first && first.name ? { name: first.name } : {};
  const named = target?.kind === 'user' ? { ...name, ...target } : target;
  const run = createRun(ACTIONS[id], named === undefined ? targets : [named], draft, RUN_TOOLS);
  await run.submit();
  if (also !== undefined && may(ALL_ROUTES[ACTIONS[also.id].route])) void undo(also, targets);
  const result = resultIn(run);
  if (result !== undefined) {
    const sentence = sentenceOf(run.action, run.draft.value, run.targets, 'done');
    showToast(toastOf({ ...result, lines: [] }, sentence));
    return;
  }
  openedAction.value = { run, leftOut: [] }; // refused or unknown: the dialog says why, and retries
  announceFailure(run.refusal.value?.message ?? texts.value.views.errors.outcomeUnknown);
}

/** A player as a target: whether an action can be done to them depends on what they are doing now. */
export async function playerTarget(uid: string, name: string): Promise<PlayerTarget> {
  if (!may(getPlayerDetails)) return { kind: 'player', uid, name, online: true }; // the service will say
  const { Player } = await client().getPlayerDetails({ params: { uid } });
  const { Name, Online, HasPlayerFile } = Player;
  return { kind: 'player', uid, name: Name, online: Online, hasPlayerFile: HasPlayerFile };
}
