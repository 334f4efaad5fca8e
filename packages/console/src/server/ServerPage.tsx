import type { ServerStatus } from '@palatine/contract';
import type { JSX } from 'preact';
import { formatDuration, formatNumber } from '../data/format.ts';
import { Age, Faces } from '../faces/Faces.tsx';
import { Status } from '../faces/Status.tsx';
import { Time } from '../faces/Time.tsx';
import { Unknown } from '../faces/Unknown.tsx';
import { Card, Columns, PageBody, Tile, Tiles } from '../kit/Layout.tsx';
import { hrefOf } from '../navigation/router.ts';
import { texts } from '../texts/texts.ts';
import { MaintenanceCard } from './MaintenanceCard.tsx';
import { useServerStatus } from './read-server.ts';
import { SaveBackups } from './SaveBackups.tsx';
import { Schedule } from './Schedule.tsx';
import './server.css';
import { toneOfState } from './server-state.ts';

/** The game server beside which the service runs: its state, the age of its save, maintenance and backups. */
export default function ServerPage(): JSX.Element {
  const status = useServerStatus();
  return (
    <PageBody>
      <Faces of={status} rows={4}>
        {(found) => (
          <>
            <Figures of={found} age={<Age of={status} />} />
            {found.Warnings.length > 0 && <Warnings of={found.Warnings} />}
            <Columns>
              <MaintenanceCard status={found} />
              <Schedule />
            </Columns>
          </>
        )}
      </Faces>
      <SaveBackups />
    </PageBody>
  );
}

function Figures({ of, age }: { of: ServerStatus; age: JSX.Element }): JSX.Element {
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

function Warnings({ of }: { of: readonly string[] }): JSX.Element {
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
