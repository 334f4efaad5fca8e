import type { PlayerRow } from '@palatine/contract';
import { Gamepad2, Laptop, Monitor } from 'lucide';
import { nowMs } from '../data/clock.ts';
import {
  formatDateTime,
  formatDuration,
  formatList,
  formatPlace,
  formatShownPlace,
  mapHref,
} from '../data/format.ts';
import { givenGuildName } from '../data/guilds.ts';
import { PlayerSeal } from '../glyphs/Seals.tsx';
import { PAL_MARKS } from '../glyphs/shapes.ts';
import { Icon, type IconShape } from '../kit/Icon.tsx';
import { atFleet } from '../navigation/place.ts';
import { type Column, codes, column, count, moments } from '../table/column.tsx';
import { type Texts, texts } from '../texts/texts.ts';
import { GuildName } from '../views/GuildName.tsx';
import { LookAlikeMark, Name, Status, Time, Unknown } from '../views/Values.tsx';
import { visibleText } from '../views/visible-text.ts';
import { hrefIn } from '../worlds/fleet-worlds.ts';
import { WorldOf } from '../worlds/WorldColumn.tsx';
import type { Player } from './player-query.ts';

/** Columns for which the gateway of a fleet has values. */
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
    column('name', columns.name, ({ Name: name }) => name, {
      minPx: 180,
      grow: 1.2,
      sort: 'Name',
      fixed: true,
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
    }),
    column('status', columns.status, ({ Online }) => (Online ? text.online : text.offline), {
      minPx: 140,
      grow: 0.6,
      sort: 'Online',
      cell: ({ Online, Since }) =>
        Online ? (
          <Status tone="ok">
            {text.online}
            {Since !== undefined && <OnlineFor since={Since} />}
          </Status>
        ) : (
          <Status tone="off">{text.offline}</Status>
        ),
    }),
    count('level', columns.level, ({ Level }) => Level, { sort: 'Level', minPx: 62 }),
    column('guild', columns.guild, (row) => givenGuildName(row.GuildName), {
      minPx: 160,
      grow: 2.2,
      sort: 'Guild',
      cell: (row) => <PlayerGuild row={row} />,
    }),
    count('pals', columns.pals, ({ PalCount }) => PalCount, { sort: 'PalCount', minPx: 62 }),
    moments('lastSeen', columns.lastSeen, ({ LastSeen }) => LastSeen, {
      minPx: 118,
      grow: 0.6,
      sort: 'LastSeen',
      cell: ({ Online, LastSeen }) =>
        Online ? <span class="quiet">{text.now}</span> : <Time at={LastSeen} />,
    }),
    count('playtime', columns.playtime, ({ PlaytimeSeconds }) => PlaytimeSeconds, {
      sort: 'Playtime',
      minPx: 108,
      grow: 0.4,
      cell: ({ PlaytimeSeconds }) =>
        PlaytimeSeconds === undefined ? <Unknown /> : formatDuration(PlaytimeSeconds * 1000),
    }),
    column('place', columns.place, ({ Place }) => Place && formatPlace(Place), {
      minPx: 96,
      grow: 0.5,
      sort: 'Place',
      cell: ({ Place }) => <PlaceLink place={Place} />,
    }),
    column('platform', columns.platform, ({ Platform: name }) => name, {
      minPx: 100,
      sort: 'Platform',
      extra: true,
      cell: ({ Platform: name }) => name || <Unknown />,
    }),
    codes('uid', columns.uid, ({ Uid }) => Uid, { minPx: 300, extra: true }),
  ];
  const allowed = maySeePrivate ? [...all, ...privateColumns(columns, showsPrivate)] : all;
  if (!atFleet) return allowed;
  const ofFleet = allowed.filter(({ id }) => OF_FLEET.includes(id)).map(({ sort: _, ...column }) => column);
  const look = { minPx: 140, grow: 1, cell: (row: Player) => <WorldOf row={row} /> };
  const world = column('world', texts.value.worlds.name, (row: Player) => row.WorldName, look);
  return ofFleet.toSpliced(1, 0, world);
}

function formerly(names: readonly string[]): string {
  return texts.value.players.ofFleet.formerly(formatList(names.map((name) => visibleText(name))));
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
function privateColumns(text: Texts['players']['columns'], isShown: boolean): Column<Player>[] {
  const cell = (value: string | undefined) =>
    !value ? <Unknown /> : isShown ? <code title={value}>{value}</code> : <span class="faint">•••••</span>;
  return [
    column('userId', text.userId, ({ UserId }) => UserId, {
      minPx: 88,
      grow: 0.8,
      sort: 'UserId',
      cell: ({ UserId }) => cell(UserId),
    }),
    column('address', text.address, ({ IP }) => IP, {
      minPx: 88,
      grow: 0.6,
      sort: 'IP',
      cell: ({ IP }) => cell(IP),
    }),
  ];
}

/** The guild of a player, and whether they are its head; `bare` leaves that out. */
export function PlayerGuild({ row, bare = false }: { row: PlayerRow; bare?: boolean }) {
  const text = texts.value.players;
  const { GuildId, GuildName: name = '', GuildHead, Role } = row;
  if (GuildId === undefined)
    return name === '' ? <span class="faint">{text.noGuild}</span> : <Name text={name} />;
  return (
    <span class="player-guild">
      <GuildName id={GuildId} name={name} head={GuildHead} />
      {Role === 1 && !bare && (
        <span class="guild-head" title={text.head}>
          <Icon shape={PAL_MARKS.alpha} size={14} />
          <span class="spoken">{text.head}</span>
        </span>
      )}
    </span>
  );
}

const ICONS: Readonly<Record<string, IconShape>> = {
  Steam: Monitor,
  Xbox: Gamepad2,
  PS5: Gamepad2,
  Mac: Laptop,
};

/** The platform of a player, as a small icon with a word for screen readers; nothing where it is not known. */
export function Platform({ name }: { name: string }) {
  const shape = Object.hasOwn(ICONS, name) ? ICONS[name] : undefined;
  if (shape === undefined) return null;
  return (
    <span class="faint" title={name}>
      <Icon shape={shape} size={14} />
      <span class="spoken">{name}</span>
    </span>
  );
}
