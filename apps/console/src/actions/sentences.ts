import { ALL_ROUTES, type RouteShape } from '@palatine/contract';
import { type CatalogueKind, nameOf, palName } from '../data/catalogue.ts';
import { formatList, formatNumber, wholeText } from '../data/format.ts';
import { sessionFacts } from '../session/session.ts';
import { texts } from '../texts/texts.ts';
import { visibleText } from '../views/visible-text.ts';
import {
  type Action,
  type Draft,
  isolated,
  type Level,
  type Target,
  targetId,
  targetName,
} from './action.ts';

/** Bans of more players than this need their number typed. */
export const MANY_BANS = 10;
/** Names that a sentence on a button holds; more are counted. */
const NAMED = 3;
/** Names that a result lists; more are counted. */
const LISTED = 40;

/** Names in a sentence, or how many kinds there are where they would be too many. */
export function listed(names: readonly string[], many: (n: number) => string): string {
  return names.length > NAMED ? many(names.length) : formatList(names);
}

/** Names as a result tells them: at most this many, then how many more. */
export function firstOf(names: readonly string[], limit = LISTED): string {
  const rest = names.length - limit;
  return formatList(rest <= 0 ? names : [...names.slice(0, limit), texts.value.outcomes.more(rest)]);
}

export function namesOf(kind: CatalogueKind, ids: readonly string[]): string {
  return firstOf(ids.map((id) => nameOf(kind, id)));
}

/** The targets of an action in a sentence: one by name, several by their number; '' for what there is one of. */
function whoText(targets: readonly Target[]): string {
  const { actions } = texts.value;
  const [only] = targets;
  if (only !== undefined && targets.length === 1) {
    if (only.kind === 'place') return actions.place(wholeText(only.x), wholeText(only.y));
    const name = targetName(only);
    if (name === '') return '';
    return only.kind === 'base' ? actions.base(isolated(name)) : isolated(name);
  }
  if (targets.every(({ kind }) => kind === 'player' || kind === 'user'))
    return actions.players(targets.length);
  if (targets.every(({ kind }) => kind === 'base')) return actions.bases(targets.length);
  return actions.targets(targets.length);
}

/** A count, such as `1,000`; an empty field is 0. */
export function countText(count: number | null): string {
  return count === null ? '…' : formatNumber(count);
}

export function palText(palId: string, level: number | null, template: string): string {
  const { actions } = texts.value;
  return template === '' ? actions.atLevel(palName(palId), countText(level)) : actions.template(template);
}

/** How much is asked before an action is sent. */
export function levelOf(action: Action, draft: Draft, targets: readonly Target[]): Level {
  return action.levelFor?.(draft, targets) ?? action.level;
}

/** Whether an action takes effect at the next restart of a game server, and can be canceled until then. */
export function isQueued({ route }: Action): boolean {
  const { attached }: RouteShape = ALL_ROUTES[route];
  return attached === 'Delivered' && sessionFacts.value?.World.Kind === 'Attached';
}

/** An action with its amounts, as its button says it: "Give 10 Pal Sphere to Zoe"; `done`: "Gave 10 Pal Sphere to Zoe". */
export function sentenceOf(
  action: Action,
  draft: Draft,
  targets: readonly Target[],
  form: 'button' | 'done' = 'button',
): string {
  const { does, queue } = texts.value.actions;
  const [who, what] = [whoText(targets), action.what?.(draft) ?? ''];
  if (!isQueued(action)) return does[action.id][form](who, what);
  return isGift(action) ? queue[form](who, what) : queue.other[form](does[action.id].button(who, what));
}

/** Whether an action gives something, which nothing takes back. */
export const isGift = ({ id }: Action): boolean => id.startsWith('give');

/** The text of its button: the whole sentence, or only the name while the form is incomplete. */
export function buttonOf(action: Action, draft: Draft, targets: readonly Target[]): string {
  const isOpen = action.what !== undefined && !action.isComplete(draft);
  return isOpen ? texts.value.actions.does[action.id].name : sentenceOf(action, draft, targets);
}

/** The title of the dialog: the sentence of its button, or its name and target while the form says the rest. */
export function titleOf(action: Action, targets: readonly Target[]): string {
  const { name, button } = texts.value.actions.does[action.id];
  const who = whoText(targets);
  if (action.what === undefined) return button(who, '');
  return who === '' ? name : texts.value.actionDialog.title(name, who);
}

const ID_CHARS = 8;

/**
 * The text to type before an action of level 3 is armed: the name of its target, or the number of targets. Of a name
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
export function isArmed(typed: string, expected: string): boolean {
  return comparable(typed) === comparable(expected);
}

const comparable = (text: string): string => text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
