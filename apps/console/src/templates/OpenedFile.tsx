import { useComputed, useSignal } from '@preact/signals';
import { useMemo, useRef } from 'preact/hooks';
import { formatBytes } from '../data/format.ts';
import type { CheckResult, OpenFile } from '../data/pal-files.ts';
import { useResource } from '../data/use-resource.ts';
import { Button } from '../kit/Button.tsx';
import { Card, Facts } from '../kit/Layout.tsx';
import { PlainTable } from '../kit/PlainTable.tsx';
import { address } from '../navigation/router.ts';
import { texts } from '../texts/texts.ts';
import { AsyncView } from '../views/AsyncView.tsx';
import { Failure } from '../views/Failure.tsx';
import { Status, Time } from '../views/Values.tsx';
import { EditorHead, FileForm } from './EditorHead.tsx';
import { createEditor, type Editor, type FileKind } from './file-kind.ts';
import { lineDiff } from './line-diff.ts';

/** A file in the editor; with `?new=1` in the address, one that is not there yet. */
export function OpenedFile({ kind, name }: { kind: FileKind; name: string }) {
  const isNew = address.value.query.get('new') === '1';
  if (isNew) return <EditorOf kind={kind} name={name} file={undefined} />;
  return <ReadFile kind={kind} name={name} />;
}

function ReadFile({ kind, name }: { kind: FileKind; name: string }) {
  const file = useResource((signal) => kind.open(name, signal), [kind, name]);
  return (
    <div class="file-editor stack loose">
      <AsyncView resource={file} rows={12}>
        {(value) => <EditorOf kind={kind} name={name} file={value} />}
      </AsyncView>
    </div>
  );
}

/** The editor lives as long as the name: a newer read of the list does not take away what is typed. */
function EditorOf({ kind, name, file }: { kind: FileKind; name: string; file: OpenFile | undefined }) {
  const editor = useMemo(() => createEditor(kind, name, file), [kind, name]);
  const panel = useSignal<'check' | 'versions'>('check');
  const { error } = editor;
  const Panel = panel.value === 'check' ? CheckPanel : VersionsPanel;
  return (
    <div class="file-editor stack loose">
      <EditorHead kind={kind} editor={editor} panel={panel} file={file} />
      {editor.theirs.value !== undefined && <Conflict editor={editor} theirs={editor.theirs.value} />}
      {error.value !== undefined && editor.theirs.value === undefined && <Failure error={error.value} />}
      <div class="file-views">
        <FileForm kind={kind} editor={editor} />
        <JsonText editor={editor} />
      </div>
      <Panel kind={kind} editor={editor} />
    </div>
  );
}

/** The file has changed on the disk meanwhile: take that, save over it, or go on and see both. */
function Conflict({ editor, theirs }: { editor: Editor; theirs: OpenFile }) {
  const text = texts.value.templates;
  return (
    <section class="conflict notice warn stack" role="alert" aria-label={text.conflict}>
      <p>
        {text.conflict} <Time at={theirs.ChangedAt} as="moment" />
      </p>
      <div class="cluster at-end">
        <Button onClick={() => editor.resolve('theirs')}>{text.takeTheirs}</Button>
        <Button
          kind="danger"
          onClick={() => {
            editor.resolve('mine');
            void editor.save(text.save(editor.name));
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

/** The text of the file with line numbers, and the engine's message while it is not valid JSON. */
function JsonText({ editor }: { editor: Editor }) {
  const gutter = useRef<HTMLOListElement>(null);
  const parsed = editor.parsed.value;
  const lines = editor.text.value.split('\n').length;
  return (
    <div class="json box">
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
        onInput={(event) => (editor.text.value = event.currentTarget.value)}
        onScroll={(event) => {
          if (gutter.current !== null) gutter.current.scrollTop = event.currentTarget.scrollTop;
        }}
      />
      {!parsed.ok && parsed.message !== undefined && (
        <p class="json-error toned danger" role="status">
          {parsed.message}
        </p>
      )}
    </div>
  );
}

/** Earlier contents of the file, each with the changes since, and a button to bring it back into the editor. */
function VersionsPanel({ kind, editor }: { kind: FileKind; editor: Editor }) {
  const text = texts.value.templates;
  const versions = useResource((signal) => kind.versions(editor.name, signal), [kind, editor]);
  const open = useSignal('');
  return (
    <Card title={text.versions} note={text.versionsNote} flush>
      <AsyncView resource={versions} empty={text.noVersions}>
        {(all) => (
          <ul class="versions">
            {all.map(({ ReplacedAt, ETag, Bytes, Text }) => {
              const id = `${ReplacedAt} ${ETag}`;
              const isShown = open.value === id;
              return (
                <li class="cluster" key={id}>
                  <span>
                    {text.until} <Time at={ReplacedAt} as="moment" />
                  </span>
                  <span class="faint">{formatBytes(Bytes)}</span>
                  <Button aria-expanded={isShown} onClick={() => (open.value = isShown ? '' : id)}>
                    {text.compare}
                  </Button>
                  {kind.mayWrite() && (
                    <Button onClick={() => (editor.text.value = Text)}>{text.bringBack}</Button>
                  )}
                  {isShown && <DiffView before={Text} after={editor.text.value} />}
                </li>
              );
            })}
          </ul>
        )}
      </AsyncView>
    </Card>
  );
}

const MARKS = { same: ' ', removed: '−', added: '+' } as const;

function DiffView({ before, after }: { before: string; after: string }) {
  return (
    <figure aria-label={texts.value.templates.compare} class="diff">
      <pre>
        {lineDiff(before, after).map(({ kind, text }, at) => (
          <span key={at} class={kind}>
            {`${MARKS[kind]} ${text}\n`}
          </span>
        ))}
      </pre>
    </figure>
  );
}

/** Typing rests for this many ms before the service is asked. */
const REST_MS = 400;

const TONES = { Kept: 'ok', Clamped: 'warn', Refused: 'danger', Ignored: 'off' } as const;

/** The service's verdict on the current text, without saving it. */
function CheckPanel({ kind, editor }: { kind: FileKind; editor: Editor }) {
  const text = texts.value.templates;
  const checkable = useComputed(() => (editor.parsed.value.ok ? editor.text.value : undefined));
  const checked = useResource(
    async (signal): Promise<CheckResult | undefined> => {
      const snapshot = checkable.value;
      if (snapshot === undefined) return undefined;
      await new Promise((resolve) => setTimeout(resolve, REST_MS));
      signal.throwIfAborted();
      return kind.check(editor.name, snapshot, signal);
    },
    [kind, editor],
  );
  return (
    <Card title={text.check} note={text.checkNote} flush>
      <AsyncView resource={checked} rows={3} empty={text.broken} isEmpty={(value) => value === undefined}>
        {(value) => value !== undefined && <Result result={value} />}
      </AsyncView>
    </Card>
  );
}

function Result({ result: { problems, fields, inForce } }: { result: CheckResult }) {
  const text = texts.value.templates;
  return (
    <>
      {problems.length > 0 && (
        <ul class="check stack">
          {problems.map(({ Path, Message }) => (
            <li key={`${Path} ${Message}`}>
              <Status tone="danger">{Message}</Status> <code>{Path}</code>
            </li>
          ))}
        </ul>
      )}
      {fields !== undefined && (
        <PlainTable
          label={text.check}
          rows={fields}
          keyOf={({ Path, Verdict }) => `${Path} ${Verdict}`}
          columns={[
            { title: text.field, cell: ({ Path }) => <code>{Path === '' ? text.whole : Path}</code> },
            {
              title: text.verdict,
              cell: ({ Verdict }) => <Status tone={TONES[Verdict]}>{text.verdicts[Verdict]}</Status>,
            },
            { title: text.given, cell: ({ Given }) => <code>{valueText(Given)}</code> },
            { title: text.taken, cell: ({ Taken }) => <code>{valueText(Taken)}</code> },
            { title: text.why, cell: ({ Why }) => Why },
          ]}
        />
      )}
      {fields === undefined && problems.length === 0 && (
        <div class="check stack">
          <Status tone="ok">{text.sound}</Status>
          {inForce !== undefined && (
            <div lang="en" translate={false}>
              <Facts
                facts={Object.entries(inForce).map(([key, value]) => [
                  key,
                  <code key={key}>{valueText(value)}</code>,
                ])}
              />
            </div>
          )}
        </div>
      )}
    </>
  );
}

/** A value of a template is shown in at most this many characters. */
const SHOWN_CHARS = 120;

function valueText(value: unknown): string {
  if (value === undefined) return '–';
  const text = JSON.stringify(value);
  return text.length > SHOWN_CHARS ? `${text.slice(0, SHOWN_CHARS)} …` : text;
}
