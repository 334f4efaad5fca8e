import { NumberField } from '../kit/NumberField.tsx';
import { Select } from '../kit/Select.tsx';
import { TextField } from '../kit/TextField.tsx';
import { Switch } from '../kit/Toggles.tsx';
import { texts } from '../texts/texts.ts';
import { CatalogueList, CataloguePicker } from '../views/CataloguePicker.tsx';
import type { Editor, FileKind, FormField } from './file-kind.ts';

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
              <code aria-hidden="true">{field.path.split('.').at(-1)}</code>
              <Control field={field} editor={editor} disabled={disabled} />
            </div>
          ))}
        </fieldset>
      ))}
    </div>
  );
}

function Control(props: { field: FormField; editor: Editor; disabled: boolean }) {
  const { field, editor, disabled } = props;
  const { path } = field;
  const value = editor.field(path);
  const set = (next: unknown) => editor.setField(path, next);
  const text = { label: path, value: typeof value === 'string' ? value : '', disabled };
  const setText = (next: string) => set(next === '' ? undefined : next);
  switch (field.control) {
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
      return <TextField {...text} onInput={setText} />;
    case 'choice':
      return (
        <Select
          {...text}
          options={['', ...field.choices].map((choice) => ({
            value: choice,
            text: choice || texts.value.templates.byDefault,
          }))}
          onChange={setText}
        />
      );
    case 'species':
      return (
        <CataloguePicker
          kinds={['Pals', 'NPCs']}
          label={path}
          id={text.value}
          disabled={disabled}
          onChange={setText}
        />
      );
    case 'list':
      return (
        <CatalogueList
          kind={field.kind}
          label={path}
          ids={Array.isArray(value) ? value.filter((id) => typeof id === 'string') : []}
          disabled={disabled}
          onChange={(ids) => set(ids.length === 0 ? undefined : ids)}
        />
      );
  }
}
