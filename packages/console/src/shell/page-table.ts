import { searchPlayers } from '@palatine/contract';
import Users from 'lucide/dist/esm/icons/users.mjs';
import type { Page } from './pages.ts';

/** Every page, in the order of the sidebar. */
export const PAGES: readonly Page[] = [
  {
    id: 'players',
    path: '/players/:uid?/:tab?',
    section: 'world',
    icon: Users,
    key: 'p',
    needs: [searchPlayers],
    load: () => import('../players/PlayersPage.tsx'),
  },
];
