import type { JSX } from 'preact';
import { texts } from '../texts/texts.ts';
import { lineDiff } from './line-diff.ts';

const MARKS = { same: ' ', removed: '−', added: '+' } as const;

/** Two texts laid over each other, line by line. */
export function DiffView({ before, after }: { before: string; after: string }): JSX.Element {
  return (
    <figure aria-label={texts.value.templates.compare} class="diff">
      <pre>
        {lineDiff(before, after).map(({ kind, text }, at) => (
          <span key={at} class={kind}>
            {`${MARKS[kind]} ${text}\n`}
          </span>
        ))}
      </pre>
    </figure>
  );
}
