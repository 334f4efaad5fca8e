import type { JSX } from 'preact';
import { Time } from '../faces/Time.tsx';
import { Button } from '../kit/Button.tsx';
import { texts } from '../texts/texts.ts';
import { DiffView } from './DiffView.tsx';
import type { Editor } from './editor-state.ts';
import type { OpenFile } from './file-kind.ts';

/** The file has changed on the disk meanwhile: take that, save over it, or go on and see both. */
export function Conflict({ editor, theirs }: { editor: Editor; theirs: OpenFile }): JSX.Element {
  const text = texts.value.templates;
  return (
    <section class="conflict" role="alert" aria-label={text.conflict}>
      <p>
        {text.conflict} <Time at={theirs.ChangedAt} as="moment" />
      </p>
      <div class="card-tools">
        <Button onClick={() => editor.resolve('theirs')}>{text.takeTheirs}</Button>
        <Button
          kind="danger"
          onClick={() => {
            editor.resolve('mine');
            void editor.save(text.save(editor.name.value));
          }}
        >
          {text.keepMine}
        </Button>
      </div>
      <details>
        <summary>{text.compare}</summary>
        <DiffView before={theirs.Text} after={editor.text.value} />
      </details>
    </section>
  );
}
