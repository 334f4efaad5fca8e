import X from 'lucide/dist/esm/icons/x.mjs';
import type { ComponentChildren } from 'preact';
import { type CatalogueKind, nameOf } from '../data/catalogue.ts';
import { Icon } from '../kit/Icon.tsx';
import { texts } from '../texts/texts.ts';
import { CataloguePicker, type CataloguePickerProps } from './CataloguePicker.tsx';

export interface CatalogueListProps extends Pick<CataloguePickerProps, 'mark' | 'fits' | 'disabled'> {
  kind: CatalogueKind;
  ids: readonly string[];
  onChange: (ids: readonly string[]) => void;
  /** What the list is of, for screen readers. */
  label: string;
  /** Most entries; more cannot be added. */
  most?: number;
  /** What stands on the chip of an entry; its name unless set. */
  chip?: (id: string) => ComponentChildren;
}

/** A list of entries of the catalogue: each a chip that can be taken away, and a field that adds one. */
export function CatalogueList(props: CatalogueListProps) {
  const {
    kind,
    ids,
    onChange,
    label,
    most = Number.POSITIVE_INFINITY,
    chip,
    disabled = false,
    ...rest
  } = props;
  const words = texts.value.faces;
  const isFull = ids.length >= most;
  return (
    <div class="catalogue-list">
      {ids.length > 0 && (
        <ul class="picked">
          {ids.map((id, at) => (
            // A list may hold an id twice.
            <li key={`${at} ${id}`} class="picked-one">
              {chip?.(id) ?? nameOf(kind, id)}
              {!disabled && (
                <button
                  type="button"
                  aria-label={words.remove(nameOf(kind, id))}
                  onClick={() => onChange(ids.filter((_, other) => other !== at))}
                >
                  <Icon shape={X} size={14} />
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      {!disabled && !isFull && (
        <CataloguePicker
          {...rest}
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
