import {
  alert,
  broadcast,
  getAudit,
  getBackups,
  getBanlist,
  getCampDetails,
  getDeliveries,
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

/** Every page, in the order of the sidebar. */
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
  {
    id: 'map',
    path: '/map',
    section: 'world',
    icon: MapIcon,
    key: 'm',
    needs: [searchCamps],
    load: withTexts(() => import('../map/MapPage.tsx')),
  },
  {
    id: 'players',
    path: '/players/:uid?/:tab?',
    section: 'world',
    icon: Users,
    key: 'p',
    needs: [searchPlayers],
    load: withTexts(() => import('../players/PlayersPage.tsx')),
  },
  {
    id: 'guilds',
    path: '/guilds/:id?/:tab?',
    section: 'world',
    icon: Flag,
    key: 'l',
    needs: [searchGuilds, getGuildDetails],
    load: withTexts(() => import('../guilds/GuildsPage.tsx')),
  },
  {
    id: 'bases',
    path: '/bases/:id?/:tab?',
    section: 'world',
    icon: House,
    key: 'b',
    needs: [searchCamps, getCampDetails],
    load: withTexts(() => import('../bases/BasesPage.tsx')),
  },
  {
    id: 'pals',
    path: '/pals',
    section: 'world',
    icon: PawPrint,
    key: 'a',
    needs: [searchPals, getPalDetails],
    load: withTexts(() => import('../pals/PalsPage.tsx')),
  },
  {
    id: 'items',
    path: '/items',
    section: 'world',
    icon: Package,
    key: 'i',
    needs: [getItemHolders],
    load: withTexts(() => import('../items/ItemsPage.tsx')),
  },
  {
    id: 'bans',
    path: '/bans',
    section: 'moderation',
    icon: Ban,
    key: 'n',
    needs: [getBanlist],
    load: withTexts(() => import('../bans/BansPage.tsx')),
  },
  {
    id: 'messages',
    path: '/messages',
    section: 'moderation',
    icon: MessageSquare,
    key: 'c',
    needs: [anyOf(alert, broadcast, sendPlayerMessage)],
    load: withTexts(() => import('../messages/MessagesPage.tsx')),
  },
  {
    id: 'whitelist',
    path: '/whitelist',
    section: 'moderation',
    icon: ListChecks,
    needs: [getWhitelist],
    attachedOnly: true,
    load: withTexts(() => import('../server/WhitelistPage.tsx')),
  },
  {
    id: 'templates',
    path: '/templates/:name?',
    section: 'giving',
    icon: FileHeart,
    needs: [getTemplates],
    load: withTexts(() => import('../templates/TemplatesPage.tsx')),
  },
  {
    id: 'rules',
    path: '/rules/:name?',
    section: 'giving',
    icon: Scale,
    needs: [getImportRules],
    load: withTexts(() => import('../templates/RulesPage.tsx')),
  },
  {
    id: 'deliveries',
    path: '/deliveries',
    section: 'giving',
    icon: Truck,
    needs: [getDeliveries],
    attachedOnly: true,
    load: withTexts(() => import('../server/DeliveriesPage.tsx')),
  },
  {
    id: 'server',
    path: '/server',
    section: 'operation',
    icon: Server,
    needs: [getServer],
    attachedOnly: true,
    load: withTexts(() => import('../server/ServerPage.tsx')),
  },
  {
    id: 'audit',
    path: '/audit',
    section: 'operation',
    icon: ScrollText,
    key: 'u',
    needs: [getAudit],
    load: withTexts(() => import('../audit/AuditPage.tsx')),
  },
  {
    id: 'events',
    path: '/events',
    section: 'operation',
    icon: CalendarClock,
    key: 'e',
    needs: [getPastEvents],
    load: withTexts(() => import('../events/EventsPage.tsx')),
  },
  {
    id: 'health',
    path: '/health',
    section: 'operation',
    icon: Activity,
    needs: [getHealthDetails],
    load: withTexts(() => import('../health/HealthPage.tsx')),
  },
  {
    id: 'backups',
    path: '/backups',
    section: 'operation',
    icon: Archive,
    needs: [getBackups],
    load: withTexts(() => import('../backups/BackupsPage.tsx')),
  },
  {
    id: 'settings',
    path: '/settings',
    section: 'operation',
    icon: Settings,
    needs: [getSettings],
    load: withTexts(() => import('../settings/SettingsPage.tsx')),
  },
  {
    id: 'tokens',
    path: '/tokens',
    section: 'operation',
    icon: KeyRound,
    needs: [getTokens],
    load: withTexts(() => import('../tokens/TokensPage.tsx')),
  },
];
