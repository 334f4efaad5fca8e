import { useComputed } from '@preact/signals';
import { useResource } from '../data/use-resource.ts';
import { Card, Facts } from '../kit/Layout.tsx';
import { PlainTable } from '../kit/PlainTable.tsx';
import { texts } from '../texts/texts.ts';
import { AsyncView } from '../views/AsyncView.tsx';
import { Status } from '../views/Values.tsx';
import type { CheckResult, Editor, FileKind } from './file-kind.ts';

/** Typing rests for this many ms before the service is asked. */
const REST_MS = 400;

const TONES = { Kept: 'ok', Clamped: 'warn', Refused: 'danger', Ignored: 'off' } as const;

/** The service's verdict on the current text, without saving it. */
export function CheckPanel({ kind, editor }: { kind: FileKind; editor: Editor }) {
  const text = texts.value.templates;
  const checkable = useComputed(() => (editor.parsed.value.ok ? editor.text.value : undefined));
  const checked = useResource(
    async (signal): Promise<CheckResult | undefined> => {
      const snapshot = checkable.value;
      if (snapshot === undefined) return undefined;
      await rest(signal);
      return kind.check(editor.name, snapshot, signal);
    },
    [kind, editor],
  );
  return (
    <Card title={text.check} note={text.checkNote} flush>
      <AsyncView of={checked} rows={3} empty={text.broken} isEmpty={(value) => value === undefined}>
        {(value) => value !== undefined && <Result of={value} />}
      </AsyncView>
    </Card>
  );
}

function Result({ of: { problems, fields, inForce } }: { of: CheckResult }) {
  const text = texts.value.templates;
  return (
    <>
      {problems.length > 0 && (
        <ul class="check-problems">
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
        <div class="check-sound">
          <Status tone="ok">{text.sound}</Status>
          {inForce !== undefined && (
            <div lang="en" translate={false}>
              <Facts
                of={Object.entries(inForce).map(([key, value]) => [
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

function rest(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, REST_MS);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    });
  });
}
