import { newIdempotencyKey, PalatineError } from '@palatine/client';
import {
  BASE_PATH,
  LIMITS,
  MANY_WORLDS_PATH,
  type ManyWorldsReply,
  type RouteShape,
} from '@palatine/contract';
import { type Signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { describeError } from '../../faces/describe-error.ts';
import { Name } from '../../faces/Name.tsx';
import { visibleText } from '../../faces/visible-text.ts';
import { Button } from '../../kit/Button.tsx';
import { Dialog } from '../../kit/Dialog.tsx';
import { Field } from '../../kit/Field.tsx';
import { TextArea } from '../../kit/TextArea.tsx';
import { TextField } from '../../kit/TextField.tsx';
import { fleetClient } from '../../session/session.ts';
import { fleetTexts } from '../texts/fleet-texts.ts';
import { WorldState } from '../world/WorldState.tsx';
import { ManyOutcomes } from './ManyOutcomes.tsx';
import { MANY_ROUTES, type ManyIntent, type ManyKind, manyOpen } from './many-open.ts';
import { createManyRun, type ManyRun, type ManyRunOptions } from './many-run.ts';

const EMPTY: ManyDraft = { message: '', userId: '', reason: '' };

/** One write to many worlds: what it is and where, then how it ended at each of them. */
export default function ManyDialog() {
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

function Begin(props: { intent: ManyIntent; title: string; disabled: boolean; onCancel: () => void }) {
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

/** What has to be said for a write to many worlds, and the worlds by name. */
function ManyFields(props: { intent: ManyIntent; draft: Signal<ManyDraft> }) {
  const { intent, draft } = props;
  const { kind, worlds } = intent;
  const text = fleetTexts.value.many;
  const change = (part: Partial<ManyDraft>) => {
    draft.value = { ...draft.value, ...part };
  };
  const absent = worlds.filter(({ State }) => State !== 'Online').length;
  return (
    <>
      {kind === 'broadcast' && (
        <Field label={text.message}>
          <TextArea
            value={draft.value.message}
            maxLength={LIMITS.messageChars}
            onInput={(message) => change({ message })}
          />
        </Field>
      )}
      {(kind === 'ban' || kind === 'unban') && (
        <>
          <Field label={text.userId} hint={text.userIdHint}>
            <TextField
              value={draft.value.userId}
              maxLength={LIMITS.idChars}
              spellCheck={false}
              onInput={(userId) => change({ userId })}
            />
          </Field>
          <Field label={text.reason}>
            <TextField
              value={draft.value.reason}
              maxLength={LIMITS.reasonChars}
              onInput={(reason) => change({ reason })}
            />
          </Field>
        </>
      )}
      <section class="many-worlds" aria-label={text.targets}>
        <h3>{text.targets}</h3>
        <ul>
          {worlds.map(({ World, Name: name, State }) => (
            <li key={World}>
              <Name text={name} otherwise={World} />
              {State !== 'Online' && <WorldState state={State} />}
            </li>
          ))}
        </ul>
      </section>
      {absent > 0 && <p class="behind">{text.notOnline(absent)}</p>}
      <p class="faint">{text.noTransaction}</p>
    </>
  );
}

/** The gateway answers when every world has: the slowest may take that long, in ms. */
const TIMEOUT_MS = 90_000;

/** What somebody has filled in. */
interface ManyDraft {
  readonly message: string;
  readonly userId: string;
  readonly reason: string;
}

/** Sends a write to worlds by their keys. */
async function sendMany(
  kind: ManyKind,
  draft: ManyDraft,
  worlds: readonly string[],
  key: string,
): Promise<ManyWorldsReply> {
  const route: RouteShape = MANY_ROUTES[kind];
  const base = `${MANY_WORLDS_PATH}/${worlds.join(',')}${route.base ?? BASE_PATH}`;
  const reply = await fleetClient().call(
    { ...route, base } as RouteShape & { path: '/' },
    {
      ...callOf(kind, draft),
      idempotencyKey: key,
      retry: false,
      timeoutMs: TIMEOUT_MS,
    } as object,
  );
  return reply as ManyWorldsReply; // what a gateway answers below this path
}

function callOf(kind: ManyKind, { message, userId, reason }: ManyDraft): object {
  const body = reason.trim() === '' ? {} : { Reason: reason.trim() };
  switch (kind) {
    case 'broadcast':
      return { body: { Message: message } };
    case 'ban':
      return { params: { player_identifier: userId.trim() }, body };
    case 'unban':
      return { params: { user_id: userId.trim() }, body };
    case 'reload':
      return { body: {} };
  }
}

/** Why a request to many worlds failed as a whole. */
const manyFailure: ManyRunOptions['failed'] = (error) => {
  const { code, message } = describeError(error);
  // A refusal of the gateway came before any world was asked; anything else says nothing of the worlds.
  return { code, message, mayHaveBegun: !(error instanceof PalatineError && error.status < 500) };
};
