import { getPlayerSessions } from '@palatine/contract';
import type { JSX } from 'preact';
import { nowMs } from '../../data/clock.ts';
import { formatDuration } from '../../data/format.ts';
import { useResource } from '../../data/use-resource.ts';
import { Faces } from '../../faces/Faces.tsx';
import { Card } from '../../kit/Layout.tsx';
import { client } from '../../session/session.ts';
import { texts } from '../../texts/texts.ts';
import { SessionStrip } from './SessionStrip.tsx';
import { SessionTable } from './SessionTable.tsx';

const DAY_MS = 86_400_000;

/** When a player was online: the last 30 days, and below it the last sessions. `all`: as many as the service gives. */
export function LastSessions({ uid, all = false }: { uid: string; all?: boolean }): JSX.Element {
  const text = texts.value.player;
  const sessions = useResource(
    (signal) =>
      client().call(getPlayerSessions, {
        params: { uid },
        query: { From: new Date(Date.now() - 30 * DAY_MS).toISOString(), Limit: 500 },
        signal,
      }),
    [uid],
  );
  const total = sessions.value.value?.TotalSeconds;
  return (
    <Card
      title={text.sessions}
      note={total === undefined ? undefined : text.inDays(formatDuration(total * 1000))}
    >
      <Faces of={sessions} rows={3} isEmpty={({ Sessions }) => Sessions.length === 0} empty={text.noSessions}>
        {({ Sessions }) => (
          <>
            <SessionStrip sessions={Sessions} nowMs={nowMs.value} />
            <SessionTable sessions={all ? Sessions : Sessions.slice(0, 5)} whole={all} />
          </>
        )}
      </Faces>
    </Card>
  );
}
