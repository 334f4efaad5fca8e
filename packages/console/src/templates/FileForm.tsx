import { CatalogueList } from '../faces/CatalogueList.tsx';
import { CataloguePicker } from '../faces/CataloguePicker.tsx';
import { NumberField } from '../kit/NumberField.tsx';
import { Select } from '../kit/Select.tsx';
import { Switch } from '../kit/Switch.tsx';
import { TextField } from '../kit/TextField.tsx';
import { texts } from '../texts/texts.ts';
import type { Editor } from './editor-state.ts';
import type { FileKind, FormField } from './file-kind.ts';

/** The document as a form. A field that the document does not have is empty, and stays out of it. */
export function FileForm({ kind, editor }: { kind: FileKind; editor: Editor }) {
  const text = texts.value.templates;
  const { parsed } = editor;
  const disabled = !kind.mayWrite() || !parsed.value.ok;
  return (
    <div class="file-form">
      {!parsed.value.ok && <p class="form-broken">{text.broken}</p>}
      {kind.groups.map(({ id, fields }) => (
        <fieldset key={id} disabled={disabled}>
          <legend>{text.groups[id]}</legend>
          {fields.map((field) => (
            <div key={field.path} class="form-field">
              <code aria-hidden="true">{labelOf(field.path)}</code>
              <Control field={field} editor={editor} disabled={disabled} />
            </div>
          ))}
        </fieldset>
      ))}
    </div>
  );
}

/** The key as the file spells it, without what its group says already. */
function labelOf(path: string): string {
  return path.split('.').at(-1) ?? path;
}

interface ControlProps {
  field: FormField;
  editor: Editor;
  disabled: boolean;
}

function Control({ field, editor, disabled }: ControlProps) {
  const { path, control } = field;
  const text = texts.value.templates;
  const value = editor.field(path);
  const set = (next: unknown) => editor.setField(path, next);
  const list = Array.isArray(value)
    ? value.filter((entry): entry is string => typeof entry === 'string')
    : [];
  const setList = (next: readonly string[]) => set(next.length === 0 ? undefined : next);
  switch (control) {
    case 'number':
      return (
        <NumberField
          label={path}
          value={typeof value === 'number' ? value : null}
          min={field.min}
          max={field.max}
          disabled={disabled}
          onChange={(next) => set(next ?? undefined)}
        />
      );
    case 'flag':
      return (
        <Switch
          checked={value === true}
          disabled={disabled}
          onChange={(next) => set(next ? true : undefined)}
        >
          <span class="spoken">{path}</span>
        </Switch>
      );
    case 'text':
      return (
        <TextField
          label={path}
          value={typeof value === 'string' ? value : ''}
          disabled={disabled}
          onInput={(next) => set(next === '' ? undefined : next)}
        />
      );
    case 'choice':
      return (
        <Select
          label={path}
          value={typeof value === 'string' ? value : ''}
          disabled={disabled}
          options={['', ...field.choices].map((choice) => ({
            value: choice,
            text: choice || text.byDefault,
          }))}
          onChange={(next) => set(next === '' ? undefined : next)}
        />
      );
    case 'species':
      return (
        <CataloguePicker
          kinds={['Pals', 'NPCs']}
          label={path}
          id={typeof value === 'string' ? value : ''}
          disabled={disabled}
          onChange={(id) => set(id === '' ? undefined : id)}
        />
      );
    case 'species list':
      return <CatalogueList kind="Pals" label={path} ids={list} disabled={disabled} onChange={setList} />;
    case 'skills':
      return <CatalogueList kind="Skills" label={path} ids={list} disabled={disabled} onChange={setList} />;
    case 'passives':
      return <CatalogueList kind="Passives" label={path} ids={list} disabled={disabled} onChange={setList} />;
  }
}
