import {
  alert,
  broadcast,
  getAudit,
  getBackups,
  getBanlist,
  getCampDetails,
  getDeliveries,
  getFleetAudit,
  getFleetEvents,
  getFleetLists,
  getFleetTokens,
  getFleetWorlds,
  getGuildDetails,
  getHealthDetails,
  getImportRules,
  getItemHolders,
  getPalDetails,
  getPastEvents,
  getServer,
  getSettings,
  getTemplates,
  getTokens,
  getWhitelist,
  getWorld,
  searchCamps,
  searchFleetPlayers,
  searchGuilds,
  searchPals,
  searchPlayers,
  sendPlayerMessage,
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
import type { IconShape } from '../kit/Icon.tsx';
import { atFleet } from '../navigation/place.ts';
import { matchPath, type PathValues } from '../navigation/router.ts';
import { may, sessionFacts } from '../session/session.ts';
import { texts, withTexts } from '../texts/texts.ts';
import { anyOf, type Page } from './pages.ts';

/** A page that needs all texts, at the address of its name unless `more` gives another one. */
function page(
  section: Page['section'],
  id: Page['id'],
  icon: IconShape,
  needs: Page['needs'],
  load: Page['load'],
  more: Pick<Partial<Page>, 'path' | 'key' | 'attachedOnly'> = {},
): Page {
  return { id, path: `/${id}`, section, icon, needs, load: withTexts(load), ...more };
}

/** Every page of a world, in the order of the sidebar. */
export const PAGES: readonly Page[] = [
  {
    id: 'overview',
    path: '/',
    section: 'world',
    icon: LayoutDashboard,
    key: 'o',
    needs: [getWorld],
    load: () => import('../overview/OverviewPage.tsx'),
  },
  page('world', 'map', MapIcon, [searchCamps], () => import('../map/MapPage.tsx'), { key: 'm' }),
  page('world', 'players', Users, [searchPlayers], () => import('../players/PlayersPage.tsx'), {
    path: '/players/:uid?/:tab?',
    key: 'p',
  }),
  page('world', 'guilds', Flag, [searchGuilds, getGuildDetails], () => import('../guilds/GuildsPage.tsx'), {
    path: '/guilds/:id?/:tab?',
    key: 'l',
  }),
  page('world', 'bases', House, [searchCamps, getCampDetails], () => import('../bases/BasesPage.tsx'), {
    path: '/bases/:id?/:tab?',
    key: 'b',
  }),
  page('world', 'pals', PawPrint, [searchPals, getPalDetails], () => import('../pals/PalsPage.tsx'), {
    key: 'a',
  }),
  page('world', 'items', Package, [getItemHolders], () => import('../items/ItemsPage.tsx'), { key: 'i' }),
  page('moderation', 'bans', Ban, [getBanlist], () => import('../bans/BansPage.tsx'), { key: 'n' }),
  page(
    'moderation',
    'messages',
    MessageSquare,
    [anyOf(alert, broadcast, sendPlayerMessage)],
    () => import('../messages/MessagesPage.tsx'),
    { key: 'c' },
  ),
  page('moderation', 'whitelist', ListChecks, [getWhitelist], () => import('../server/WhitelistPage.tsx'), {
    attachedOnly: true,
  }),
  page('giving', 'templates', FileHeart, [getTemplates], () => import('../templates/TemplatesPage.tsx'), {
    path: '/templates/:name?',
  }),
  page('giving', 'rules', Scale, [getImportRules], () => import('../templates/RulesPage.tsx'), {
    path: '/rules/:name?',
  }),
  page('giving', 'deliveries', Truck, [getDeliveries], () => import('../server/DeliveriesPage.tsx'), {
    attachedOnly: true,
  }),
  page('operation', 'server', Server, [getServer], () => import('../server/ServerPage.tsx'), {
    attachedOnly: true,
  }),
  page('operation', 'audit', ScrollText, [getAudit], () => import('../audit/AuditPage.tsx'), { key: 'u' }),
  page('operation', 'events', CalendarClock, [getPastEvents], () => import('../events/EventsPage.tsx'), {
    key: 'e',
  }),
  page('operation', 'health', Activity, [getHealthDetails], () => import('../health/HealthPage.tsx')),
  page('operation', 'backups', Archive, [getBackups], () => import('../backups/BackupsPage.tsx')),
  page('operation', 'settings', Settings, [getSettings], () => import('../settings/SettingsPage.tsx')),
  page('operation', 'tokens', KeyRound, [getTokens], () => import('../tokens/TokensPage.tsx')),
];

function overFleet(id: Page['id'], other: Partial<Page>): Page {
  return { ...(PAGES.find((each) => each.id === id) as Page), ...other }; // an id of the table
}

/** Every page of a fleet, in the order of the sidebar. */
export const FLEET_PAGES: readonly Page[] = [
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
  const route = needs.find((each) => !may(each));
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
