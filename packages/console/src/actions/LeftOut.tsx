import type { JSX } from 'preact';
import { texts } from '../texts/texts.ts';
import type { Blocked } from './action.ts';
import type { OpenAction } from './dialog.ts';

/** Targets that an action cannot be done to, by their reason. `nothing`: none is left. */
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
  const counts = new Map<Blocked, number>();
  for (const { because } of of) counts.set(because, (counts.get(because) ?? 0) + 1);
  return (
    <ul class="consequences" role="note">
      {[...counts].map(([because, count]) => (
        <li key={because} class="warn">
          {nothing && counts.size === 1
            ? text.nothingLeft(blocked[because])
            : text.leftOut(count, blocked[because])}
        </li>
      ))}
    </ul>
  );
}
