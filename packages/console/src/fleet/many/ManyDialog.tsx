import { newIdempotencyKey } from '@palatine/client';
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { visibleText } from '../../faces/visible-text.ts';
import { Button } from '../../kit/Button.tsx';
import { Dialog } from '../../kit/Dialog.tsx';
import { fleetTexts } from '../texts/fleet-texts.ts';
import { ManyFields } from './ManyFields.tsx';
import { ManyOutcomes } from './ManyOutcomes.tsx';
import { type ManyIntent, manyOpen } from './many-open.ts';
import { createManyRun, type ManyRun } from './many-run.ts';
import { type ManyDraft, manyFailure, sendMany } from './send-many.ts';

const EMPTY: ManyDraft = { message: '', userId: '', reason: '' };

/** One write to many worlds: what it is and where, then how it ended at each of them. */
export default function ManyDialog(): JSX.Element | null {
  const intent = manyOpen.value;
  const draft = useSignal(EMPTY);
  const run = useSignal<ManyRun | undefined>(undefined);
  useEffect(() => {
    run.value = undefined;
    draft.value = EMPTY;
  }, [intent, run, draft]);
  if (intent === undefined) return null;
  const started = run.value;
  function go(event: Event): void {
    event.preventDefault();
    if (intent === undefined || run.value !== undefined || !isWhole(intent, draft.value)) return;
    const [key, given] = [newIdempotencyKey(), draft.value]; // one key: each world applies it once
    const made = createManyRun({
      worlds: intent.worlds,
      failed: manyFailure,
      send: (worlds) => sendMany(intent.kind, given, worlds, key),
    });
    run.value = made;
    void made.start();
  }
  const close = () => {
    if (started?.running.value !== true) manyOpen.value = undefined;
  };
  const title = titleOf(intent, draft.value);
  return (
    <Dialog
      open
      onClose={close}
      wide
      title={title}
      footer={
        started === undefined ? (
          <Begin intent={intent} title={title} disabled={!isWhole(intent, draft.value)} onCancel={close} />
        ) : (
          <Button kind="primary" disabled={started.running.value} onClick={close}>
            {fleetTexts.value.many.close}
          </Button>
        )
      }
    >
      {started === undefined ? (
        <form id="many-worlds" class="fleet-form" onSubmit={go}>
          <ManyFields intent={intent} draft={draft} />
        </form>
      ) : (
        <ManyOutcomes run={started} />
      )}
    </Dialog>
  );
}

function Begin(props: {
  intent: ManyIntent;
  title: string;
  disabled: boolean;
  onCancel: () => void;
}): JSX.Element {
  return (
    <>
      <Button onClick={props.onCancel}>{fleetTexts.value.many.cancel}</Button>
      <Button
        kind={props.intent.kind === 'ban' ? 'final' : 'primary'}
        type="submit"
        form="many-worlds"
        disabled={props.disabled}
      >
        {props.title}
      </Button>
    </>
  );
}

/** The sentence that names what is done, to whom and at how many worlds. */
function titleOf({ kind, worlds }: ManyIntent, { userId }: ManyDraft): string {
  const { titles, somebody } = fleetTexts.value.many;
  return titles[kind](worlds.length, visibleText(userId.trim()) || somebody);
}

function isWhole({ kind }: ManyIntent, { message, userId }: ManyDraft): boolean {
  if (kind === 'broadcast') return message.trim() !== '';
  return kind === 'reload' || userId.trim() !== '';
}
