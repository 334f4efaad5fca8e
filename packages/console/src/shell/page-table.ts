import {
  alert,
  broadcast,
  getBanlist,
  getHealthDetails,
  getImportRules,
  getTemplates,
  getTokens,
  getWorld,
  searchCamps,
  searchPlayers,
  sendPlayerMessage,
} from '@palatine/contract';
import Activity from 'lucide/dist/esm/icons/activity.mjs';
import Ban from 'lucide/dist/esm/icons/ban.mjs';
import FileHeart from 'lucide/dist/esm/icons/file-heart.mjs';
import KeyRound from 'lucide/dist/esm/icons/key-round.mjs';
import LayoutDashboard from 'lucide/dist/esm/icons/layout-dashboard.mjs';
import MapIcon from 'lucide/dist/esm/icons/map.mjs';
import MessageSquare from 'lucide/dist/esm/icons/message-square.mjs';
import Scale from 'lucide/dist/esm/icons/scale.mjs';
import Users from 'lucide/dist/esm/icons/users.mjs';
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
    load: () => import('../map/MapPage.tsx'),
  },
  {
    id: 'players',
    path: '/players/:uid?/:tab?',
    section: 'world',
    icon: Users,
    key: 'p',
    needs: [searchPlayers],
    load: () => import('../players/PlayersPage.tsx'),
  },
  {
    id: 'bans',
    path: '/bans',
    section: 'moderation',
    icon: Ban,
    key: 'n',
    needs: [getBanlist],
    load: () => import('../bans/BansPage.tsx'),
  },
  {
    id: 'messages',
    path: '/messages',
    section: 'moderation',
    icon: MessageSquare,
    key: 'c',
    needs: [anyOf(alert, broadcast, sendPlayerMessage)],
    load: () => import('../messages/MessagesPage.tsx'),
  },
  {
    id: 'templates',
    path: '/templates/:name?',
    section: 'giving',
    icon: FileHeart,
    needs: [getTemplates],
    load: () => import('../templates/TemplatesPage.tsx'),
  },
  {
    id: 'rules',
    path: '/rules/:name?',
    section: 'giving',
    icon: Scale,
    needs: [getImportRules],
    load: () => import('../templates/RulesPage.tsx'),
  },
  {
    id: 'health',
    path: '/health',
    section: 'operation',
    icon: Activity,
    needs: [getHealthDetails],
    load: () => import('../health/HealthPage.tsx'),
  },
  {
    id: 'tokens',
    path: '/tokens',
    section: 'operation',
    icon: KeyRound,
    needs: [getTokens],
    load: () => import('../tokens/TokensPage.tsx'),
  },
];
