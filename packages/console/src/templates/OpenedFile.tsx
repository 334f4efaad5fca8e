import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { useResource } from '../data/use-resource.ts';
import { Faces } from '../faces/Faces.tsx';
import { Failure } from '../faces/Failure.tsx';
import { address } from '../navigation/router.ts';
import { beginningOf } from './beginnings.ts';
import { CheckPanel } from './CheckPanel.tsx';
import { Conflict } from './Conflict.tsx';
import { EditorHead } from './EditorHead.tsx';
import { createEditor, type Editor } from './editor-state.ts';
import { FileForm } from './FileForm.tsx';
import type { FileKind, OpenFile } from './file-kind.ts';
import { JsonText } from './JsonText.tsx';
import { VersionsPanel } from './VersionsPanel.tsx';

/** A file in the editor; with `?new=1` in the address, one that is not there yet. */
export function OpenedFile({ kind, name }: { kind: FileKind; name: string }): JSX.Element {
  const isNew = address.value.query.get('new') === '1';
  if (isNew) return <EditorOf kind={kind} name={name} file={undefined} />;
  return <ReadFile kind={kind} name={name} />;
}

function ReadFile({ kind, name }: { kind: FileKind; name: string }): JSX.Element {
  const file = useResource((signal) => kind.open(name, signal), [kind, name]);
  return (
    <div class="file-editor">
      <Faces of={file} rows={12}>
        {(value) => <EditorOf kind={kind} name={name} file={value} />}
      </Faces>
    </div>
  );
}

/** The editor lives as long as the name: a newer read of the list does not take away what is typed. */
function EditorOf(props: { kind: FileKind; name: string; file: OpenFile | undefined }): JSX.Element {
  const { kind, name, file } = props;
  const editor: Editor = useMemo(() => createEditor(kind, name, file, beginningOf(name)), [kind, name]);
  const panel = useSignal<'check' | 'versions'>('check');
  const { error } = editor;
  return (
    <div class="file-editor">
      <EditorHead kind={kind} editor={editor} panel={panel} file={file} />
      {editor.theirs.value !== undefined && <Conflict editor={editor} theirs={editor.theirs.value} />}
      {error.value !== undefined && editor.theirs.value === undefined && <Failure error={error.value} />}
      <div class="file-views">
        <FileForm kind={kind} editor={editor} />
        <JsonText editor={editor} />
      </div>
      {panel.value === 'check' ? (
        <CheckPanel kind={kind} editor={editor} />
      ) : (
        <VersionsPanel kind={kind} editor={editor} />
      )}
    </div>
  );
}
