import { type Signal, useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { undo } from '../actions/dialog.ts';
import type { OpenFile } from '../data/pal-files.ts';
import { Button } from '../kit/Button.tsx';
import { DialogButton } from '../kit/Dialog.tsx';
import { NumberField, Select, TextField, TextInput } from '../kit/Fields.tsx';
import { Tabs } from '../kit/Tabs.tsx';
import { Switch } from '../kit/Toggles.tsx';
import { showToast } from '../kit/toasts.ts';
import { navigate } from '../navigation/router.ts';
import { newKey, send } from '../outbox/outbox.ts';
import { texts } from '../texts/texts.ts';
import { CatalogueList, CataloguePicker } from '../views/CataloguePicker.tsx';
import { FormDialog } from '../views/FormDialog.tsx';
import { Time } from '../views/Values.tsx';
import { beginnings, type Editor, type FileKind, type FormField, fileHref } from './file-kind.ts';

export function EditorHead(props: {
  kind: FileKind;
  editor: Editor;
  file: OpenFile | undefined;
  panel: Signal<'check' | 'versions'>;
}) {
  const { kind, editor, file, panel } = props;
  const text = texts.value.templates;
  const name = editor.name;
  const mayWrite = kind.mayWrite();
  const { ok } = editor.parsed.value;

  async function save(): Promise<void> {
    const before = editor.file.value;
    const saved = await editor.save(text.save(name));
    if (saved === undefined) return;
    const target = { kind: 'file', name, etag: saved.ETag, body: { Text: before?.Text ?? '' } } as const;
    const action = {
      text: texts.value.actionDialog.undo,
      run: () => void undo({ id: kind.restore, draft: {}, target }, []).then(() => editor.reread()),
    };
    showToast({ text: text.saved(name), tone: 'ok', ...(before && { action }) });
    navigate(fileHref(kind, name), { replace: true });
  }
  function duplicate(): void {
    const copy = text.copyOf(name);
    if (editor.parsed.value.ok) beginnings.set(copy, editor.parsed.value.value);
    navigate(fileHref(kind, copy, { new: '1' }));
  }

  return (
    <header class="cluster">
      <div>
        <h2>
          <bdi>{name}</bdi>
        </h2>
        <span class="faint">
          {file === undefined ? text.notSaved : <Time at={file.ChangedAt} />}
          {editor.isChanged.value && file !== undefined && ` · ${text.unsaved}`}
        </span>
      </div>
      <Tabs
        label={text.panels}
        value={panel.value}
        tabs={[
          { id: 'check', text: text.check },
          { id: 'versions', text: text.versions, disabled: file === undefined },
        ]}
        onChange={(id) => (panel.value = id === 'versions' ? 'versions' : 'check')}
      />
      {mayWrite && (
        <div class="cluster at-end">
          {file !== undefined && (
            <DialogButton kind="danger" text={text.delete}>
              {(close) => <DeleteDialog kind={kind} file={file} onClose={close} />}
            </DialogButton>
          )}
          <Button onClick={duplicate} disabled={!ok}>
            {text.duplicate}
          </Button>
          <Button kind="primary" disabled={!ok || !editor.isChanged.value} onClick={() => void save()}>
            {text.save(name)}
          </Button>
        </div>
      )}
    </header>
  );
}

/** Deletes a file once its name was typed. Its versions stay. */
function DeleteDialog({ kind, file, onClose }: { kind: FileKind; file: OpenFile; onClose: () => void }) {
  const text = texts.value.templates;
  const label = text.deleteLabel(file.Name);
  const typed = useSignal('');
  const key = useMemo(newKey, []);

  async function remove(): Promise<void> {
    const outcome = await send({
      route: kind.writes.delete as 'deleteTemplate', // both routes take the same call
      label,
      key,
      params: { name: file.Name },
      ifMatch: file.ETag,
    });
    if (outcome.state === 'refused' || outcome.state === 'unknown') throw outcome.error;
    showToast({ text: text.deleted(file.Name), tone: 'ok' });
    navigate(fileHref(kind, ''));
  }

  return (
    <FormDialog
      alert
      onClose={onClose}
      title={label}
      description={text.deleteText}
      doText={label}
      danger
      ready={typed.value === file.Name}
      run={remove}
    >
      <TextInput label={text.typeName(file.Name)} bind={typed} />
    </FormDialog>
  );
}

/** The document as a form. A field that the document does not have is empty, and stays out of it. */
export function FileForm({ kind, editor }: { kind: FileKind; editor: Editor }) {
  const text = texts.value.templates;
  const { parsed } = editor;
  const disabled = !kind.mayWrite() || !parsed.value.ok;
  return (
    <div class="file-form stack">
      {!parsed.value.ok && <p class="toned danger">{text.broken}</p>}
      {(Object.keys(kind.groups) as (keyof FileKind['groups'])[]).map((id) => (
        <fieldset key={id} class="box stack" disabled={disabled}>
          <legend class="note">{text.groups[id]}</legend>
          {kind.groups[id]?.map((field) => (
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
        <Switch value={value === true} disabled={disabled} onChange={(next) => set(next ? true : undefined)}>
          <span class="spoken">{path}</span>
        </Switch>
      );
    case 'text':
      return <TextField {...text} onChange={setText} />;
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
