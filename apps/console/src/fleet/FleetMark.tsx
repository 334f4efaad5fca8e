import { getFleetWorlds } from '@palatine/contract';
import { useEffect } from 'preact/hooks';
import { FLEET_READ_MS } from '../data/rows.ts';
import { useRefreshEvery } from '../data/use-resource.ts';
import { setCounter } from '../navigation/page-state.ts';
import { may } from '../session/session.ts';
import { texts } from '../texts/texts.ts';
import { Status } from '../views/Values.tsx';
import { fleetWorlds } from '../worlds/WorldColumn.tsx';

/** The strip of a fleet: how many worlds are there, and who plays. It keeps the worlds of the page fresh. */
export default function FleetMark() {
  const text = texts.value.worlds;
  useRefreshEvery(FLEET_READ_MS, [fleetWorlds]);
  const worlds = fleetWorlds.value.value;
  const online = worlds?.filter(({ State }) => State === 'Online') ?? [];
  const missing = worlds === undefined ? 0 : worlds.length - online.length;
  useEffect(() => setCounter('worlds', { count: missing, warns: true }), [missing]);
  if (worlds === undefined || !may(getFleetWorlds)) return <div class="server-strip" />;
  const players = online.reduce((sum, { PlayersOnline }) => sum + PlayersOnline, 0);
  return (
    <div class="server-strip">
      <Status tone={missing === 0 ? 'ok' : 'warn'}>{text.online(online.length, worlds.length)}</Status>
      <span class="quiet">{text.playing(players)}</span>
    </div>
  );
}
