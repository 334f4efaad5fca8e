import { getFleetWorlds } from '@palatine/contract';
import { useEffect } from 'preact/hooks';
import { Status } from '../../faces/Status.tsx';
import { setCounter } from '../../navigation/counters.ts';
import { may, sessionFacts } from '../../session/session.ts';
import { fleetTexts } from '../texts/fleet-texts.ts';
import { fleetWorlds } from '../world/fleet-worlds.ts';

/** The foot of the sidebar: how many worlds are there, and who plays. */
export function FleetMark() {
  const text = fleetTexts.value.worlds;
  const worlds = fleetWorlds.value.value;
  const online = worlds?.filter(({ State }) => State === 'Online') ?? [];
  const missing = worlds === undefined ? 0 : worlds.length - online.length;
  useEffect(() => setCounter('worlds', { count: missing, warns: true }), [missing]);
  const version = sessionFacts.value?.Service.Version ?? '';
  if (worlds === undefined || !may(getFleetWorlds))
    return <div class="world-mark faint">Palatine {version}</div>;
  const players = online.reduce((sum, { PlayersOnline }) => sum + PlayersOnline, 0);
  return (
    <div class="world-mark">
      <span class="live-mark">
        <Status tone={missing === 0 ? 'ok' : 'warn'}>
          <span class="live-text">{text.online(online.length, worlds.length)}</span>
        </Status>
      </span>
      <span class="sidebar-text faint">{text.playing(players)}</span>
    </div>
  );
}

/** In the top bar, where the sidebar has no room for its foot: nothing. The page of worlds says it. */
export function NothingLive(): null {
  return null;
}
