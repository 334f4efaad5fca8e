import { nowMs } from '../data/clock.ts';
import { formatAge, formatNumber } from '../data/format.ts';
import { texts } from '../texts/texts.ts';
import './list-figures.css';
import type { ListReply, Rows } from './list.ts';

/** How many rows a list has and how old they are; and a button for what would move. */
export function ListFigures<Row, Reply extends ListReply<Row>>({ list }: { list: Rows<Row, Reply> }) {
  const text = texts.value.table;
  const state = list.value.value;
  if (state === undefined) return null;
  const { matching, total } = state;
  const changes = list.changes.value;
  return (
    <span class="list-figures">
      {changes > 0 && (
        <button type="button" onClick={() => list.applyChanges()}>
          {text.changes(changes)}
        </button>
      )}
      <span role="status">
        {matching === total ? formatNumber(total) : text.of(formatNumber(matching), formatNumber(total))}
      </span>
      <span class="faint">{formatAge(list.readAtMs.value, nowMs.value)}</span>
    </span>
  );
}
