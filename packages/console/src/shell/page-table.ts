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
import Activity from 'lucide/dist/esm/icons/activity.mjs';
import Archive from 'lucide/dist/esm/icons/archive.mjs';
import Ban from 'lucide/dist/esm/icons/ban.mjs';
import CalendarClock from 'lucide/dist/esm/icons/calendar-clock.mjs';
import FileHeart from 'lucide/dist/esm/icons/file-heart.mjs';
import Flag from 'lucide/dist/esm/icons/flag.mjs';
import Globe from 'lucide/dist/esm/icons/globe.mjs';
import House from 'lucide/dist/esm/icons/house.mjs';
import KeyRound from 'lucide/dist/esm/icons/key-round.mjs';
import LayoutDashboard from 'lucide/dist/esm/icons/layout-dashboard.mjs';
import ListChecks from 'lucide/dist/esm/icons/list-checks.mjs';
import MapIcon from 'lucide/dist/esm/icons/map.mjs';
import MessageSquare from 'lucide/dist/esm/icons/message-square.mjs';
import Package from 'lucide/dist/esm/icons/package.mjs';
import PawPrint from 'lucide/dist/esm/icons/paw-print.mjs';
import Scale from 'lucide/dist/esm/icons/scale.mjs';
import ScrollText from 'lucide/dist/esm/icons/scroll-text.mjs';
import Server from 'lucide/dist/esm/icons/server.mjs';
import Settings from 'lucide/dist/esm/icons/settings.mjs';
import Truck from 'lucide/dist/esm/icons/truck.mjs';
import Users from 'lucide/dist/esm/icons/users.mjs';
import { withTexts } from '../texts/texts.ts';
import { anyOf, type Page } from './pages.ts';

/** Pages of a section of the sidebar. */
function inSection(section: Page['section'], pages: readonly Omit<Page, 'section'>[]): readonly Page[] {
  return pages.map((page) => ({ ...page, section }));
}

/** Every page of a world, in the order of the sidebar. */
export const PAGES: readonly Page[] = [
  ...inSection('world', [
    {
      id: 'overview',
      path: '/',
      icon: LayoutDashboard,
      key: 'o',
      needs: [getWorld],
      load: () => import('../overview/OverviewPage.tsx'),
    },
    {
      id: 'map',
      path: '/map',
      icon: MapIcon,
      key: 'm',
      needs: [searchCamps],
      load: withTexts(() => import('../map/MapPage.tsx')),
    },
    {
      id: 'players',
      path: '/players/:uid?/:tab?',
      icon: Users,
      key: 'p',
      needs: [searchPlayers],
      load: withTexts(() => import('../players/PlayersPage.tsx')),
    },
    {
      id: 'guilds',
      path: '/guilds/:id?/:tab?',
      icon: Flag,
      key: 'l',
      needs: [searchGuilds, getGuildDetails],
      load: withTexts(() => import('../guilds/GuildsPage.tsx')),
    },
    {
      id: 'bases',
      path: '/bases/:id?/:tab?',
      icon: House,
      key: 'b',
      needs: [searchCamps, getCampDetails],
      load: withTexts(() => import('../bases/BasesPage.tsx')),
    },
    {
      id: 'pals',
      path: '/pals',
      icon: PawPrint,
      key: 'a',
      needs: [searchPals, getPalDetails],
      load: withTexts(() => import('../pals/PalsPage.tsx')),
    },
    {
      id: 'items',
      path: '/items',
      icon: Package,
      key: 'i',
      needs: [getItemHolders],
      load: withTexts(() => import('../items/ItemsPage.tsx')),
    },
  ]),
  ...inSection('moderation', [
    {
      id: 'bans',
      path: '/bans',
      icon: Ban,
      key: 'n',
      needs: [getBanlist],
      load: withTexts(() => import('../bans/BansPage.tsx')),
    },
    {
      id: 'messages',
      path: '/messages',
      icon: MessageSquare,
      key: 'c',
      needs: [anyOf(alert, broadcast, sendPlayerMessage)],
      load: withTexts(() => import('../messages/MessagesPage.tsx')),
    },
    {
      id: 'whitelist',
      path: '/whitelist',
      icon: ListChecks,
      needs: [getWhitelist],
      attachedOnly: true,
      load: withTexts(() => import('../server/WhitelistPage.tsx')),
    },
  ]),
  ...inSection('giving', [
    {
      id: 'templates',
      path: '/templates/:name?',
      icon: FileHeart,
      needs: [getTemplates],
      load: withTexts(() => import('../templates/TemplatesPage.tsx')),
    },
    {
      id: 'rules',
      path: '/rules/:name?',
      icon: Scale,
      needs: [getImportRules],
      load: withTexts(() => import('../templates/RulesPage.tsx')),
    },
    {
      id: 'deliveries',
      path: '/deliveries',
      icon: Truck,
      needs: [getDeliveries],
      attachedOnly: true,
      load: withTexts(() => import('../server/DeliveriesPage.tsx')),
    },
  ]),
  ...inSection('operation', [
    {
      id: 'server',
      path: '/server',
      icon: Server,
      needs: [getServer],
      attachedOnly: true,
      load: withTexts(() => import('../server/ServerPage.tsx')),
    },
    {
      id: 'audit',
      path: '/audit',
      icon: ScrollText,
      key: 'u',
      needs: [getAudit],
      load: withTexts(() => import('../audit/AuditPage.tsx')),
    },
    {
      id: 'events',
      path: '/events',
      icon: CalendarClock,
      key: 'e',
      needs: [getPastEvents],
      load: withTexts(() => import('../events/EventsPage.tsx')),
    },
    {
      id: 'health',
      path: '/health',
      icon: Activity,
      needs: [getHealthDetails],
      load: withTexts(() => import('../health/HealthPage.tsx')),
    },
    {
      id: 'backups',
      path: '/backups',
      icon: Archive,
      needs: [getBackups],
      load: withTexts(() => import('../backups/BackupsPage.tsx')),
    },
    {
      id: 'settings',
      path: '/settings',
      icon: Settings,
      needs: [getSettings],
      load: withTexts(() => import('../settings/SettingsPage.tsx')),
    },
    {
      id: 'tokens',
      path: '/tokens',
      icon: KeyRound,
      needs: [getTokens],
      load: withTexts(() => import('../tokens/TokensPage.tsx')),
    },
  ]),
];

/** A page of a world, over a fleet. */
function overFleet(id: Page['id'], other: Partial<Page>): Page {
  return { ...(PAGES.find((page) => page.id === id) as Page), ...other }; // an id of the table
}

/** Every page of a fleet, in the order of the sidebar. */
export const FLEET_PAGES: readonly Page[] = [
  {
    id: 'worlds',
    path: '/',
    section: 'fleet',
    icon: Globe,
    key: 'w',
    needs: [getFleetWorlds],
    load: withTexts(() => import('../fleet/worlds/WorldsPage.tsx')),
  },
  overFleet('players', { path: '/players', section: 'fleet', needs: [searchFleetPlayers] }),
  {
    id: 'lists',
    path: '/lists/:list?/:tab?',
    section: 'fleet',
    icon: ListChecks,
    key: 'l',
    needs: [getFleetLists],
    load: withTexts(() => import('../fleet/lists/ListsPage.tsx')),
  },
  overFleet('audit', { needs: [getFleetAudit] }),
  overFleet('events', { needs: [getFleetEvents] }),
  overFleet('tokens', { needs: [getFleetTokens] }),
];
