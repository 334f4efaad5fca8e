import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { formatBytes } from '../data/format.ts';
import { useResource } from '../data/use-resource.ts';
import { Faces } from '../faces/Faces.tsx';
import { Time } from '../faces/Time.tsx';
import { Button } from '../kit/Button.tsx';
import { Card } from '../kit/Layout.tsx';
import { texts } from '../texts/texts.ts';
import { DiffView } from './DiffView.tsx';
import type { Editor } from './editor-state.ts';
import type { FileKind } from './file-kind.ts';

/** What the file said before, each with what has changed since, and a way to bring it back into the editor. */
export function VersionsPanel({ kind, editor }: { kind: FileKind; editor: Editor }): JSX.Element {
  const text = texts.value.templates;
  const versions = useResource((signal) => kind.versions(editor.name.value, signal), [kind, editor]);
  const shown = useSignal('');
  return (
    <Card title={text.versions} note={text.versionsNote} flush>
      <Faces of={versions} empty={text.noVersions}>
        {(all) => (
          <ul class="versions">
            {all.map(({ ReplacedAt, ETag, Bytes, Text }) => {
              const id = `${ReplacedAt} ${ETag}`;
              const isShown = shown.value === id;
              return (
                <li key={id}>
                  <span>
                    {text.until} <Time at={ReplacedAt} as="moment" />
                  </span>
                  <span class="faint">{formatBytes(Bytes)}</span>
                  <Button
                    aria-expanded={isShown}
                    onClick={() => {
                      shown.value = isShown ? '' : id;
                    }}
                  >
                    {text.compare}
                  </Button>
                  {kind.mayWrite() && <Button onClick={() => editor.setText(Text)}>{text.bringBack}</Button>}
                  {isShown && <DiffView before={Text} after={editor.text.value} />}
                </li>
              );
            })}
          </ul>
        )}
      </Faces>
    </Card>
  );
}
