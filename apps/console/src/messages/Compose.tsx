import {
  alert,
  broadcast,
  type PlayerRow,
  searchKey,
  searchPlayers,
  sendPlayerMessage,
} from '@palatine/contract';
import { useSignal } from '@preact/signals';
import { Trash, X } from 'lucide';
import { useEffect, useMemo } from 'preact/hooks';
import { ActionForm } from '../actions/ActionForm.tsx';
import type { ActionRun } from '../actions/action-run.ts';
import { openAction, showSent } from '../actions/dialog.ts';
import { TargetNames } from '../actions/RunOutcome.tsx';
import { rankText } from '../data/catalogue-search.ts';
import { ownTexts } from '../data/preferences.ts';
import { allRows } from '../data/rows.ts';
import { useRefreshOn, useResource } from '../data/use-resource.ts';
import { Button, Icon } from '../kit/Button.tsx';
import { Combobox } from '../kit/Combobox.tsx';
import { Field, optionsOf, Select } from '../kit/Fields.tsx';
import { IconButton } from '../kit/IconButton.tsx';
import { Card } from '../kit/Layout.tsx';
import { client, may } from '../session/session.ts';
import { texts } from '../texts/texts.ts';
import { announce } from '../views/announce.ts';
import { Failure } from '../views/Failure.tsx';
import { Name } from '../views/Values.tsx';
import { visibleText } from '../views/visible-text.ts';
import { AUDIENCES, type Audience, type Composer, isForAll, onlineGuilds } from './composer.ts';

export function Compose({ composer }: { composer: Composer }) {
  const text = texts.value.messages;
  const online = useResource(readOnline);
  useRefreshOn(online, /^(player\.joined|player\.left)$/);
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
        class="stack loose"
        onSubmit={(event) => {
          event.preventDefault();
          void send(composer);
        }}
        onKeyDown={(event) => onKeyDown(event, composer)}
      >
        <Field label={text.to}>
          <Select bind={composer.audience} options={optionsOf(text.audiences, audiences)} />
        </Field>
        <Recipients composer={composer} isKnown={players !== undefined} />
        {online.error.value !== undefined && (
          <Failure error={online.error.value} onAgain={() => void online.refresh()} />
        )}
        {refusal !== undefined && <Failure error={refusal} />}
        <ActionForm run={composer.form.value} />
        {audience === 'alert' && <AlertPreview text={composer.draft.value.message} />}
        <UnknownSend composer={composer} />
        <div class="cluster between">
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
  tellSent(await composer.send());
}

const tellSent = (sent: ActionRun | undefined) => sent && showSent(sent);

/** Enter sends to some; to everybody it takes Ctrl Enter, since it cannot be undone. */
function onKeyDown(event: KeyboardEvent, composer: Composer): void {
  if (event.key !== 'Enter' || event.isComposing || !(event.target instanceof HTMLTextAreaElement)) return;
  const withCtrl = event.ctrlKey || event.metaKey;
  if (!withCtrl && (isForAll(composer.audience.value) || event.shiftKey)) return;
  event.preventDefault();
  void send(composer);
}

/** An alert about as players see it: over the middle of the screen, line by line. */
function AlertPreview({ text }: { text: string }) {
  const words = texts.value.messages;
  return (
    <figure class="alert-preview stack">
      <figcaption class="faint">{words.preview}</figcaption>
      <p>{text === '' ? words.alertFrom : text}</p>
    </figure>
  );
}

/** All online players; none for a token that may not read players. */
async function readOnline(signal: AbortSignal): Promise<readonly PlayerRow[]> {
  if (!may(searchPlayers)) return [];
  return allRows((page) => client().searchPlayers({ query: { Status: 'Online', ...page }, signal }));
}

/** A message whose answer was lost: it can be retried with its key, or given up. */
function UnknownSend({ composer }: { composer: Composer }) {
  if (composer.run.value?.phase.value !== 'ended') return null;
  return (
    <div class="compose-unknown notice warn cluster between" role="alert">
      <p>{texts.value.views.errors.outcomeUnknown}</p>
      <Button kind="primary" onClick={() => void composer.again().then(tellSent)}>
        {texts.value.outbox.again}
      </Button>
      <Button onClick={() => composer.discard()}>{texts.value.messages.discard}</Button>
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
    <section class="own-texts stack" aria-label={text.own}>
      <header class="row between">
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
        {own.all.value.map((saved) => (
          <li class="row" key={saved}>
            <button
              type="button"
              class="own-text truncate"
              aria-label={text.use(visibleText(saved, LABEL))}
              onClick={() => (composer.draft.value = { ...composer.draft.value, message: saved })}
            >
              {saved}
            </button>
            <IconButton
              icon={Trash}
              label={text.drop(visibleText(saved, LABEL))}
              onClick={() => own.drop(saved)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Names that are offered, and that are listed. */
const OFFERED = 40;
const LISTED = 24;

function Recipients({ composer, isKnown }: { composer: Composer; isKnown: boolean }) {
  const text = texts.value.messages;
  const audience = composer.audience.value;
  const reached = composer.recipients.value;
  return (
    <>
      {audience === 'players' && <Picker composer={composer} />}
      {audience === 'guild' && <GuildChoice composer={composer} />}
      <p class="faint" role="status">
        {isForAll(audience)
          ? text.reachesAll(isKnown ? composer.online.value.length : undefined)
          : isKnown && text.reaches(reached.length)}
        {audience !== 'players' && !isForAll(audience) && reached.length > 0 && (
          <>
            {': '}
            <TargetNames targets={composer.targets.value} limit={LISTED} />
          </>
        )}
      </p>
    </>
  );
}

function Picker({ composer }: { composer: Composer }) {
  const text = texts.value.messages;
  const typed = useSignal<string | undefined>(undefined);
  const { uids } = composer.narrowing.value;
  const term = searchKey(typed.value ?? '');
  const offered = composer.online.value
    .filter(({ Uid }) => !uids.includes(Uid))
    .map((player) => ({ ...player, score: term === '' ? 1 : rankText(searchKey(player.Name), term) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, OFFERED);
  return (
    <>
      <Field label={text.pick}>
        <Combobox<PlayerRow>
          value={null}
          items={offered}
          typed={typed}
          onChange={(player) => {
            if (player !== null) composer.narrow({ uids: [...uids, player.Uid] });
          }}
          keyOf={({ Uid }) => Uid}
          textOf={() => ''}
          placeholder={text.pickHint}
          empty={text.noNameMatches}
        >
          {({ Name: name, Uid }) => <Name text={name} otherwise={Uid} />}
        </Combobox>
      </Field>
      {uids.length > 0 && (
        <ul class="cluster tight">
          {composer.recipients.value.map(({ Uid, Name: name }) => (
            <li key={Uid}>
              <button
                type="button"
                class="choice row"
                aria-label={texts.value.actionFields.remove(visibleText(name) || Uid)}
                onClick={() => composer.narrow({ uids: uids.filter((uid) => uid !== Uid) })}
              >
                <Name text={name} otherwise={Uid} />
                <Icon shape={X} size={14} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function GuildChoice({ composer }: { composer: Composer }) {
  const text = texts.value.messages;
  const guilds = onlineGuilds(composer.online.value);
  if (guilds.length === 0) return <p class="faint">{text.noGuild}</p>;
  return (
    <Field label={text.guild}>
      <Select
        value={composer.narrowing.value.guild}
        options={[
          { value: '', text: text.chooseGuild },
          ...guilds.map(({ id, name, head, online }) => ({
            value: id,
            text: `${visibleText(name) || text.namelessGuild(visibleText(head))} (${online})`,
          })),
        ]}
        onChange={(guild) => composer.narrow({ guild })}
      />
    </Field>
  );
}
