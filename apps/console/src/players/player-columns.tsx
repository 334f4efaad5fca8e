import type { PlayerRow } from '@palatine/contract';
import { Copy, Gamepad2, Laptop, MapPin, Monitor, UserRound } from 'lucide';
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
import { Icon, type IconShape } from '../kit/Button.tsx';
import type { MenuAction, MenuGroup } from '../kit/Menu.tsx';
import { atFleet } from '../navigation/place.ts';
import { address, hrefOf } from '../navigation/router.ts';
import { type Column, codes, column, count, moments } from '../table/column.tsx';
import { type Texts, texts } from '../texts/texts.ts';
import { announce } from '../views/announce.ts';
import { copyText } from '../views/clipboard.ts';
import { GuildName } from '../views/GuildName.tsx';
import { known, LookAlikeMark, Masked, Name, NameLink, Status, Time, Unknown } from '../views/Values.tsx';
import { visibleText } from '../views/visible-text.ts';
import { hrefIn, WorldOf } from '../worlds/WorldColumn.tsx';
import type { Player } from './player-query.ts';

/** Columns for which the gateway of a fleet has values. */
const OF_FLEET = ['name', 'status', 'level', 'guild', 'lastSeen', 'platform', 'uid', 'userId'];

/**
 * The columns of the list of players. Over a fleet they have a world, and the order of the search.
 * @param maySeePrivate whether the token may read UserIds and addresses
 */
export function playerColumns(maySeePrivate: boolean): Column<Player>[] {
  const text = texts.value.players;
  const { columns } = text;
  const all: Column<Player>[] = [
    column('name', columns.name, ({ Name: name }) => name, {
      minPx: 180,
      grow: 1.2,
      sort: 'Name',
      fixed: true,
      cell: ({ Uid, Name: name, Platform: platform, Banned, World, FormerNames = [] }) => (
        <span class="row">
          <PlayerSeal uid={Uid} name={name} size={24} />
          <span class="truncate">
            {World === undefined ? (
              <Name text={name} />
            ) : (
              <NameLink href={hrefIn(World, `/players/${Uid}`)} text={name} />
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
            {Since !== undefined && (
              <time class="faint" dateTime={Since} title={formatDateTime(Date.parse(Since))}>
                {formatSince(Since)}
              </time>
            )}
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
        Online ? <span class="quiet">{texts.value.views.now}</span> : <Time at={LastSeen} />,
    }),
    count('playtime', columns.playtime, ({ PlaytimeSeconds }) => PlaytimeSeconds, {
      sort: 'Playtime',
      minPx: 108,
      grow: 0.4,
      cell: ({ PlaytimeSeconds }) => known(PlaytimeSeconds, (seconds) => formatDuration(seconds * 1000)),
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
  const allowed = maySeePrivate ? [...all, ...privateColumns(columns)] : all;
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
export function formatSince(since: string): string {
  const ms = Math.max(0, nowMs.value - Date.parse(since));
  return formatDuration(ms < MINUTE_MS ? ms : Math.floor(ms / MINUTE_MS) * MINUTE_MS);
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

/** The columns that identify the person behind a player, hidden until asked for. */
function privateColumns(text: Texts['players']['columns']): Column<Player>[] {
  const masked = (id: 'userId' | 'address', name: 'UserId' | 'IP') =>
    column(id, text[id], (row: Player) => row[name], {
      minPx: 190,
      sort: name,
      extra: true,
      cell: (row: Player) => <Masked text={row[name]} what={text[id]} />,
    });
  return [masked('userId', 'UserId'), masked('address', 'IP')];
}

/** The guild of a player, and whether they are its head; `bare` leaves that out. */
export function PlayerGuild({ row, bare = false }: { row: PlayerRow; bare?: boolean }) {
  const text = texts.value.players;
  const { GuildId, GuildName: name = '', GuildHead, Role } = row;
  if (GuildId === undefined)
    return name === '' ? <span class="faint">{text.noGuild}</span> : <Name text={name} />;
  return (
    <span class="guild-name">
      <GuildName id={GuildId} name={name} head={GuildHead} />
      {Role === 1 && !bare && (
        <span class="toned warn" title={text.head}>
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

/** The entries in the menu of a player beside actions: places to look at, and ids. */
export function playerMenu(row: PlayerRow, text: Texts['players']): MenuGroup[] {
  const { Uid, UserId, IP, Place, GuildId } = row;
  const look: MenuAction[] = [
    {
      id: 'open',
      text: text.open,
      icon: UserRound,
      href: hrefOf(`/players/${Uid}`, Object.fromEntries(address.value.query)),
    },
    {
      id: 'map',
      text: text.onMap,
      icon: MapPin,
      ...(Place === undefined ? { blocked: text.placeUnknown } : { href: mapHref(Place) }),
    },
  ];
  if (GuildId !== undefined)
    look.push({ id: 'guild', text: text.openGuild, href: hrefOf(`/guilds/${GuildId}`) });
  const ids = [copying('uid', text.columns.uid, Uid)];
  if (UserId) ids.push(copying('userId', text.columns.userId, UserId));
  if (IP) ids.push(copying('address', text.columns.address, IP));
  return [
    { id: 'look', items: look },
    { id: 'ids', items: ids },
  ];

  function copying(id: string, what: string, value: string): MenuAction {
    return {
      id,
      text: text.copy(what),
      icon: Copy,
      run: () => void copyText(value).then((copied) => copied && announce(text.copied(what))),
    };
  }
}
