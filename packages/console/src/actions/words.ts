import { type CatalogueKind, nameOf } from '../data/catalogue.ts';
import { formatList, formatNumber } from '../data/format.ts';
import { texts } from '../texts/texts.ts';
import { isolated, type Target, targetName } from './action.ts';

/** Names that a sentence on a button holds; more are counted. */
const NAMED = 3;
/** Names that a result lists; more are counted. */
const LISTED = 40;

/** Names in a sentence, or how many kinds there are where they would be too many. */
export function listed(names: readonly string[], many: (n: number) => string): string {
  return names.length > NAMED ? many(names.length) : formatList(names);
}

/** Names as a result tells them: at most so many, then how many more. */
export function firstOf(names: readonly string[], most = LISTED): string {
  const rest = names.length - most;
  return formatList(rest <= 0 ? names : [...names.slice(0, most), texts.value.outcomes.more(rest)]);
}

/** Names of ids as a result tells them. */
export function namesOf(kind: CatalogueKind, ids: readonly string[]): string {
  return firstOf(ids.map((id) => nameOf(kind, id)));
}

/** The targets of an action in a sentence: one by name, several by their number; '' for what there is one of. */
export function whoText(targets: readonly Target[]): string {
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

/** A count, such as `1,000`; nothing typed counts as nothing. */
export function countText(count: number | null): string {
  return count === null ? '…' : formatNumber(count);
}

function wholeText(value: number): string {
  return String(Math.round(value) || 0); // without the sign of -0
}
