import { getBanlist, searchCamps, searchPlayers } from '@palatine/contract';
import Ban from 'lucide/dist/esm/icons/ban.mjs';
import MapIcon from 'lucide/dist/esm/icons/map.mjs';
import Users from 'lucide/dist/esm/icons/users.mjs';
import type { Page } from './pages.ts';

/** Every page, in the order of the sidebar. */
export const PAGES: readonly Page[] = [
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
];
