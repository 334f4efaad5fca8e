import { type Attention, getServer } from '@palatine/contract';
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { nowMs } from '../data/clock.ts';
import { formatAge, formatDuration } from '../data/format.ts';
import { heardAtMs, liveRefusal, liveState } from '../data/live.ts';
import { useRefreshEvery, useRefreshOn, useResource } from '../data/use-resource.ts';
import { healthNow, worldNow } from '../data/world-now.ts';
import { setCounter } from '../navigation/page-state.ts';
import { atFleet } from '../navigation/place.ts';
import { client, controlKind, may, sessionFacts } from '../session/session.ts';
import { texts, withTexts } from '../texts/texts.ts';
import { LazyPart } from '../views/AsyncView.tsx';
import { Name, Status } from '../views/Values.tsx';

/** Nothing heard for this many ms is worth a word. */
const QUIET_MS = 45_000;

const fleetMark = withTexts(() => import('../fleet/FleetMark.tsx'));

/** The foot of the sidebar: of the world, or of the fleet. */
export function Foot() {
  return atFleet ? <LazyPart load={fleetMark} /> : <WorldMark />;
}

/** Which world it is, whether what is shown follows it, and who plays. */
function WorldMark() {
  const text = texts.value.shell;
  const facts = sessionFacts.value;
  const online = usePlayersOnline();
  usePlannedStop();
  useFaultCounters();
  return (
    <div class="world-mark">
      <LiveMark />
      {liveRefusal.value !== undefined && (
        <span class="sidebar-text faint live-refusal">{liveRefusal.value.message}</span>
      )}
      <span class="sidebar-text world-name">
        <Name text={facts?.World.Name ?? ''} />
        {facts?.World.Kind === 'Demo' && ` · ${text.demo}`}
      </span>
      {online !== undefined && <span class="sidebar-text faint">{text.online(online)}</span>}
    </div>
  );
}

const TONES = { live: 'ok', 'coming back': 'warn', 'signed out': 'off', unread: 'off' } as const;

export function LiveMark() {
  const text = texts.value.shell;
  const state = liveState.value;
  const heard = heardAtMs.value;
  const since = heard > 0 && (state !== 'live' || nowMs.value - heard > QUIET_MS);
  const stopMs = stopAtMs.value;
  const refused = liveRefusal.value;
  const because = refused === undefined ? '' : ` ${refused.message} (${refused.code})`;
  return (
    <span class="live-mark" title={`${text.liveMeaning[state]}${because}`}>
      <Status tone={TONES[state]}>
        <span class="live-text">
          {text.live[state]}
          {since && ` · ${formatAge(heard, nowMs.value)}`}
          {stopMs > 0 && ` · ${text.stopsIn(formatDuration(Math.max(0, stopMs - nowMs.value)))}`}
        </span>
      </Status>
    </span>
  );
}

/** How many play now; undefined for a token that may not see it, and until it is known. */
function usePlayersOnline(): number | undefined {
  useRefreshOn(worldNow, /^(player\.joined|player\.left)$/);
  const online = worldNow.value.value?.Counts.Online;
  useEffect(() => setCounter('players', online === undefined ? undefined : { count: online }), [online]);
  return online;
}

/** The page on which a fault in a file of the operator is mended. */
const PAGES: Partial<Record<Attention['Kind'], string>> = {
  TokenFile: 'team',
  Settings: 'settings',
  Banlist: 'bans',
};

/** Counts the faults in files beside their pages: when the page opens, and when files were read or saved. */
function useFaultCounters(): void {
  useRefreshOn(healthNow, /^(config|settings)\./);
  const details = healthNow.value.value?.Attention;
  useEffect(() => {
    for (const page of Object.values(PAGES)) {
      const count = details?.filter(({ Kind }) => PAGES[Kind] === page).length ?? 0;
      setCounter(page, { count, warns: true });
    }
  }, [details]);
}

/** A countdown that has begun a moment ago says soon when it ends. */
const SOON_MS = 1000;

/** When the game server stops at the latest, in ms since 1970; 0 while nothing counts down. */
const stopAtMs = signal(0);

/** Follows the countdown of a maintenance and who stops the server, by events alone, for the life of the component. */
function usePlannedStop(): void {
  const follows = sessionFacts.value?.World.Kind === 'Attached' && may(getServer);
  const server = useResource(
    async (signal) => (follows ? client().getServer({ signal }) : undefined),
    [follows],
  );
  useRefreshOn(server, follows ? /^(maintenance|server)\./ : /^$/);
  const { Control, Maintenance } = server.value.value ?? {};
  const { Step, StopAt } = Maintenance?.Running ?? {};
  useRefreshEvery(SOON_MS, [server], Step === 'Countdown' && StopAt === undefined);
  useEffect(() => {
    controlKind.value = Control?.Kind;
  }, [Control?.Kind]);
  useEffect(() => {
    stopAtMs.value = StopAt === undefined ? 0 : Date.parse(StopAt);
    return () => (stopAtMs.value = 0);
  }, [StopAt]);
}
