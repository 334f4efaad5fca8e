import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import { texts } from '../texts/texts.ts';
import type { Editor } from './editor-state.ts';

/** The text of the file with line numbers, and the engine's message while it is no JSON. */
export function JsonText({ editor }: { editor: Editor }): JSX.Element {
  const gutter = useRef<HTMLOListElement>(null);
  const parsed = editor.parsed.value;
  const lines = editor.text.value.split('\n').length;
  return (
    <div class="json">
      <ol ref={gutter} aria-hidden="true">
        {Array.from({ length: lines }, (_, at) => (
          <li key={at}>{at + 1}</li>
        ))}
      </ol>
      <textarea
        aria-label={texts.value.templates.json}
        aria-invalid={!parsed.ok}
        spellcheck={false}
        autocomplete="off"
        wrap="off"
        value={editor.text.value}
        onInput={(event) => editor.setText(event.currentTarget.value)}
        onScroll={(event) => {
          if (gutter.current !== null) gutter.current.scrollTop = event.currentTarget.scrollTop;
        }}
      />
      {!parsed.ok && parsed.message !== undefined && (
        <p class="json-error" role="status">
          {parsed.message}
        </p>
      )}
    </div>
  );
}
