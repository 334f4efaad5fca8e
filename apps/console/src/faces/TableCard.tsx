import type { ComponentChildren } from 'preact';
import type { Resource } from '../data/resource.ts';
import type { Rows } from '../data/rows.ts';
import { Button } from '../kit/Button.tsx';
import { Card } from '../kit/Layout.tsx';
import { type PlainColumn, PlainTable } from '../kit/PlainTable.tsx';
import { Age, Faces } from './Faces.tsx';

interface TableCardProps<Row> {
  /** Of the card; it names the table for screen readers, too. */
  title: string;
  keyOf: (row: Row) => string;
  columns: readonly PlainColumn<Row>[];
  /** What stands there when there are no rows. */
  empty: ComponentChildren;
  /** Beside the title; how old the rows are unless given. */
  note?: ComponentChildren;
  tools?: ComponentChildren;
  /** Below the table. */
  below?: ComponentChildren;
}

/** A card with the table of what is read. */
export function TableCard<T, Row>(
  props: TableCardProps<Row> & { of: Resource<T>; rows: (value: T) => readonly Row[] },
) {
  const { of, rows, title, note = <Age of={of} />, tools, empty, below, ...table } = props;
  return (
    <Card title={title} note={note} tools={tools} flush>
      <Faces of={of} empty={empty} isEmpty={(value) => rows(value).length === 0}>
        {(value) => (
          <>
            <PlainTable label={title} rows={rows(value)} {...table} />
            {below}
          </>
        )}
      </Faces>
    </Card>
  );
}

/** The same of a list that is read page by page. `more`: the text of the button below it. */
export function PagesCard<Row>({
  of,
  more,
  ...props
}: TableCardProps<Row> & { of: Rows<Row>; more: string }) {
  return <TableCard {...props} of={of} rows={({ rows }) => rows} below={<MoreRows of={of} text={more} />} />;
}

/** The button below a list that has more; nothing where it ends. */
export function MoreRows({ of, text }: { of: Rows<unknown>; text: string }) {
  const { rows, matching } = of.value.value ?? { rows: [], matching: 0 };
  if (rows.length >= matching) return null;
  return (
    <p class="empty">
      <Button disabled={of.loading.value} onClick={() => void of.want(rows.length)}>
        {text}
      </Button>
    </p>
  );
}
