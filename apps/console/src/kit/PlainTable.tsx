import type { ComponentChildren } from 'preact';
import './plain-table.css';

export interface PlainColumn<Row> {
  title: string;
  cell(row: Row): ComponentChildren;
  figures?: boolean;
}

/** A table for lists that stay short; the first column names its row. On a narrow screen each row is a block of lines. */
export function PlainTable<Row>(props: {
  label: string;
  columns: readonly PlainColumn<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
}) {
  const { label, columns, rows, keyOf } = props;
  return (
    <table class="plain-table plain-links" aria-label={label}>
      <thead>
        <tr>
          {columns.map(({ title, figures }) => (
            <th key={title} scope="col" class={figures ? 'figures' : undefined}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {columns.map(({ title, cell, figures }, at) => {
              const Cell = (at === 0 ? 'th' : 'td') as 'th'; // only a header has a scope
              const scope = at === 0 ? { scope: 'row' } : {};
              return (
                <Cell key={title} {...scope} class={figures ? 'figures' : undefined} data-title={title}>
                  {cell(row)}
                </Cell>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
