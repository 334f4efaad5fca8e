import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import { texts } from '../texts/texts.ts';
import type { Editor } from './editor-state.ts';

/** The text of the file, with numbers of its lines. `broken`: the line at which it stops to be JSON. */
export function JsonText(props: { editor: Editor; label: string; broken: number | undefined }): JSX.Element {
  const { editor, label, broken } = props;
  const gutter = useRef<HTMLOListElement>(null);
  const lines = editor.text.value.split('\n').length;
  return (
    <div class="json">
      <ol ref={gutter} aria-hidden="true">
        {Array.from({ length: lines }, (_, at) => (
          <li key={at} class={at + 1 === broken ? 'broken' : undefined}>
            {at + 1}
          </li>
        ))}
      </ol>
      <textarea
        aria-label={label}
        aria-invalid={broken !== undefined}
        spellcheck={false}
        autocomplete="off"
        wrap="off"
        value={editor.text.value}
        onInput={(event) => editor.setText(event.currentTarget.value)}
        onScroll={(event) => {
          if (gutter.current !== null) gutter.current.scrollTop = event.currentTarget.scrollTop;
        }}
      />
      {broken !== undefined && (
        <p class="json-error" role="status">
          {texts.value.templates.brokenAt(broken)}
        </p>
      )}
    </div>
  );
}
