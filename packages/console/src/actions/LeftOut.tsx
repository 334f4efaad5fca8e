import type { JSX } from 'preact';
import { texts } from '../texts/texts.ts';
import type { OpenAction } from './dialog.ts';
import { TargetNames } from './TargetNames.tsx';

/** The targets that an action cannot be done to, by name under each reason. `nothing`: none is left. */
export function LeftOut({
  of,
  nothing,
}: {
  of: OpenAction['leftOut'];
  nothing: boolean;
}): JSX.Element | null {
  if (of.length === 0) return null;
  const text = texts.value.actionDialog;
  const { blocked } = texts.value.actions;
  const reasons = Map.groupBy(of, ({ because }) => because);
  return (
    <ul class="consequences" aria-label={text.left}>
      {[...reasons].map(([because, left]) => (
        <li key={because} class="warn">
          {nothing && reasons.size === 1
            ? text.nothingLeft(blocked[because])
            : text.leftOut(left.length, blocked[because])}
          <p class="faint">
            <TargetNames of={left.map(({ target }) => target)} />
          </p>
        </li>
      ))}
    </ul>
  );
}
