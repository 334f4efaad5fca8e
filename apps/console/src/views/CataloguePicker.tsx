import { useSignal } from '@preact/signals';
import { X } from 'lucide';
import type { ComponentChildren } from 'preact';
import {
  type Catalogue,
  type CatalogueHit,
  type CatalogueKind,
  catalogue,
  catalogueError,
  nameOf,
  search,
} from '../data/catalogue.ts';
import { Icon } from '../kit/Button.tsx';
import { Combobox } from '../kit/Combobox.tsx';
import { texts } from '../texts/texts.ts';
import { Loading } from './AsyncView.tsx';
import { Failure } from './Failure.tsx';
import './catalogue-picker.css';

const OFFERED = 60;

/** A displayed entry: a match, or one that is chosen by its id. */
type Choice = Pick<CatalogueHit, 'id' | 'name'> & Partial<CatalogueHit>;

export function CataloguePicker(props: {
  kinds: readonly CatalogueKind[];
  id: string;
  onChange: (id: string) => void;
  label?: string;
  /** The mark before a name in the list, such as the glyph of an item. */
  mark?: (id: string) => ComponentChildren;
  placeholder?: string;
  disabled?: boolean;
}) {
  const { kinds, id, onChange, mark, placeholder, ...rest } = props;
  const words = texts.value.views;
  const typed = useSignal<string | undefined>(undefined);
  const label = kinds.map((kind) => nameOf(kind, id)).find((name) => name !== id) ?? id;
  return (
    <Combobox<Choice>
      {...rest}
      value={id === '' ? null : { id, name: label }}
      typed={typed}
      items={search(typed.value ?? '', kinds, OFFERED)}
      keyOf={(choice) => `${choice.kind ?? ''} ${choice.id}`}
      textOf={({ name }) => name}
      onChange={(choice) => onChange(choice?.id ?? '')}
      placeholder={placeholder ?? words.pick}
      empty={typed.value ? words.noHit : words.typeToFind}
    >
      {({ id: offered, name, kind }) => (
        <>
          <span class="menu-icon">{kind !== undefined && mark?.(offered)}</span>
          <span class="menu-text">
            {name}
            {offered !== name && <span class="faint">{offered}</span>}
          </span>
        </>
      )}
    </Combobox>
  );
}

/** A list of entries of the catalogue: each a chip that can be taken away, and a field that adds one. */
export function CatalogueList(props: {
  kind: CatalogueKind;
  ids: readonly string[];
  onChange: (ids: readonly string[]) => void;
  label: string;
  disabled?: boolean;
}) {
  const { kind, ids, onChange, label, disabled = false } = props;
  const words = texts.value.views;
  return (
    <div class="stack tight">
      {ids.length > 0 && (
        <ul class="cluster tight">
          {ids.map((id, at) => (
            // A list may hold an id twice.
            <li key={`${at} ${id}`} class="picked-one">
              {nameOf(kind, id)}
              {!disabled && (
                <button
                  type="button"
                  class="mini"
                  aria-label={words.remove(nameOf(kind, id))}
                  onClick={() => onChange(ids.toSpliced(at, 1))}
                >
                  <Icon shape={X} size={14} />
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      {!disabled && (
        <CataloguePicker
          kinds={[kind]}
          id=""
          label={label}
          placeholder={words.add}
          onChange={(id) => {
            if (id !== '') onChange([...ids, id]);
          }}
        />
      )}
    </div>
  );
}

/** A view that needs the catalogue: gray rows until it has loaded, and the reason where it does not. */
export function WithCatalogue(props: {
  rows?: number;
  children: (catalogue: Catalogue) => ComponentChildren;
}) {
  const { rows = 4, children } = props;
  const { value } = catalogue;
  if (value !== undefined) return <>{children(value)}</>;
  const error = catalogueError.value;
  return error === undefined ? <Loading rows={rows} /> : <Failure error={error} />;
}
