import {
  ALL_ROUTES,
  type getServerBackups,
  type Maintenance,
  type RouteReply,
  type ServerStatus,
  startMaintenance,
} from '@palatine/contract';
import type { JSX } from 'preact';
import type { ActionId } from '../actions/action.ts';
import { ACTIONS } from '../actions/action-table.ts';
import { openAction } from '../actions/dialog.ts';
import { nowMs } from '../data/clock.ts';
import { dotted, formatBytes, formatDuration, formatNumber } from '../data/format.ts';
import { said } from '../data/said.ts';
import { useRefreshOn, useReply, useResource } from '../data/use-resource.ts';
import { isStoppedByHand, serverNow } from '../data/world-now.ts';
import { Button } from '../kit/Button.tsx';
import { Card, Facts, PageBody, Tile } from '../kit/Layout.tsx';
import { hrefOf } from '../navigation/router.ts';
import { outbox } from '../outbox/outbox.ts';
import { client, may } from '../session/session.ts';
import { type Column, codes, count, moments, type Sorting } from '../table/column.tsx';
import { ListCard } from '../table/ListView.tsx';
import { useWholeList } from '../table/use-list.ts';
import { texts } from '../texts/texts.ts';
import { Age, AsyncView } from '../views/AsyncView.tsx';
import { Status, Time, Unknown } from '../views/Values.tsx';
import { scheduleOf, shownSteps, toneOfState } from './server-state.ts';
import './server.css';

export default function ServerPage() {
  useRefreshOn(serverNow, /^delivery\./);
  return (
    <PageBody>
      <AsyncView resource={serverNow} rows={4}>
        {(value) => (
          <>
            <Figures status={value} age={<Age resource={serverNow} />} />
            {value.Warnings.length > 0 && <Warnings warnings={value.Warnings} />}
            <MaintenanceCard status={value} />
          </>
        )}
      </AsyncView>
    </PageBody>
  );
}

function Figures({ status, age }: { status: ServerStatus; age: JSX.Element }) {
  const text = texts.value.server;
  const { State, Reason, ReasonCode, Since, Metrics, Roster, Save, Deliveries } = status;
  const reason = said({ Message: Reason, ...(ReasonCode !== undefined && { Code: ReasonCode }) });
  const { FPS, FrameTimeMs, UptimeSeconds, Players = Roster.Players.length, MaxPlayers } = Metrics;
  return (
    <div class="tiles">
      <Tile
        label={text.state}
        value={<Status tone={toneOfState(State)}>{text.states[State]}</Status>}
        note={
          <>
            {reason === '' ? Since !== undefined && <Time at={Since} /> : reason} · {age}
          </>
        }
      />
      <Tile
        label={text.players}
        value={
          Roster.State === 'Unknown' ? (
            <Unknown />
          ) : MaxPlayers === undefined ? (
            formatNumber(Players)
          ) : (
            text.playersOf(formatNumber(Players), formatNumber(MaxPlayers))
          )
        }
        note={text.roster[Roster.State]}
        href={hrefOf('/players', { status: 'Online' })}
      />
      <Tile
        label={text.fps}
        value={FPS === undefined ? <Unknown /> : formatNumber(FPS)}
        note={dotted(
          FrameTimeMs !== undefined && text.frame(formatNumber(FrameTimeMs, 1)),
          UptimeSeconds !== undefined && text.uptime(formatDuration(UptimeSeconds * 1000)),
        )}
      />
      <Tile
        label={text.save}
        value={
          Save.AgeSeconds === undefined ? (
            <Unknown why={text.saveNone} />
          ) : (
            text.saveAge(formatDuration(Save.AgeSeconds * 1000))
          )
        }
        note={Save.Problem || (Save.Source === undefined ? '' : text.sources[Save.Source])}
      />
      <Tile
        label={text.waiting}
        value={text.pending(Deliveries.Pending)}
        note={Deliveries.Mode === 'Refuse' ? text.refused : text.delivering(Deliveries.Delivering)}
        href={hrefOf('/server/deliveries')}
      />
    </div>
  );
}

function Warnings({ warnings }: { warnings: ServerStatus['Warnings'] }) {
  return (
    <Card title={texts.value.health.attention}>
      <ul class="consequences stack tight">
        {warnings.map((warning) => (
          <li key={warning.Message} class="warn">
            {said(warning)}
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** When the server is restarted and backed up, as Server.json says. */
export function Schedule() {
  const text = texts.value.server;
  const settings = useReply('getSettings');
  return (
    <PageBody>
      <Card title={texts.value.shell.tabs.schedule}>
        <AsyncView resource={settings} rows={4}>
          {({ Files }) => (
            <>
              <Facts
                facts={scheduleOf(Files, Object.keys(text.schedules)).map(({ key, value }) => [
                  text.schedules[key] ?? key,
                  valueText(value),
                ])}
              />
              <p class="faint">{text.scheduleWhere}</p>
            </>
          )}
        </AsyncView>
      </Card>
    </PageBody>
  );
}

function valueText(value: unknown): string {
  const text = texts.value.server;
  if (typeof value === 'boolean') return value ? texts.value.settings.yes : texts.value.settings.no;
  if (value === 'Somebody') return text.manual;
  return (Array.isArray(value) ? value.join(', ') : String(value || '')) || text.never;
}

export function SaveBackups() {
  const text = texts.value.server;
  const backups = useResource((signal) => {
    void outbox.open.value; // a backup that was asked for is in the list once it has ended
    return client().getServerBackups({ signal });
  });
  useRefreshOn(backups, /^maintenance\.ended$/);
  const columns = backupColumns();
  const list = useWholeList({ resource: backups, rows: ({ Backups }) => Backups, columns, sorting: NEWEST });
  return (
    <PageBody>
      <ListCard<SaveBackup>
        id="save-backups"
        label={text.backups}
        {...list}
        keyOf={({ Name }) => Name}
        nameOf={({ Name }) => Name}
        none={text.noBackups}
      />
    </PageBody>
  );
}

type SaveBackup = RouteReply<typeof getServerBackups>['Backups'][number];

const NEWEST: Sorting = { sort: 'made', order: 'Descending' };

function backupColumns(): Column<SaveBackup>[] {
  const text = texts.value.server;
  const { columns } = text;
  const restoreColumn: Column<SaveBackup> = {
    id: 'actions',
    text: columns.actions,
    minPx: 120,
    atEnd: true,
    cell: ({ Name }) => (
      <Button onClick={() => openAction('restoreBackup', { kind: 'backup', name: Name })}>
        {text.restore}
      </Button>
    ),
  };
  return [
    codes('name', columns.name, ({ Name }) => Name, { minPx: 240, grow: 1, fixed: true }),
    moments('made', columns.made, ({ MadeAt }) => MadeAt),
    count('size', columns.size, ({ Bytes }) => Bytes, { cell: ({ Bytes }) => formatBytes(Bytes) }),
    count('files', columns.files, ({ Files }) => Files),
    ...(may(startMaintenance) ? [restoreColumn] : []),
  ];
}

const SERVER = { kind: 'server' } as const;

function MaintenanceCard({ status }: { status: ServerStatus }) {
  const text = texts.value.server;
  const { Running, Last, NextAt } = status.Maintenance;
  const button = (id: ActionId, kind: 'plain' | 'primary' = 'plain') =>
    may(ALL_ROUTES[ACTIONS[id].route]) && (
      <Button kind={kind} onClick={() => openAction(id, SERVER)}>
        {texts.value.actions.does[id].name + (ACTIONS[id].level > 1 ? '…' : '')}
      </Button>
    );
  const tools = (
    <>
      {button('saveServer')}
      {button('backUp')}
      {Running === undefined && button('startMaintenance')}
      {Running?.Cancelable && button('cancelMaintenance', 'primary')}
    </>
  );
  return (
    <Card title={text.maintenance} tools={tools}>
      {Running === undefined ? <p class="quiet">{text.none}</p> : <InProgress maintenance={Running} />}
      <Facts
        facts={[
          [text.last, Last && <Ended key="last" maintenance={Last} />],
          [text.next, NextAt === undefined ? text.noNext : <Next key="next" at={NextAt} />],
        ]}
      />
    </Card>
  );
}

function InProgress({ maintenance }: { maintenance: Maintenance }) {
  const text = texts.value.server;
  const isByHand = isStoppedByHand();
  const { steps, stopsIn } = isByHand ? text.byHand : text;
  const asks: Readonly<Partial<Record<string, string>>> = isByHand ? text.byHand.ask : {};
  const request = asks[maintenance.Step] ?? '';
  return (
    <div class="maintenance stack" role="status">
      <p>
        <strong>{text.running(text.actions[maintenance.Action])}</strong>
        {request === '' && ` · ${said(maintenance)}`}
      </p>
      {request !== '' && <Status tone="warn">{request}</Status>}
      <p class="faint">
        {text.begun} <Time at={maintenance.StartedAt} />
        {maintenance.StopAt !== undefined && (
          <span role="timer" aria-live="off">
            {' · '}
            {stopsIn(formatDuration(Math.max(0, Date.parse(maintenance.StopAt) - nowMs.value)))}
          </span>
        )}
      </p>
      <ol class="steps cluster tight">
        {shownSteps(maintenance).map(({ step, state }) => (
          <li key={step} class={state} aria-current={state === 'now' ? 'step' : undefined}>
            {{ ...text.steps, ...steps }[step]}
          </li>
        ))}
      </ol>
    </div>
  );
}

function Ended({ maintenance }: { maintenance: Maintenance }) {
  const text = texts.value.server;
  const { Action, Outcome = 'Done', EndedAt, Delivered = 0, Message } = maintenance;
  const tone = { Done: 'ok', Failed: 'danger', Canceled: 'off' } as const;
  return (
    <span>
      <Status tone={tone[Outcome]}>{`${text.actions[Action]}: ${text.outcomes[Outcome]}`}</Status>{' '}
      {EndedAt !== undefined && <Time at={EndedAt} />}
      {Delivered > 0 && ` · ${text.delivered(Delivered)}`}
      {Message !== '' && <span class="faint"> {said(maintenance)}</span>}
    </span>
  );
}

function Next({ at }: { at: string }) {
  const leftMs = Date.parse(at) - nowMs.value;
  return (
    <span>
      <Time at={at} as="moment" /> · {texts.value.server.nextIn(formatDuration(Math.max(0, leftMs)))}
    </span>
  );
}
