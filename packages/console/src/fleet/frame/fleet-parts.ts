import { registerSource } from '../../commands/palette-hit.ts';
import type { FrameParts } from '../../shell/frame-parts.ts';
import { followFleetWorlds } from '../world/fleet-worlds.ts';
import { FleetMark, NothingLive } from './FleetMark.tsx';
import { FleetOverlays } from './FleetOverlays.tsx';
import { FLEET_PAGES } from './fleet-pages.ts';
import { fleetPlayersSource } from './fleet-source.ts';

/** The page of a fleet. */
export const FLEET_PARTS: FrameParts = {
  pages: FLEET_PAGES,
  inBar: ['worlds', 'players', 'lists'],
  Foot: FleetMark,
  Live: NothingLive,
  Overlays: FleetOverlays,
  start: () => [followFleetWorlds(), registerSource(fleetPlayersSource)],
};
