import { visibleText } from '../faces/visible-text.ts';
import { texts } from '../texts/texts.ts';
import type { Action, Level } from './action.ts';
import type { Draft } from './draft.ts';
import { type Target, targetId, targetName } from './target.ts';
import { whoText } from './words.ts';

/** How much is asked before an action is sent. */
export function levelOf(action: Action, draft: Draft, targets: readonly Target[]): Level {
  return action.levelFor?.(draft, targets) ?? action.level;
}

/** What everything the form asks for comes to, as its button says it: "Give 10 Pal Sphere to Zoe". */
export function sentenceOf(action: Action, draft: Draft, targets: readonly Target[]): string {
  return texts.value.actions.does[action.id].button(whoText(targets), action.what?.(draft) ?? '');
}

/** The title of the dialog: the sentence of its button, or its name and target while the form says the rest. */
export function titleOf(action: Action, draft: Draft, targets: readonly Target[]): string {
  if (action.what === undefined) return sentenceOf(action, draft, targets);
  const { name } = texts.value.actions.does[action.id];
  const who = whoText(targets);
  return who === '' ? name : texts.value.actionDialog.title(name, who);
}

/** The same once it is done: "Gave 10 Pal Sphere to Zoe". */
export function doneSentenceOf(action: Action, draft: Draft, targets: readonly Target[]): string {
  return texts.value.actions.does[action.id].done(whoText(targets), action.what?.(draft) ?? '');
}

const ID_CHARS = 8;

/**
 * What has to be typed before an action of level 3 is armed: the name of its target, or how many there are. Of a name
 * that cannot be typed, or is too long to be shown whole, the beginning of the id.
 */
export function armText(targets: readonly Target[]): string {
  const [only] = targets;
  if (only === undefined || targets.length > 1) return String(targets.length);
  const name = 'name' in only ? (only.name ?? '').trim() : targetName(only);
  if (name === '' || visibleText(name) !== name) return targetId(only).slice(0, ID_CHARS);
  return name;
}

/** Whether what is typed is what has to be: in any case, however letters are composed and spaced. */
export function isArmed(typed: string, wanted: string): boolean {
  return comparable(typed) === comparable(wanted);
}

function comparable(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
}
