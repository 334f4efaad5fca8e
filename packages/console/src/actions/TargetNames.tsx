import { texts } from '../texts/texts.ts';
import { isolated, type Target, targetName } from './target.ts';

/** Names that are shown; more are counted. */
const NAMED = 12;

/** The names of targets, one after the other. */
export function TargetNames({ of }: { of: readonly Target[] }) {
  const rest = of.length - NAMED;
  return (
    <span>
      {of
        .slice(0, NAMED)
        .map((target) => isolated(targetName(target)))
        .join(', ')}
      {rest > 0 && ` ${texts.value.actionDialog.andMore(rest)}`}
    </span>
  );
}
