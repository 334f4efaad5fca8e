import X from 'lucide/dist/esm/icons/x.mjs';
import { type CatalogueKind, nameOf } from '../data/catalogue.ts';
import { Icon } from '../kit/Icon.tsx';
import { texts } from '../texts/texts.ts';
import { CataloguePicker } from './CataloguePicker.tsx';

interface CatalogueListProps {
  kind: CatalogueKind;
  ids: readonly string[];
  onChange: (ids: readonly string[]) => void;
  label: string;
  disabled?: boolean;
}

/** A list of entries of the catalogue: each a chip that can be taken away, and a field that adds one. */
export function CatalogueList({ kind, ids, onChange, label, disabled = false }: CatalogueListProps) {
  const words = texts.value.faces;
  return (
    <div class="catalogue-list">
      {ids.length > 0 && (
        <ul class="picked">
          {ids.map((id, at) => (
            // A list may hold an id twice.
            <li key={`${at} ${id}`} class="picked-one">
              {nameOf(kind, id)}
              {!disabled && (
                <button
                  type="button"
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
