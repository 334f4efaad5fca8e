import type { JSX } from 'preact';
import { nowMs } from '../data/clock.ts';
import {
  formatDateTime,
  formatDuration,
  formatList,
  formatNumber,
  formatPlace,
  formatShownPlace,
} from '../data/format.ts';
import { givenGuildName } from '../data/guild-name.ts';
import { LookAlikeMark } from '../faces/LookAlikeMark.tsx';
import { mapHref } from '../faces/map-href.ts';
import { Name } from '../faces/Name.tsx';
import { Status } from '../faces/Status.tsx';
import { Time } from '../faces/Time.tsx';
import { Unknown } from '../faces/Unknown.tsx';
import { visibleText } from '../faces/visible-text.ts';
import { PlayerSeal } from '../glyphs/PlayerSeal.tsx';
import { atFleet } from '../navigation/place.ts';
import type { Column } from '../table/column.ts';
import { type Texts, texts } from '../texts/texts.ts';
import { hrefIn } from '../worlds/fleet-worlds.ts';
import { WorldOf } from '../worlds/WorldColumn.tsx';
import { Platform } from './Platform.tsx';
import { PlayerGuild } from './PlayerGuild.tsx';
import type { Player } from './player-query.ts';

/** What the gateway of a fleet knows of players. */
const OF_FLEET = ['name', 'status', 'level', 'guild', 'lastSeen', 'platform', 'uid', 'userId'];

/**
 * The columns of the list of players. Over a fleet they have a world, and the order of the search.
 * @param maySeePrivate whether the token may read UserIds and addresses
 * @param showsPrivate whether they are shown: others may see the screen
 */
export function playerColumns(maySeePrivate: boolean, showsPrivate: boolean): Column<Player>[] {
  const text = texts.value.players;
  const { columns } = text;
  const all: Column<Player>[] = [
    {
      id: 'name',
      text: columns.name,
      minPx: 180,
      grow: 1.2,
      sort: 'Name',
      fixed: true,
      csv: ({ Name }) => Name,
      cell: ({ Uid, Name: name, Platform: platform, Banned, World, FormerNames = [] }) => (
        <span class="player-name">
          <PlayerSeal uid={Uid} name={name} size={24} />
          <span class="player-name-text">
            {World === undefined ? (
              <Name text={name} />
            ) : (
              <a href={hrefIn(World, `/players/${Uid}`)}>
                <Name text={name} />
              </a>
            )}
            {FormerNames.length > 0 && <span class="faint"> {formerly(FormerNames)}</span>}
          </span>
          <LookAlikeMark name={name} />
          <Platform name={platform} />
          {Banned && <span class="chip danger">{text.banned}</span>}
        </span>
      ),
    },
    {
      id: 'status',
      text: columns.status,
      minPx: 140,
      grow: 0.6,
      sort: 'Online',
      csv: ({ Online }) => (Online ? text.online : text.offline),
      cell: ({ Online, Since }) =>
        Online ? (
          <Status tone="ok">
            {text.online}
            {Since !== undefined && <OnlineFor since={Since} />}
          </Status>
        ) : (
          <Status tone="off">{text.offline}</Status>
        ),
    },
    {
      id: 'level',
      text: columns.level,
      minPx: 62,
      sort: 'Level',
      align: 'end',
      csv: ({ Level }) => Level,
      cell: ({ Level }) => number(Level),
    },
    {
      id: 'guild',
      text: columns.guild,
      minPx: 160,
      grow: 2.2,
      sort: 'Guild',
      csv: ({ GuildName }) => givenGuildName(GuildName),
      cell: (row) => <PlayerGuild row={row} />,
    },
    {
      id: 'pals',
      text: columns.pals,
      minPx: 62,
      sort: 'PalCount',
      align: 'end',
      csv: ({ PalCount }) => PalCount,
      cell: ({ PalCount }) => number(PalCount),
    },
    {
      id: 'lastSeen',
      text: columns.lastSeen,
      minPx: 118,
      grow: 0.6,
      sort: 'LastSeen',
      csv: ({ LastSeen }) => LastSeen ?? '',
      cell: ({ Online, LastSeen }) =>
        Online ? <span class="quiet">{text.now}</span> : <Time at={LastSeen} />,
    },
    {
      id: 'playtime',
      text: columns.playtime,
      minPx: 108,
      grow: 0.4,
      sort: 'Playtime',
      align: 'end',
      csv: ({ PlaytimeSeconds }) => PlaytimeSeconds,
      cell: ({ PlaytimeSeconds }) =>
        PlaytimeSeconds === undefined ? <Unknown /> : formatDuration(PlaytimeSeconds * 1000),
    },
    {
      id: 'place',
      text: columns.place,
      minPx: 96,
      grow: 0.5,
      sort: 'Place',
      csv: ({ Place }) => (Place === undefined ? '' : formatPlace(Place)),
      cell: ({ Place }) => <PlaceLink place={Place} />,
    },
    {
      id: 'platform',
      text: columns.platform,
      minPx: 100,
      sort: 'Platform',
      extra: true,
      csv: ({ Platform: name }) => name,
      cell: ({ Platform: name }) => name || <Unknown />,
    },
    {
      id: 'uid',
      text: columns.uid,
      minPx: 300,
      extra: true,
      csv: ({ Uid }) => Uid,
      cell: ({ Uid }) => <code>{Uid}</code>,
    },
  ];
  const allowed = maySeePrivate ? [...all, ...privateColumns(columns, showsPrivate)] : all;
  if (!atFleet) return allowed;
  const known = allowed.filter(({ id }) => OF_FLEET.includes(id)).map(({ sort: _, ...column }) => column);
  return known.toSpliced(1, 0, {
    id: 'world',
    text: texts.value.worlds.name,
    minPx: 140,
    grow: 1,
    csv: ({ WorldName }) => WorldName,
    cell: (row) => <WorldOf row={row} />,
  });
}

function formerly(names: readonly string[]): string {
  return texts.value.fleetPlayers.formerly(formatList(names.map((name) => visibleText(name))));
}

function number(value: number | undefined): JSX.Element | string {
  return value === undefined ? <Unknown /> : formatNumber(value);
}

const MINUTE_MS = 60_000;

/** How long a session has lasted, in whole minutes after the first. */
function OnlineFor({ since }: { since: string }) {
  const ms = Math.max(0, nowMs.value - Date.parse(since));
  return (
    <time class="faint" dateTime={since} title={formatDateTime(Date.parse(since))}>
      {formatDuration(ms < MINUTE_MS ? ms : Math.floor(ms / MINUTE_MS) * MINUTE_MS)}
    </time>
  );
}

/** The place of a player in a list, with a way to it on the map. */
function PlaceLink({ place }: { place: Player['Place'] }) {
  if (place === undefined) return <Unknown />;
  return (
    // The menu of the row leads there too, so that Tab need not stop at each place.
    <a class="mono" href={mapHref(place)} tabIndex={-1}>
      {formatShownPlace(place)}
    </a>
  );
}

/**
 * The columns that name the person behind a player. `shown` false hides what they say: others may see the screen.
 */
function privateColumns(text: Texts['players']['columns'], shown: boolean): Column<Player>[] {
  const cell = (value: string | undefined) =>
    !value ? <Unknown /> : shown ? <code title={value}>{value}</code> : <span class="faint">•••••</span>;
  return [
    {
      id: 'userId',
      text: text.userId,
      minPx: 88,
      grow: 0.8,
      sort: 'UserId',
      csv: ({ UserId }) => UserId,
      cell: ({ UserId }) => cell(UserId),
    },
    {
      id: 'address',
      text: text.address,
      minPx: 88,
      grow: 0.6,
      sort: 'IP',
      csv: ({ IP }) => IP,
      cell: ({ IP }) => cell(IP),
    },
  ];
}
