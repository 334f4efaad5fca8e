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
import UserRound from 'lucide/dist/esm/icons/user-round.mjs';
import Users from 'lucide/dist/esm/icons/users.mjs';
import { type PaletteSource, registerSource } from '../../commands/palette-hit.ts';
import { worldHref } from '../../navigation/place.ts';
import { fleetClient, may } from '../../session/session.ts';
import type { FrameParts } from '../../shell/frame-parts.ts';
import type { Page } from '../../shell/pages.ts';
import { withTexts } from '../../texts/texts.ts';
import { followFleetWorlds } from '../world/fleet-worlds.ts';
import { FleetMark, NothingLive } from './FleetMark.tsx';
import { FleetOverlays } from './FleetOverlays.tsx';

/** Every page of a fleet, in the order of the sidebar. */
const FLEET_PAGES: readonly Page[] = [
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

/** ms without another letter before the gateway is asked. */
const DELAY_MS = 80;

/** The players of every world; choosing one opens the console of that world. */
const fleetPlayersSource: PaletteSource = {
  id: 'fleet players',
  kinds: ['player'],
  delayMs: DELAY_MS,
  async find(text, { limit, signal }) {
    if (!may(searchFleetPlayers)) return [];
    const { Rows } = await fleetClient().call(searchFleetPlayers, {
      query: { Find: text, Limit: limit },
      signal,
    });
    return Rows.map(({ World, WorldName, Uid, Name }) => ({
      kind: 'player',
      id: `${World} ${Uid}`,
      name: Name,
      note: WorldName,
      icon: UserRound,
      run: () => location.assign(worldHref(World, `/players/${Uid}`)),
    }));
  },
};

/** The page of a fleet. */
export const FLEET_PARTS: FrameParts = {
  pages: FLEET_PAGES,
  inBar: ['worlds', 'players', 'lists'],
  Foot: FleetMark,
  Live: NothingLive,
  Overlays: FleetOverlays,
  start: () => [followFleetWorlds(), registerSource(fleetPlayersSource)],
};
