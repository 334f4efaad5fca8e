import { alert, broadcast, type PlayerRow, searchPlayers, sendPlayerMessage } from '@palatine/contract';
import { Trash } from 'lucide';
import { useEffect, useMemo } from 'preact/hooks';
import { ActionForm } from '../actions/ActionForm.tsx';
import { openAction, tellSent } from '../actions/dialog.ts';
import { ownTexts } from '../data/preferences.ts';
import { allRows } from '../data/rows.ts';
import { useRefreshOn, useResource } from '../data/use-resource.ts';
import { assign } from '../kit/assign.ts';
import { Button } from '../kit/Button.tsx';
import { IconButton } from '../kit/IconButton.tsx';
import { Card } from '../kit/Layout.tsx';
import { optionsOf, Select } from '../kit/Select.tsx';
import { Field } from '../kit/TextField.tsx';
import { client, may } from '../session/session.ts';
import { texts } from '../texts/texts.ts';
import { announce } from '../views/announce.ts';
import { Failure } from '../views/Failure.tsx';
import { visibleText } from '../views/visible-text.ts';
import { AUDIENCES, type Audience, type Composer, isForAll } from './composer.ts';
import { Recipients } from './Recipients.tsx';

export function Compose({ composer }: { composer: Composer }) {
  const text = texts.value.messages;
  const online = useResource(readOnline);
  useRefreshOn(online, ({ Type }) => Type === 'player.joined' || Type === 'player.left');
  const players = online.value.value;
  useEffect(() => {
    if (players !== undefined) composer.online.value = players;
  }, [composer, players]);
  const audiences = AUDIENCES.filter(isAllowed);
  const audience = composer.audience.value;
  const [first] = audiences;
  useEffect(() => {
    if (first !== undefined && !audiences.includes(audience)) composer.audience.value = first;
  }, [composer, first, audience]);
  const refusal = composer.form.value.refusal.value;
  return (
    <Card title={text.compose}>
      <form
        class="compose"
        onSubmit={(event) => {
          event.preventDefault();
          void send(composer);
        }}
        onKeyDown={(event) => onKeyDown(event, composer)}
      >
        <Field label={text.to}>
          <Select
            value={audience}
            options={optionsOf(text.audiences, audiences)}
            onChange={(next) => assign(composer.audience, next)}
          />
        </Field>
        <Recipients composer={composer} isKnown={players !== undefined} />
        {online.error.value !== undefined && (
          <Failure error={online.error.value} onAgain={() => void online.refresh()} />
        )}
        {refusal !== undefined && <Failure error={refusal} />}
        <ActionForm run={composer.form.value} />
        {audience === 'alert' && <AlertPreview text={composer.draft.value.message} />}
        <UnknownSend composer={composer} />
        <div class="compose-send">
          <span class="faint">{isForAll(audience) ? text.keys.everybody : text.keys.some}</span>
          <Button kind="primary" type="submit" disabled={!composer.ready.value}>
            {text.send}
          </Button>
        </div>
      </form>
      <OwnTextsList composer={composer} />
    </Card>
  );
}

/** The ways to send that the token may use; those of sending to some are checked one by one in the form. */
function isAllowed(audience: Audience): boolean {
  if (audience === 'everybody') return may(broadcast);
  return may(audience === 'alert' ? alert : sendPlayerMessage);
}

/** A message is sent at once; an alert is of level 2, and its dialog asks first. */
async function send(composer: Composer): Promise<void> {
  if (!composer.ready.value) return;
  if (composer.audience.value === 'alert') {
    openAction('alert', { kind: 'everybody' }, { message: composer.draft.value.message });
    return;
  }
  const sent = await composer.send();
  if (sent !== undefined) tellSent(sent);
}

/** Enter sends to some; to everybody it takes Ctrl Enter, since it cannot be taken back. */
function onKeyDown(event: KeyboardEvent, composer: Composer): void {
  if (event.key !== 'Enter' || event.isComposing || !(event.target instanceof HTMLTextAreaElement)) return;
  const withCtrl = event.ctrlKey || event.metaKey;
  if (withCtrl || (!isForAll(composer.audience.value) && !event.shiftKey)) {
    event.preventDefault();
    void send(composer);
  }
}

/** An alert about as players see it: over the middle of the screen, line by line. */
function AlertPreview({ text }: { text: string }) {
  const words = texts.value.messages;
  return (
    <figure class="alert-preview">
      <figcaption class="faint">{words.preview}</figcaption>
      <p>{text === '' ? words.alertFrom : text}</p>
    </figure>
  );
}

/** Everybody online; nobody for a token that may not read players. */
async function readOnline(signal: AbortSignal): Promise<readonly PlayerRow[]> {
  if (!may(searchPlayers)) return [];
  return allRows((page) => client().searchPlayers({ query: { Status: 'Online', ...page }, signal }));
}

/** A message whose answer was lost: it is asked for again with its key, or let be. */
function UnknownSend({ composer }: { composer: Composer }) {
  const { actionDialog, messages } = texts.value;
  const run = composer.run.value;
  if (run === undefined || run.phase.value !== 'ended') return null;
  async function again(): Promise<void> {
    const sent = await composer.again();
    if (sent !== undefined) tellSent(sent);
  }
  return (
    <div class="compose-unknown" role="alert">
      <p>{actionDialog.unknownOne}</p>
      <Button kind="primary" onClick={() => void again()}>
        {actionDialog.againOne}
      </Button>
      <Button onClick={() => composer.letGo()}>{messages.letGo}</Button>
    </div>
  );
}

/** Characters of a text in its label. */
const LABEL = 60;

/** Texts that are kept in this browser, to be said again. */
function OwnTextsList({ composer }: { composer: Composer }) {
  const text = texts.value.messages;
  const own = useMemo(() => ownTexts(localStorage), []);
  const { message } = composer.draft.value;
  return (
    <section class="own-texts" aria-label={text.own}>
      <header>
        <h3>{text.own}</h3>
        <Button
          kind="bare"
          disabled={message.trim() === ''}
          onClick={() => {
            if (own.keep(message)) announce(text.kept);
          }}
        >
          {text.keep}
        </Button>
      </header>
      <ul>
        {own.all.value.map((each) => (
          <li key={each}>
            <button
              type="button"
              class="own-text"
              aria-label={text.use(visibleText(each, LABEL))}
              onClick={() => assign(composer.draft, { ...composer.draft.value, message: each })}
            >
              {each}
            </button>
            <IconButton
              icon={Trash}
              label={text.drop(visibleText(each, LABEL))}
              onClick={() => own.drop(each)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
