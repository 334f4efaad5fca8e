import {
  getPastEvents,
  getPlayerPals,
  type PalRow,
  type PlayerDetails,
  searchCamps,
} from '@palatine/contract';
import { useSignal } from '@preact/signals';
import { formatDuration, formatNumber, formatPlace, formatWorldPlace, mapHref } from '../../data/format.ts';
import { playersOf } from '../../data/live.ts';
import { useRefreshOn, useResource } from '../../data/use-resource.ts';
import { EventGroups } from '../../events/EventLine.tsx';
import { groupEvents } from '../../events/events.ts';
import { MiniMap } from '../../ground/MiniMap.tsx';
import { assign } from '../../kit/assign.ts';
import { Card, Columns, Facts, Tile, Tiles } from '../../kit/Layout.tsx';
import { SheetOf } from '../../kit/Sheet.tsx';
import { hrefOf } from '../../navigation/router.ts';
import { EmptyPalSlot, PalCard, palTitle } from '../../pals/PalCard.tsx';
import { PalSheet } from '../../pals/PalSheet.tsx';
import { client, may } from '../../session/session.ts';
import { texts } from '../../texts/texts.ts';
import { AsyncView } from '../../views/AsyncView.tsx';
import { Unknown } from '../../views/Values.tsx';
import { LastSessions } from './LastSessions.tsx';
import { bossTally, captureTally, ExpBar, statusPointLines } from './progress.tsx';

export function OverviewTab({ details }: { details: PlayerDetails }) {
  const text = texts.value.player;
  const { Player, HP, MaxHP, StatusPoints, UnusedStatusPoints } = details;
  const uid = Player.Uid;
  const progress = useResource((signal) => client().getPlayerProgress({ params: { uid }, signal }), [uid]);
  const value = progress.value.value;
  const bosses = value === undefined ? undefined : bossTally(value);
  const captures = value === undefined ? undefined : captureTally(value);
  const points = value?.Currencies;
  const part = (tab: string) => hrefOf(`/players/${uid}/${tab}`);
  return (
    <>
      <Tiles>
        <Tile
          label={text.tiles.pals}
          value={Player.PalCount === undefined ? <Unknown /> : formatNumber(Player.PalCount)}
          href={part('pals')}
        />
        <Tile
          label={text.tiles.species}
          value={captures === undefined ? <Unknown /> : formatNumber(captures.species)}
          note={captures && text.caught(formatNumber(captures.caught))}
          href={part('progress')}
        />
        <Tile
          label={text.tiles.towers}
          value={
            bosses === undefined ? <Unknown /> : text.of(formatNumber(bosses.done), formatNumber(bosses.all))
          }
          href={part('progress')}
        />
        <Tile
          label={text.tiles.technologyPoints}
          value={points === undefined ? <Unknown /> : formatNumber(points.technologyPoints)}
          note={points && text.ancient(formatNumber(points.ancientTechnologyPoints))}
          href={part('technologies')}
        />
        <Tile
          label={texts.value.players.columns.playtime}
          value={
            Player.PlaytimeSeconds === undefined ? <Unknown /> : formatDuration(Player.PlaytimeSeconds * 1000)
          }
          note={text.sinceRecorded}
          href={part('history')}
        />
      </Tiles>
      {may(getPlayerPals) && <Team uid={uid} />}
      <Columns>
        <Card title={text.facts}>
          <Facts
            of={[
              [text.exp, <ExpBar key="exp" details={details} />],
              [
                text.hp,
                HP === undefined ? (
                  <Unknown key="hp" />
                ) : MaxHP === undefined ? (
                  formatNumber(HP)
                ) : (
                  text.hpOf(formatNumber(HP), formatNumber(MaxHP))
                ),
              ],
              [
                text.place,
                Player.Place === undefined ? (
                  <Unknown key="place" />
                ) : (
                  <span key="place">
                    <a href={mapHref(Player.Place)}>{formatPlace(Player.Place)}</a>{' '}
                    <span class="faint mono">{formatWorldPlace(Player.Place)}</span>
                  </span>
                ),
              ],
              [
                text.unusedPoints,
                UnusedStatusPoints === undefined ? undefined : formatNumber(UnusedStatusPoints),
              ],
              ...statusPointLines(StatusPoints ?? {}, text),
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
  const events = useResource(
    async (signal) => {
      const query = { Player: uid, Limit: LAST };
      return groupEvents((await client().getPastEvents({ query, signal })).Entries);
    },
    [uid],
  );
  useRefreshOn(events, (event) => playersOf(event).includes(uid));
  return (
    <Card title={text.lastEvents} flush>
      <AsyncView of={events} rows={4} empty={text.noEvents}>
        {(groups) => <EventGroups of={groups} />}
      </AsyncView>
    </Card>
  );
}

/** More bases than a guild can have. */
const MAX_BASES = 100;

/** Where a player is or was last, with the bases of their guild; nothing where the world knows no place. */
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
  if (Place === undefined) return null;
  const bases = (camps.value.value ?? []).map((camp) => ({
    x: camp.Place.X,
    y: camp.Place.Y,
    guildId: camp.GuildId,
    areaCm: camp.AreaRangeCm,
  }));
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

function Team({ uid }: { uid: string }) {
  const text = texts.value.player;
  const open = useSignal<PalRow | undefined>(undefined);
  const team = useResource(
    (signal) => client().getPlayerPals({ params: { uid }, query: { Box: 'Team' }, signal }),
    [uid],
  );
  useRefreshOn(team, (event) => playersOf(event).includes(uid));
  return (
    <Card title={text.team}>
      <AsyncView of={team} rows={1} unknown={({ Known }) => (Known ? undefined : text.unknownPals)}>
        {({ Rows = [], PageSlots = 5 }) => (
          <ul class="team">
            {Array.from({ length: PageSlots }, (_, at) => {
              const pal = Rows.find(({ Place }) => Place.Slot === at);
              return (
                <li key={at}>
                  {pal === undefined ? (
                    <EmptyPalSlot />
                  ) : (
                    <PalCard pal={pal} onOpen={() => assign(open, pal)} />
                  )}
                </li>
              );
            })}
          </ul>
        )}
      </AsyncView>
      <SheetOf of={open.value} onClose={() => assign(open, undefined)} title={palTitle}>
        {(pal) => <PalSheet pal={pal} hasName={false} />}
      </SheetOf>
    </Card>
  );
}
