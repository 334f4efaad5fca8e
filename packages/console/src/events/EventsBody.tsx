import { type Signal, useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import type { Pages } from '../data/pages.ts';
import { Age, Faces } from '../faces/Faces.tsx';
import { MoreRows } from '../faces/MoreRows.tsx';
import { Card, PageBody } from '../kit/Layout.tsx';
import { filterOf, SearchFilter } from '../table/address-filters.tsx';
import { given } from '../table/list-address.ts';
import { texts } from '../texts/texts.ts';
import type { EventKind } from './event-kinds.ts';
import { KindChips, typesOf } from './KindChips.tsx';

/** The filters of a list of events: those in the address, and a kind. */
export function useEventFilters() {
  const kind = useSignal<EventKind | undefined>(undefined);
  const types = typesOf(kind.value);
  return { kind, query: given({ Type: types, Text: filterOf('find'), Player: filterOf('player') }) };
}

export interface EventsBodyProps<Row> {
  of: Pages<Row>;
  kind: Signal<EventKind | undefined>;
  isFiltered: boolean;
  /** Each an `li`. */
  rowOf: (row: Row) => ComponentChildren;
  /** Further filters, before these. */
  children?: ComponentChildren;
}

/** A page of events, newest first, with its filters. */
export function EventsBody<Row>({ of, kind, isFiltered, rowOf, children }: EventsBodyProps<Row>) {
  const text = texts.value.events;
  return (
    <PageBody
      toolbar={
        <>
          {children}
          <SearchFilter name="find" label={text.findText} maxLength={200} />
          <SearchFilter name="player" label={text.player} maxLength={200} />
        </>
      }
    >
      <Card title={texts.value.shell.pages.events} note={<Age of={of} />} flush>
        <KindChips chosen={kind} />
        <Faces of={of} rows={14} empty={isFiltered ? text.noneOfKind : text.none}>
          {(all) => (
            <>
              <ul>{all.map(rowOf)}</ul>
              <MoreRows of={of} text={text.older} />
            </>
          )}
        </Faces>
      </Card>
    </PageBody>
  );
}
