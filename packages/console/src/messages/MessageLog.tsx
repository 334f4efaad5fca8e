import { getEvents, getPastEvents } from '@palatine/contract';
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useResource } from '../data/use-resource.ts';
import { useTouch } from '../data/use-touch.ts';
import { Faces } from '../faces/Faces.tsx';
import { Name } from '../faces/Name.tsx';
import { Time } from '../faces/Time.tsx';
import { Button } from '../kit/Button.tsx';
import { Card } from '../kit/Layout.tsx';
import { Select } from '../kit/Select.tsx';
import { TextField } from '../kit/TextField.tsx';
import { client, may } from '../session/session.ts';
import { texts } from '../texts/texts.ts';
import { kindName, MESSAGE_KINDS, type Said, saidIn } from './message-log.ts';

/** Messages of a page of the log. */
const PAGE = 100;
/** The most that is read at once. */
const MOST = 500;

/** What was said, from the events, newest first. */
export function MessageLog(): JSX.Element | null {
  return may(getEvents) ? <Log /> : null;
}

function Log(): JSX.Element {
  const text = texts.value.messages;
  const find = useSignal('');
  const player = useSignal('');
  const kind = useSignal('');
  const limit = useSignal(PAGE);
  const log = useResource(async (signal) => {
    // A kind is a text of the event, too; which of them it is told by is checked below.
    const query = {
      Type: 'message',
      ...(find.value !== '' && { Text: find.value }),
      ...(player.value.trim() !== '' && { Player: player.value.trim() }),
      Limit: limit.value,
    };
    const { Entries, Next } = await client().call(getPastEvents, { query, signal });
    return { said: saidIn(Entries), more: Next !== undefined };
  });
  useTouch(log, ({ Type }) => Type === 'message');
  return (
    <Card title={text.log} flush>
      <div class="message-filters">
        <TextField
          type="search"
          label={text.logFind}
          placeholder={text.logFind}
          value={find.value}
          onInput={(value) => {
            find.value = value;
          }}
        />
        <TextField
          type="search"
          label={text.player}
          placeholder={text.player}
          value={player.value}
          onInput={(value) => {
            player.value = value;
          }}
        />
        <Select
          label={text.kind}
          value={kind.value}
          options={[
            { value: '', text: text.allKinds },
            ...MESSAGE_KINDS.map((value) => ({ value, text: kindName(value) })),
          ]}
          onChange={(value) => {
            kind.value = value;
          }}
        />
      </div>
      <Faces
        of={log}
        rows={4}
        isEmpty={({ said }) => shown(said, kind.value).length === 0}
        empty={find.value + player.value + kind.value === '' ? text.nothingSaid : text.nothingFits}
      >
        {({ said, more }) => (
          <>
            <ol class="message-log">
              {shown(said, kind.value).map((each) => (
                <Line key={each.id} of={each} />
              ))}
            </ol>
            {more && limit.value < MOST && (
              <p class="face">
                <Button
                  onClick={() => {
                    limit.value = Math.min(MOST, limit.value + PAGE);
                  }}
                >
                  {text.older}
                </Button>
              </p>
            )}
          </>
        )}
      </Faces>
    </Card>
  );
}

function shown(said: readonly Said[], kind: string): readonly Said[] {
  return kind === '' ? said : said.filter((each) => each.kind === kind);
}

function Line({ of: { at, kind, sender, text: said, recipients } }: { of: Said }): JSX.Element {
  const text = texts.value.messages;
  return (
    <li>
      <span class="faint">
        <Time at={at} /> · <Name text={sender} /> · {kindName(kind)} ·{' '}
        {recipients === null ? text.toAll : text.toSome(recipients)}
      </span>
      <p>
        <bdi>{said}</bdi>
      </p>
    </li>
  );
}
