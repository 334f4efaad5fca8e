import { getPlayerSessions, type PlayerSession } from '@palatine/contract';
import { nowMs } from '../../data/clock.ts';
import { formatDay, formatDuration } from '../../data/format.ts';
import { saidOf } from '../../data/said.ts';
import { useResource } from '../../data/use-resource.ts';
import { Card } from '../../kit/Layout.tsx';
import { type PlainColumn, PlainTable } from '../../kit/PlainTable.tsx';
import { client } from '../../session/session.ts';
import { texts } from '../../texts/texts.ts';
import { AsyncView } from '../../views/AsyncView.tsx';
import { Masked, Name, Time } from '../../views/Values.tsx';
import { stripOf } from './sessions-strip.ts';
import './history.css';

const DAY_MS = 86_400_000;
const DAYS = 30;

/** When a player was online: the last 30 days, and below it the last sessions. `all`: as many as the service gives. */
export function LastSessions({ uid, all = false }: { uid: string; all?: boolean }) {
  const text = texts.value.player;
  const sessions = useResource(
    (signal) =>
      client().call(getPlayerSessions, {
        params: { uid },
        query: { From: new Date(Date.now() - DAYS * DAY_MS).toISOString(), Limit: 500 },
        signal,
      }),
    [uid],
  );
  const { TotalSeconds = 0 } = sessions.value.value ?? {};
  return (
    <Card
      title={text.sessions}
      note={TotalSeconds > 0 ? text.inDays(formatDuration(TotalSeconds * 1000)) : undefined}
    >
      <AsyncView
        resource={sessions}
        rows={3}
        isEmpty={({ Sessions }) => Sessions.length === 0}
        empty={text.noSessions}
      >
        {({ Sessions }) => (
          <>
            <SessionStrip sessions={Sessions} nowMs={nowMs.value} />
            <SessionTable sessions={all ? Sessions : Sessions.slice(0, 5)} whole={all} />
          </>
        )}
      </AsyncView>
    </Card>
  );
}

function SessionStrip({ sessions, nowMs }: { sessions: readonly PlayerSession[]; nowMs: number }) {
  const zoneMs = -new Date(nowMs).getTimezoneOffset() * 60_000;
  const days = stripOf(sessions, { days: DAYS, nowMs, zoneMs });
  const maxMs = Math.max(...days.map(({ onlineMs }) => onlineMs), 1);
  const label = (atMs: number, onlineMs: number) =>
    `${formatDay(atMs)}: ${onlineMs === 0 ? texts.value.player.notOnline : formatDuration(onlineMs)}`;
  return (
    <ol class="strip" aria-label={texts.value.player.days}>
      {days.map(({ atMs, onlineMs }, at) => (
        <li key={atMs} title={label(atMs, onlineMs)}>
          <span class="strip-bar" style={{ blockSize: `${(onlineMs / maxMs) * 100}%` }} />
          <span class="spoken">{label(atMs, onlineMs)}</span>
          {at % 7 === DAYS % 7 && (
            <span class="strip-day" aria-hidden="true">
              {formatDay(atMs)}
            </span>
          )}
        </li>
      ))}
    </ol>
  );
}

/** Sessions, newest first. `whole`: with platform, and address where the token may read it. */
function SessionTable({ sessions, whole }: { sessions: readonly PlayerSession[]; whole: boolean }) {
  const text = texts.value.player;
  const columns: PlainColumn<PlayerSession>[] = [
    { title: text.from, cell: ({ From }) => <Time at={From} as="moment" /> },
    {
      title: text.length,
      figures: true,
      cell: ({ From, To }) =>
        To === undefined ? text.goesOn : formatDuration(Date.parse(To) - Date.parse(From)),
    },
    {
      title: text.ended,
      cell: ({ Reason, Code, To }) =>
        To === undefined ? '' : <Name text={saidOf(Reason, { code: Code })} otherwise="–" />,
    },
  ];
  const { platform, address } = texts.value.players.columns;
  if (whole) columns.push({ title: platform, cell: ({ Platform }) => Platform });
  if (whole && sessions.some(({ IP }) => IP !== undefined)) {
    columns.push({ title: address, cell: ({ IP }) => <Masked text={IP} what={address} /> });
  }
  return <PlainTable label={text.sessions} columns={columns} rows={sessions} keyOf={({ From }) => From} />;
}
