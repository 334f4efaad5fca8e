// biome-ignore-all lint/a11y/useSemanticElements: no element is a toolbar
import X from 'lucide/dist/esm/icons/x.mjs';
import type { ComponentChildren } from 'preact';
import { formatNumber } from '../data/format.ts';
import { Button } from '../kit/Button.tsx';
import { IconButton } from '../kit/IconButton.tsx';
import { texts } from '../texts/texts.ts';
import './bulk-bar.css';
import type { ListReply, Rows } from './list.ts';
import type { Selection } from './selection.ts';

export interface BulkBarProps<Row, Reply extends ListReply<Row>> {
  selection: Selection<Row>;
  list: Rows<Row, Reply>;
  /** What can be done with all that is chosen. */
  children?: ComponentChildren;
}

/** Stands at the foot of a table while rows are chosen: how many, what can be done with them, and how to let go. */
export function BulkBar<Row, Reply extends ListReply<Row>>(props: BulkBarProps<Row, Reply>) {
  const { selection, list, children } = props;
  const count = selection.count.value;
  const matching = list.value.value?.matching ?? 0;
  const text = texts.value.table;
  if (count === 0) return null;
  return (
    <div class="bulk-bar" role="toolbar" aria-label={text.chosen(formatNumber(count))}>
      <strong>{text.chosen(formatNumber(count))}</strong>
      {count < matching && (
        <Button
          kind="bare"
          onClick={() =>
            void list.want(Number.POSITIVE_INFINITY).then(() => selection.add(list.value.peek()?.rows ?? []))
          }
        >
          {text.chooseMatching(formatNumber(matching))}
        </Button>
      )}
      <span class="bulk-actions">{children}</span>
      <IconButton icon={X} label={text.clear} onClick={() => selection.clear()} />
    </div>
  );
}
