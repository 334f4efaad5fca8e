import { newIdempotencyKey, PalatineError } from '@palatine/client';
import {
  BASE_PATH,
  banPlayer,
  broadcast,
  type FleetWorld,
  LIMITS,
  MANY_WORLDS_PATH,
  type ManyWorldsReply,
  type RouteShape,
  reloadConfig,
  unbanPlayer,
} from '@palatine/contract';
import { useSignal } from '@preact/signals';
import { Button } from '../../kit/Button.tsx';
import { Dialog } from '../../kit/Dialog.tsx';
import { IdInput, TextInput } from '../../kit/Fields.tsx';
import { PlainTable } from '../../kit/PlainTable.tsx';
import { client } from '../../session/session.ts';
import { withoutEmpty } from '../../table/list-query.ts';
import { texts } from '../../texts/texts.ts';
import { describeError } from '../../views/errors.ts';
import { FormDialog } from '../../views/FormDialog.tsx';
import { Name, Status } from '../../views/Values.tsx';
import { visibleText } from '../../views/visible-text.ts';
import { WorldState } from '../../worlds/WorldColumn.tsx';
import {
  createManyRun,
  type ManyRow,
  type ManyRun,
  type ManyRunOptions,
  type ManyState,
} from './many-run.ts';

/** Actions at many worlds at once: the route of each, as at one world. */
export const MANY_ROUTES = { broadcast, ban: banPlayer, unban: unbanPlayer, reload: reloadConfig } as const;
export type ManyKind = keyof typeof MANY_ROUTES;

/** One write to many worlds: what it is and where, then how it ended at each of them. */
export function ManyDialog(props: { kind: ManyKind; worlds: readonly FleetWorld[]; onClose: () => void }) {
  const { kind, worlds, onClose } = props;
  const text = texts.value.many;
  const message = useSignal('');
  const userId = useSignal('');
  const reason = useSignal('');
  const run = useSignal<ManyRun | undefined>(undefined);
  const whom = userId.value.trim();
  const title = text.titles[kind](worlds.length, visibleText(whom) || text.aPlayer);
  const isReady = kind === 'broadcast' ? message.value.trim() !== '' : kind === 'reload' || whom !== '';
  async function begin(): Promise<void> {
    const key = newIdempotencyKey(); // one key: each world applies it once
    const body = withoutEmpty({ Reason: reason.value.trim() });
    const call = {
      broadcast: { body: { Message: message.value } },
      ban: { params: { player_identifier: whom }, body },
      unban: { params: { user_id: whom }, body },
      reload: { body: {} },
    }[kind];
    run.value = createManyRun({ worlds, failed, send: (part) => sendTo(part, kind, call, key) });
    void run.value.start();
  }
  if (run.value !== undefined) return <Outcomes run={run.value} title={title} onClose={onClose} />;
  const absent = worlds.filter(({ State }) => State !== 'Online').length;
  return (
    <FormDialog
      onClose={onClose}
      wide
      title={title}
      doText={title}
      danger={kind === 'ban'}
      ready={isReady}
      run={begin}
      onDone={() => {}}
    >
      {kind === 'broadcast' && (
        <TextInput label={text.message} bind={message} rows={3} maxLength={LIMITS.messageChars} />
      )}
      {(kind === 'ban' || kind === 'unban') && (
        <>
          <IdInput label={text.userId} hint={text.userIdHint} bind={userId} />
          <TextInput label={text.reason} bind={reason} maxLength={LIMITS.reasonChars} />
        </>
      )}
      <section class="many-worlds" aria-label={text.targets}>
        <h3>{text.targets}</h3>
        <ul class="cluster">
          {worlds.map(({ World, Name: name, State }) => (
            <li key={World}>
              <Name text={name} otherwise={World} />
              {State !== 'Online' && <WorldState state={State} />}
            </li>
          ))}
        </ul>
      </section>
      {absent > 0 && <p class="toned warn">{text.notOnline(absent)}</p>}
      <p class="faint">{text.noTransaction}</p>
    </FormDialog>
  );
}

/** The gateway answers when every world has: the slowest may take that long, in ms. */
const TIMEOUT_MS = 90_000;

async function sendTo(
  worlds: readonly string[],
  kind: ManyKind,
  call: object,
  idempotencyKey: string,
): Promise<ManyWorldsReply> {
  const route: RouteShape = MANY_ROUTES[kind];
  const base = `${MANY_WORLDS_PATH}/${worlds.join(',')}${route.base ?? BASE_PATH}`;
  const options: object = { ...call, idempotencyKey, retry: false, timeoutMs: TIMEOUT_MS };
  const reply = await client().call({ ...route, base } as RouteShape & { path: '/' }, options);
  return reply as ManyWorldsReply; // what a gateway answers below this path
}

const failed: ManyRunOptions['failed'] = (error) => {
  const { code, message } = describeError(error);
  // A refusal of the gateway came before any world was asked; anything else says nothing of the worlds.
  return { code, message, mayHaveBegun: !(error instanceof PalatineError && error.status < 500) };
};

function Outcomes({ run, title, onClose }: { run: ManyRun; title: string; onClose: () => void }) {
  const text = texts.value.many;
  const rows = run.rows.value;
  const count = (state: ManyState) => rows.filter((row) => row.state === state).length;
  const [unknown, missed] = [run.unknown.value, run.missed.value];
  const running = run.running.value;
  const done = rows.length - count('waiting');
  const close = () => {
    if (!run.running.peek()) onClose();
  };
  return (
    <Dialog
      open
      onClose={close}
      wide
      title={title}
      footer={
        <Button kind="primary" disabled={running} onClick={close}>
          {texts.value.shell.close}
        </Button>
      }
    >
      <div class="stack loose">
        <p role="status">
          {running
            ? text.running(done, rows.length)
            : text.summary(count('applied'), count('refused'), count('unknown'))}
        </p>
        {running && <progress max={rows.length} value={done} />}
        <PlainTable
          label={text.outcome}
          rows={rows}
          keyOf={({ world }) => world}
          columns={[
            { title: text.targets, cell: ({ world, name }) => <Name text={name} otherwise={world} /> },
            { title: text.outcome, cell: outcomeCell },
          ]}
        />
        {!running && unknown.length > 0 && (
          <div class="cluster">
            <p>{texts.value.views.errors.outcomeUnknown}</p>
            <Button kind="primary" onClick={() => void run.again(unknown)}>
              {text.repeat(unknown.length)}
            </Button>
          </div>
        )}
        {!running && missed.length > 0 && (
          <Button onClick={() => void run.again(missed)}>{text.retry(missed.length)}</Button>
        )}
      </div>
    </Dialog>
  );
}

const TONES = { waiting: 'off', applied: 'ok', refused: 'danger', unknown: 'warn' } as const;

function outcomeCell({ state, code, message }: ManyRow) {
  return (
    <>
      <Status tone={TONES[state]}>{texts.value.many.states[state]}</Status>
      {code !== '' && (
        <div class="faint">
          {message} <code>{code}</code>
        </div>
      )}
    </>
  );
}
