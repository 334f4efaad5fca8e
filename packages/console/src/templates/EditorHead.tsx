import type { Signal } from '@preact/signals';
import type { JSX } from 'preact';
import { undo } from '../actions/dialog.ts';
import { Time } from '../faces/Time.tsx';
import { Button } from '../kit/Button.tsx';
import { Tabs } from '../kit/Tabs.tsx';
import { showToast } from '../kit/toasts.ts';
import { hrefOf, navigate } from '../navigation/router.ts';
import { texts } from '../texts/texts.ts';
import { beginWith } from './beginnings.ts';
import { DeleteFile } from './DeleteFile.tsx';
import type { Editor } from './editor-state.ts';
import type { FileKind, OpenFile } from './file-kind.ts';

export interface EditorHeadProps {
  kind: FileKind;
  editor: Editor;
  file: OpenFile | undefined;
  panel: Signal<'check' | 'versions'>;
}

/** Name and age of the file, and what can be done with it. */
export function EditorHead({ kind, editor, file, panel }: EditorHeadProps): JSX.Element {
  const text = texts.value.templates;
  const name = editor.name.value;
  const mayWrite = kind.mayWrite();
  const { ok } = editor.parsed.value;

  async function save(): Promise<void> {
    const before = editor.file.value;
    const saved = await editor.save(text.save(name));
    if (saved === undefined) return;
    const target = before && {
      kind: 'file' as const,
      of: kind.id === 'templates' ? ('template' as const) : kind.id,
      name,
      etag: saved.ETag,
      body: { Text: before.Text },
    };
    const inverse = kind.id === 'templates' ? 'restoreTemplate' : 'restoreRules';
    showToast({
      text: text.saved(name),
      tone: 'ok',
      ...(target && {
        action: {
          text: texts.value.actionDialog.undo,
          run: () => void undo({ id: inverse, draft: {}, target }, []).then(() => editor.reread()),
        },
      }),
    });
    navigate(hrefOf(`/${kind.id}/${encodeURIComponent(name)}`), { replace: true });
  }
  function duplicate(): void {
    const copy = text.copyOf(name);
    if (editor.parsed.value.ok) beginWith(copy, editor.parsed.value.value);
    navigate(hrefOf(`/${kind.id}/${encodeURIComponent(copy)}`, { new: '1' }));
  }

  return (
    <header class="editor-head">
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
        onChange={(id) => {
          panel.value = id === 'versions' ? 'versions' : 'check';
        }}
      />
      {mayWrite && (
        <div class="card-tools">
          {file !== undefined && <DeleteFile kind={kind} file={file} />}
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
