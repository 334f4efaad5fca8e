import { getEvents, getPastEvents, type PalatineEvent, SEND_TYPES } from '@palatine/contract';
import { useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { RUN_TOOLS } from '../actions/dialog.ts';
import { useRefreshOn, useResource } from '../data/use-resource.ts';
import { Button } from '../kit/Button.tsx';
import { SearchField, Select } from '../kit/Fields.tsx';
import { Card, Columns, PageBody } from '../kit/Layout.tsx';
import { address } from '../navigation/router.ts';
import { client, may } from '../session/session.ts';
import { withoutEmpty } from '../table/list-query.ts';
import { texts } from '../texts/texts.ts';
import { AsyncView } from '../views/AsyncView.tsx';
import { Name, Time } from '../views/Values.tsx';
import { Compose } from './Compose.tsx';
import { AUDIENCES, createComposer } from './composer.ts';
import './messages.css';

export default function MessagesPage() {
  const composer = useMemo(() => createComposer(RUN_TOOLS, recipientsIn(address.peek().query)), []);
  return (
    <PageBody>
      <Columns>
        <Compose composer={composer} />
        {may(getEvents) && <MessageLog />}
      </Columns>
    </PageBody>
  );
}

/** The initial recipients in an address: `?to=players&uid=…` or `?to=guild&guild=…`. */
function recipientsIn(query: URLSearchParams) {
  const to = AUDIENCES.find((id) => id === query.get('to')) ?? 'everybody';
  return { to, uids: query.getAll('uid'), guild: query.get('guild') ?? '' };
}

const PAGE = 100;
const MAX_MESSAGES = 500;

function MessageLog() {
  const text = texts.value.messages;
  const find = useSignal('');
  const player = useSignal('');
  const kind = useSignal('');
  const limit = useSignal(PAGE);
  const log = useResource(async (signal) => {
    // A kind is a text of the event, too; which of them it is told by is checked below.
    const named = withoutEmpty({ Text: find.value, Player: player.value.trim() });
    const query = { Type: 'message', ...named, Limit: limit.value };
    const { Entries, Next } = await client().call(getPastEvents, { query, signal });
    return { messages: Entries.filter((event) => event.Type === 'message'), more: Next !== undefined };
  });
  useRefreshOn(log, /^message$/);
  return (
    <Card title={text.log} flush>
      <div class="message-filters cluster">
        <SearchField label={text.logFind} bind={find} />
        <SearchField label={text.player} bind={player} />
        <Select
          label={text.kind}
          bind={kind}
          options={['', ...MESSAGE_KINDS].map((value) => ({ value, text: kindName(value) }))}
        />
      </div>
      <AsyncView
        resource={log}
        rows={4}
        isEmpty={({ messages }) => ofKind(messages, kind.value).length === 0}
        empty={find.value + player.value + kind.value === '' ? text.nothingSaid : text.nothingFits}
      >
        {({ messages, more }) => (
          <>
            <ol class="message-log">
              {ofKind(messages, kind.value).map((message) => (
                <Line key={message.Id} message={message} />
              ))}
            </ol>
            {more && limit.value < MAX_MESSAGES && (
              <p class="view-state">
                <Button onClick={() => (limit.value = Math.min(MAX_MESSAGES, limit.value + PAGE))}>
                  {text.older}
                </Button>
              </p>
            )}
          </>
        )}
      </AsyncView>
    </Card>
  );
}

type SentMessage = PalatineEvent<'message'>;

function ofKind(messages: readonly SentMessage[], kind: string): readonly SentMessage[] {
  return kind === '' ? messages : messages.filter(({ Data }) => Data.sendType === kind);
}

function Line({ message: { Time: at, Data } }: { message: SentMessage }) {
  const text = texts.value.messages;
  return (
    <li>
      <span class="faint">
        <Time at={at} /> · <Name text={Data.sender} /> · {kindName(Data.sendType)} ·{' '}
        {Data.recipients === null ? text.toAll : text.toSome(Data.recipients.length)}
      </span>
      <p>
        <bdi>{Data.text}</bdi>
      </p>
    </li>
  );
}

/** The kinds of message: the six ways of sending to some, and the two to everybody. */
const MESSAGE_KINDS = ['Broadcast', 'Alert', ...SEND_TYPES] as const;

function kindName(kind: string): string {
  const { actionFields, actions, messages } = texts.value;
  const { name: Broadcast } = actions.does.broadcast;
  const own = { '': messages.allKinds, ...actionFields.sendTypes, Broadcast, Alert: messages.alertFrom };
  return new Map(Object.entries(own)).get(kind) ?? kind;
}
