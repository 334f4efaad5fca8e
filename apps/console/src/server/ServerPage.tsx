import {
  type getServerBackups,
  getSettings,
  type RouteReply,
  type ServerStatus,
  startMaintenance,
} from '@palatine/contract';
import type { JSX } from 'preact';
import { formatBytes, formatDuration, formatNumber } from '../data/format.ts';
import { Card, Columns, Facts, PageBody, Tile, Tiles } from '../kit/Layout.tsx';
import { hrefOf } from '../navigation/router.ts';
import { texts } from '../texts/texts.ts';
import { Age, AsyncView } from '../views/AsyncView.tsx';
import { Status, Time, Unknown } from '../views/Values.tsx';
import { MaintenanceCard } from './MaintenanceCard.tsx';
import './server.css';
import { openAction } from '../actions/dialog.ts';
import { clock } from '../data/clock.ts';
import type { Resource } from '../data/resource.ts';
import { useRefreshOn, useResource } from '../data/use-resource.ts';
import { Button } from '../kit/Button.tsx';
import { outbox } from '../outbox/outbox.ts';
import { client, may } from '../session/session.ts';
import { type Column, codes, count, moments, type Sorting } from '../table/column.tsx';
import { ListCard } from '../table/ListView.tsx';
import { useWholeList } from '../table/use-list.ts';
import { scheduleOf, toneOfState } from './server-state.ts';

/** The game server beside which the service runs: its state, the age of its save, maintenance and backups. */
export default function ServerPage() {
  const status = useServerStatus();
  return (
    <PageBody>
      <AsyncView of={status} rows={4}>
        {(value) => (
          <>
            <Figures of={value} age={<Age of={status} />} />
            {value.Warnings.length > 0 && <Warnings of={value.Warnings} />}
            <Columns>
              <MaintenanceCard status={value} />
              {may(getSettings) && <Schedule />}
            </Columns>
          </>
        )}
      </AsyncView>
      <SaveBackups />
    </PageBody>
  );
}

function Figures({ of, age }: { of: ServerStatus; age: JSX.Element }) {
  const text = texts.value.server;
  const { State, Reason, Since, Metrics, Roster, Save, Deliveries } = of;
  const { FPS, FrameTimeMs, UptimeSeconds, Players = Roster.Players.length, MaxPlayers } = Metrics;
  return (
    <Tiles>
      <Tile
        label={text.state}
        value={<Status tone={toneOfState(State)}>{text.states[State]}</Status>}
        note={
          <>
            {Reason === '' ? Since !== undefined && <Time at={Since} /> : Reason} · {age}
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
        note={[
          FrameTimeMs === undefined ? '' : text.frame(formatNumber(FrameTimeMs, 1)),
          UptimeSeconds === undefined ? '' : text.uptime(formatDuration(UptimeSeconds * 1000)),
        ]
          .filter((part) => part !== '')
          .join(' · ')}
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
        value={text.waits(Deliveries.Pending)}
        note={Deliveries.Mode === 'Refuse' ? text.refused : text.delivering(Deliveries.Delivering)}
        href={hrefOf('/deliveries')}
      />
    </Tiles>
  );
}

function Warnings({ of }: { of: readonly string[] }) {
  return (
    <Card title={texts.value.server.warnings}>
      <ul class="consequences">
        {of.map((warning) => (
          <li key={warning} class="warn">
            {warning}
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** The state of the game server moves without events, too: its figures, and the age of its save. */
const ticks = clock(5000);

/** The status of the game server, read again every 5 s and when an event says so. */
function useServerStatus(): Resource<ServerStatus> {
  const status = useResource((signal) => {
    void ticks.value; // followed: each tick reads again
    return client().getServer({ signal });
  });
  useRefreshOn(status, ({ Type }) => /^(server|maintenance|delivery)\./.test(Type));
  return status;
}

/** When the server is restarted and backed up, as Server.json says. */
function Schedule() {
  const text = texts.value.server;
  const settings = useResource((signal) => client().getSettings({ signal }));
  return (
    <Card title={text.schedule}>
      <AsyncView of={settings} rows={4}>
        {({ Files }) => (
          <>
            <Facts
              of={scheduleOf(Files, Object.keys(text.schedules)).map(({ key, value }) => [
                text.schedules[key] ?? key,
                valueText(value),
              ])}
            />
            <p class="faint">{text.scheduleWhere}</p>
          </>
        )}
      </AsyncView>
    </Card>
  );
}

function valueText(value: unknown): string {
  const text = texts.value.server;
  if (value === true) return text.yes;
  if (value === false) return text.no;
  if (Array.isArray(value)) return value.length === 0 ? text.never : value.join(', ');
  return value === 0 ? text.never : String(value);
}

function SaveBackups() {
  const text = texts.value.server;
  const backups = useResource((signal) => {
    void outbox.open.value; // a backup that was asked for is in the list once it has ended
    return client().getServerBackups({ signal });
  });
  useRefreshOn(backups, ({ Type }) => Type === 'maintenance.ended');
  const columns = backupColumns();
  const list = useWholeList({ of: backups, rows: ({ Backups }) => Backups, columns, sorting: NEWEST });
  return (
    <ListCard<SaveBackup>
      id="save-backups"
      label={text.backups}
      {...list}
      keyOf={({ Name }) => Name}
      nameOf={({ Name }) => Name}
      none={text.noBackups}
    />
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
