import type { ComponentChildren } from 'preact';
import { Faces } from '../faces/Faces.tsx';
import { address } from '../navigation/router.ts';
import { texts } from '../texts/texts.ts';
import { NoFilters } from './FilterFields.tsx';
import type { ListReply, Rows } from './list.ts';
import { countFilters } from './list-address.ts';

export interface ListFacesProps<Row, Reply extends ListReply<Row>> {
  list: Rows<Row, Reply>;
  /** Parameters of the address that filter the list. */
  filters: readonly string[];
  /** What stands there when there is nothing at all. */
  none: ComponentChildren;
  /** What stands there when the filters leave nothing. */
  noneMatch?: string;
  children: () => ComponentChildren;
}

/** The faces of a list; where its filters leave nothing, the way out of them. */
export function ListFaces<Row, Reply extends ListReply<Row>>(props: ListFacesProps<Row, Reply>) {
  const { list, filters, none, noneMatch = texts.value.table.noneMatch, children } = props;
  return (
    <Faces
      of={list}
      rows={16}
      isEmpty={({ matching }) => matching === 0}
      empty={
        countFilters(address.value.query, filters) > 0 ? (
          <>
            {noneMatch} <NoFilters names={filters} />
          </>
        ) : (
          none
        )
      }
    >
      {children}
    </Faces>
  );
}
