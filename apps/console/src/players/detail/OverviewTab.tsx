import {
  type CampRow,
  getPastEvents,
  getPlayerPals,
  type PalRow,
  type PlayerDetails,
  searchCamps,
} from '@palatine/contract';
import { useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { formatDuration, formatNumber, formatPlace, formatWorldPlace, mapHref } from '../../data/format.ts';
import { aboutPlayer } from '../../data/live.ts';
import { useReply, useResource } from '../../data/use-resource.ts';
import { EventGroups } from '../../events/EventLine.tsx';
import { groupEvents } from '../../events/events.ts';
import { MiniMap } from '../../ground/MiniMap.tsx';
import { Card, Columns, Facts } from '../../kit/Layout.tsx';
import { SheetOf } from '../../kit/Sheet.tsx';
import { PalCard, palTitle } from '../../pals/PalFigures.tsx';
import { PalSheet } from '../../pals/PalSheet.tsx';
import { client, may } from '../../session/session.ts';
import { texts } from '../../texts/texts.ts';
import { AsyncView } from '../../views/AsyncView.tsx';
import { known } from '../../views/Values.tsx';
import { LastSessions } from './LastSessions.tsx';
import { ExpBar } from './progress.tsx';

export function OverviewTab({ details }: { details: PlayerDetails }) {
  const text = texts.value.player;
  const { Player, HP, MaxHP } = details;
  const uid = Player.Uid;
  return (
    <>
      {may(getPlayerPals) && <Team uid={uid} />}
      <Columns>
        <Card title={text.facts}>
          <Facts
            facts={[
              [text.exp, <ExpBar key="exp" details={details} />],
              [
                text.hp,
                known(HP, (hp) =>
                  MaxHP === undefined || hp >= MaxHP
                    ? formatNumber(hp)
                    : text.of(formatNumber(hp), formatNumber(MaxHP)),
                ),
              ],
              [
                text.place,
                known(Player.Place, (place) => (
                  <span>
                    <a href={mapHref(place)}>{formatPlace(place)}</a>{' '}
                    <span class="faint mono">{formatWorldPlace(place)}</span>
                  </span>
                )),
              ],
              [text.tiles.pals, known(Player.PalCount, formatNumber)],
              [
                texts.value.players.columns.playtime,
                known(Player.PlaytimeSeconds, (seconds) => formatDuration(seconds * 1000)),
              ],
            ]}
          />
        </Card>
        <WhereCard details={details} />
        <LastSessions uid={uid} />
        {may(getPastEvents) && <LastEvents uid={uid} />}
      </Columns>
    </>
  );
}

const LAST = 20;

function LastEvents({ uid }: { uid: string }) {
  const text = texts.value.player;
  const events = useReply('getPastEvents', { query: { Player: uid, Limit: LAST } }, aboutPlayer(uid));
  return (
    <Card title={text.lastEvents} flush>
      <AsyncView
        resource={events}
        rows={4}
        isEmpty={({ Entries }) => Entries.length === 0}
        empty={text.noEvents}
      >
        {({ Entries }) => <EventGroups groups={groupEvents(Entries)} />}
      </AsyncView>
    </Card>
  );
}

/** More bases than a guild can have. */
const MAX_BASES = 100;

/** Where a player is or was last, with the bases of their guild; nothing if the place is unknown. */
function WhereCard({ details: { Player } }: { details: PlayerDetails }) {
  const text = texts.value.player;
  const { Place, GuildId = '' } = Player;
  const camps = useResource(
    async (signal) =>
      GuildId === '' || !may(searchCamps)
        ? []
        : (await client().searchCamps({ query: { Guild: GuildId, Limit: MAX_BASES }, signal })).Rows,
    [GuildId],
  );
  const rows = camps.value.value;
  const bases = useMemo(() => (rows ?? []).map(baseOf), [rows]);
  if (Place === undefined) return null;
  const place = formatPlace(Place);
  const label = text.where(place, bases.length);
  const picture = (
    <MiniMap place={{ x: Place.X, y: Place.Y }} guildId={GuildId} bases={bases} label={label} />
  );
  return (
    <Card title={Player.Online ? text.isHere : text.wasHere} note={place} flush>
      {may(searchCamps) ? <a href={mapHref(Place)}>{picture}</a> : picture}
    </Card>
  );
}

function baseOf({ Place, GuildId, AreaRangeCm }: CampRow) {
  return { x: Place.X, y: Place.Y, guildId: GuildId, areaCm: AreaRangeCm };
}

function Team({ uid }: { uid: string }) {
  const text = texts.value.player;
  const open = useSignal<PalRow | undefined>(undefined);
  const team = useReply('getPlayerPals', { params: { uid }, query: { Box: 'Team' } }, aboutPlayer(uid));
  return (
    <Card title={text.team}>
      <AsyncView resource={team} rows={1} unknown={({ Known }) => (Known ? undefined : text.unknownPals)}>
        {({ Rows = [], PageSlots = 5 }) => (
          <ul class="team">
            {Array.from({ length: PageSlots }, (_, at) => (
              <li key={at}>
                <PalCard
                  pal={Rows.find(({ Place }) => Place.Slot === at)}
                  onOpen={(pal) => (open.value = pal)}
                />
              </li>
            ))}
          </ul>
        )}
      </AsyncView>
      <SheetOf subject={open.value} onClose={() => (open.value = undefined)} title={palTitle}>
        {(pal) => <PalSheet pal={pal} hasName={false} />}
      </SheetOf>
    </Card>
  );
}
