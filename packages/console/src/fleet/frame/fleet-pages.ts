import {
  getFleetAudit,
  getFleetEvents,
  getFleetLists,
  getFleetTokens,
  getFleetWorlds,
  searchFleetPlayers,
} from '@palatine/contract';
import CalendarClock from 'lucide/dist/esm/icons/calendar-clock.mjs';
import Globe from 'lucide/dist/esm/icons/globe.mjs';
import KeyRound from 'lucide/dist/esm/icons/key-round.mjs';
import ListChecks from 'lucide/dist/esm/icons/list-checks.mjs';
import ScrollText from 'lucide/dist/esm/icons/scroll-text.mjs';
import Users from 'lucide/dist/esm/icons/users.mjs';
import type { Page } from '../../shell/pages.ts';
import { withTexts } from '../../texts/texts.ts';

/** Every page of a fleet, in the order of the sidebar. */
export const FLEET_PAGES: readonly Page[] = [
  {
    id: 'worlds',
    path: '/',
    section: 'fleet',
    icon: Globe,
    key: 'w',
    needs: [getFleetWorlds],
    load: () => import('../worlds/WorldsPage.tsx'),
  },
  {
    id: 'players',
    path: '/players',
    section: 'fleet',
    icon: Users,
    key: 'p',
    needs: [searchFleetPlayers],
    load: withTexts(() => import('../players/FleetPlayersPage.tsx')),
  },
  {
    id: 'lists',
    path: '/lists/:list?/:tab?',
    section: 'fleet',
    icon: ListChecks,
    key: 'l',
    needs: [getFleetLists],
    load: withTexts(() => import('../lists/ListsPage.tsx')),
  },
  {
    id: 'audit',
    path: '/audit',
    section: 'operation',
    icon: ScrollText,
    key: 'u',
    needs: [getFleetAudit],
    load: withTexts(() => import('../audit/FleetAuditPage.tsx')),
  },
  {
    id: 'events',
    path: '/events',
    section: 'operation',
    icon: CalendarClock,
    key: 'e',
    needs: [getFleetEvents],
    load: withTexts(() => import('../events/FleetEventsPage.tsx')),
  },
  {
    id: 'tokens',
    path: '/tokens',
    section: 'operation',
    icon: KeyRound,
    needs: [getFleetTokens],
    load: withTexts(() => import('../tokens/FleetTokensPage.tsx')),
  },
];
