import type { ComponentChildren } from 'preact';
import './plain-table.css';

export interface PlainColumn<Row> {
  title: string;
  cell(row: Row): ComponentChildren;
  /** Figures are at the end of their column. */
  figures?: boolean;
  /** It names its row; the first column unless one says so. */
  header?: boolean;
}

export interface PlainTableProps<Row> {
  /** The name of the list, for screen readers. */
  label: string;
  columns: readonly PlainColumn<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
}

/** A table for lists that stay short. On a narrow screen each row is a block of lines. */
export function PlainTable<Row>({ label, columns, rows, keyOf }: PlainTableProps<Row>) {
  const header = Math.max(
    columns.findIndex((column) => column.header === true),
    0,
  );
  return (
    <table class="plain-table" aria-label={label}>
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
              const content = cell(row);
              const attributes = { class: figures ? 'figures' : undefined, 'data-title': title };
              return at === header ? (
                <th key={title} scope="row" {...attributes}>
                  {content}
                </th>
              ) : (
                <td key={title} {...attributes}>
                  {content}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
