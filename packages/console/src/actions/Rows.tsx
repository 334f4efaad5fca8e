import Plus from 'lucide/dist/esm/icons/plus.mjs';
import X from 'lucide/dist/esm/icons/x.mjs';
import type { ComponentChildren, JSX } from 'preact';
import { Button } from '../kit/Button.tsx';
import { Icon } from '../kit/Icon.tsx';
import { IconButton } from '../kit/IconButton.tsx';
import { texts } from '../texts/texts.ts';

export interface RowsProps<Row> {
  rows: readonly Row[];
  onChange: (rows: readonly Row[]) => void;
  /** A row in which nothing is chosen. */
  empty: Row;
  addText: string;
  /** What a row is called, for its remove button. */
  nameOf: (row: Row) => string;
  /** What is wrong with a row; '' for nothing. */
  problemOf: (at: number) => string;
  children: (row: Row, change: (row: Row) => void) => ComponentChildren;
}

/** Rows that are filled in one below the other. There is always one; the last is added by a button. */
export function Rows<Row>(props: RowsProps<Row>): JSX.Element {
  const { rows: given, onChange, empty, addText, nameOf, problemOf, children } = props;
  const rows = given.length === 0 ? [empty] : given;
  return (
    <div class="rows">
      {rows.map((row, at) => {
        const problem = problemOf(at);
        return (
          <div class="entry-row" key={String(at)}>
            {children(row, (next) => onChange(rows.with(at, next)))}
            {rows.length > 1 && (
              <IconButton
                icon={X}
                label={texts.value.actionFields.remove(nameOf(row))}
                onClick={() => onChange(rows.toSpliced(at, 1))}
              />
            )}
            {problem !== '' && (
              <p class="field-error" role="alert">
                {problem}
              </p>
            )}
          </div>
        );
      })}
      <div>
        <Button kind="bare" onClick={() => onChange([...rows, empty])}>
          <Icon shape={Plus} size={16} />
          {addText}
        </Button>
      </div>
    </div>
  );
}
