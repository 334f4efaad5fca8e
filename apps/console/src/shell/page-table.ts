import {
  ALL_ROUTES,
  type AnyRouteName,
  getFleetAudit,
  getFleetEvents,
  getFleetLists,
  getFleetTokens,
  getFleetWorlds,
  type RouteShape,
  searchFleetPlayers,
} from '@palatine/contract';
import {
  Activity,
  Archive,
  Ban,
  CalendarClock,
  FileHeart,
  Flag,
  Globe,
  House,
  KeyRound,
  LayoutDashboard,
  ListChecks,
  Map as MapIcon,
  MessageSquare,
  Package,
  PawPrint,
  Scale,
  ScrollText,
  Server,
  Settings,
  Truck,
  Users,
} from 'lucide';
import type { ComponentType } from 'preact';
import type { IconShape } from '../kit/Button.tsx';
import { atFleet } from '../navigation/place.ts';
import { matchPath, type PathValues } from '../navigation/router.ts';
import { may, sessionFacts } from '../session/session.ts';
import { type Texts, texts, withTexts } from '../texts/texts.ts';

/** A page of the console. Everything that is known of it is here: sidebar, palette and keys read this. */
export interface Page {
  readonly id: keyof Texts['shell']['pages'];
  /** Below the console's base, with `:name` and `:name?` for parts. */
  readonly path: string;
  readonly section: keyof Texts['shell']['sections'];
  readonly icon: IconShape;
  readonly key?: string;
  /** The routes it cannot do without: a token that may not call one of them is not offered the page. */
  readonly needs: readonly Pick<RouteShape, 'permission'>[];
  /** Shown with a game server only. */
  readonly attachedOnly?: boolean;
  readonly load: () => Promise<{ default: ComponentType<{ values: PathValues }> }>;
}

const { alert, broadcast, sendPlayerMessage } = ALL_ROUTES;
/** Needed by the page of messages, for which one of several routes is enough. */
const SENDS = { permission: [alert, broadcast, sendPlayerMessage].flatMap(({ permission }) => permission) };

export function plainPath({ path }: Page): string {
  return path.replace(/(\/:\w+\?)+$/, '') || '/';
}

/** A page that needs all texts, at the address of its name unless `more` gives another one. */
function page(
  section: Page['section'],
  id: Page['id'],
  icon: IconShape,
  needs: readonly (AnyRouteName | Page['needs'][number])[],
  load: Page['load'],
  more: Pick<Partial<Page>, 'path' | 'key' | 'attachedOnly'> = {},
): Page {
  const routes = needs.map((route) => (typeof route === 'string' ? ALL_ROUTES[route] : route));
  return { id, path: `/${id}`, section, icon, needs: routes, load: withTexts(load), ...more };
}

const GUILDS = ['searchGuilds', 'getGuildDetails'] as const;

/** Every page of a world, in the order of the sidebar. */
export const PAGES: readonly Page[] = [
  {
    id: 'overview',
    path: '/',
    section: 'world',
    icon: LayoutDashboard,
    key: 'o',
    needs: [ALL_ROUTES.getWorld],
    load: () => import('../overview/OverviewPage.tsx'),
  },
  page('world', 'map', MapIcon, ['searchCamps'], () => import('../map/MapPage.tsx'), { key: 'm' }),
  page('world', 'players', Users, ['searchPlayers'], () => import('../players/PlayersPage.tsx'), {
    path: '/players/:uid?/:tab?',
    key: 'p',
  }),
  page('world', 'guilds', Flag, GUILDS, () => import('../guilds/GuildsPage.tsx'), {
    path: '/guilds/:id?/:tab?',
    key: 'l',
  }),
  page('world', 'bases', House, ['searchCamps', 'getCampDetails'], () => import('../bases/BasesPage.tsx'), {
    path: '/bases/:id?/:tab?',
    key: 'b',
  }),
  page('world', 'pals', PawPrint, ['searchPals', 'getPalDetails'], () => import('../pals/PalsPage.tsx'), {
    key: 'a',
  }),
  page('world', 'items', Package, ['getItemHolders'], () => import('../items/ItemsPage.tsx'), { key: 'i' }),
  page('moderation', 'bans', Ban, ['getBanlist'], () => import('../bans/BansPage.tsx'), { key: 'n' }),
  page('moderation', 'messages', MessageSquare, [SENDS], () => import('../messages/MessagesPage.tsx'), {
    key: 'c',
  }),
  page('moderation', 'whitelist', ListChecks, ['getWhitelist'], () => import('../server/WhitelistPage.tsx'), {
    attachedOnly: true,
  }),
  page('giving', 'templates', FileHeart, ['getTemplates'], () => import('../templates/FilesPage.tsx'), {
    path: '/templates/:name?',
  }),
  page('giving', 'rules', Scale, ['getImportRules'], () => import('../templates/FilesPage.tsx'), {
    path: '/rules/:name?',
  }),
  page('giving', 'deliveries', Truck, ['getDeliveries'], () => import('../server/DeliveriesPage.tsx'), {
    attachedOnly: true,
  }),
  page('operation', 'server', Server, ['getServer'], () => import('../server/ServerPage.tsx'), {
    attachedOnly: true,
  }),
  page('operation', 'audit', ScrollText, ['getAudit'], () => import('../audit/AuditPage.tsx'), { key: 'u' }),
  page('operation', 'events', CalendarClock, ['getPastEvents'], () => import('../events/EventsPage.tsx'), {
    key: 'e',
  }),
  page('operation', 'health', Activity, ['getHealthDetails'], () => import('../health/HealthPage.tsx')),
  page('operation', 'backups', Archive, ['getBackups'], () => import('../backups/BackupsPage.tsx')),
  page('operation', 'settings', Settings, ['getSettings'], () => import('../settings/SettingsPage.tsx')),
  page('operation', 'tokens', KeyRound, ['getTokens'], () => import('../tokens/TokensPage.tsx')),
];

function overFleet(id: Page['id'], changes: Partial<Page>): Page {
  return { ...(PAGES.find((page) => page.id === id) as Page), ...changes }; // an id of the table
}

/** Every page of a fleet, in the order of the sidebar. */
const FLEET_PAGES: readonly Page[] = [
  page('fleet', 'worlds', Globe, [getFleetWorlds], () => import('../fleet/worlds/WorldsPage.tsx'), {
    path: '/',
    key: 'w',
  }),
  overFleet('players', { path: '/players', section: 'fleet', needs: [searchFleetPlayers] }),
  page('fleet', 'lists', ListChecks, [getFleetLists], () => import('../fleet/lists/ListsPage.tsx'), {
    path: '/lists/:list?/:tab?',
    key: 'l',
  }),
  overFleet('audit', { needs: [getFleetAudit] }),
  overFleet('events', { needs: [getFleetEvents] }),
  overFleet('tokens', { needs: [getFleetTokens] }),
];

const PAGES_HERE = atFleet ? FLEET_PAGES : PAGES;

/** Pages that are in the bar of a narrow window itself; the others are under More. */
const IN_BAR: readonly Page['id'][] = ['overview', 'worlds', 'players', 'map', 'lists'];

/** The page of a path, with the values of its parts; undefined for an unknown path. */
export function pageAt(path: string): { page: Page; values: PathValues } | undefined {
  for (const page of PAGES_HERE) {
    const values = matchPath(page.path, path);
    if (values !== undefined) return { page, values };
  }
  return undefined;
}

/** The permission that the token lacks for a page; undefined when it may see it. */
export function missingPermission({ needs }: Page): string | undefined {
  const route = needs.find((route) => !may(route));
  if (route === undefined) return undefined;
  return typeof route.permission === 'string' ? route.permission : route.permission.join(' / ');
}

/** The pages that the token may see, in the order of the sidebar. */
export function offeredPages(): readonly Page[] {
  const attached = sessionFacts.value?.World.Kind === 'Attached';
  return PAGES_HERE.filter(
    (page) => (attached || page.attachedOnly !== true) && missingPermission(page) === undefined,
  );
}

export function pagesInBar(): readonly Page[] {
  const offered = offeredPages();
  return IN_BAR.flatMap((id) => offered.find((page) => page.id === id) ?? []);
}

/** The pages that the token may see by section; sections without pages are left out. */
export function offeredSections(): readonly { id: Page['section']; name: string; pages: readonly Page[] }[] {
  const offered = offeredPages();
  const { sections } = texts.value.shell;
  return (Object.keys(sections) as Page['section'][]) // its own keys
    .map((id) => ({ id, name: sections[id], pages: offered.filter(({ section }) => section === id) }))
    .filter(({ pages }) => pages.length > 0);
}
