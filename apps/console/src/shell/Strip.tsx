import {
  type Attention,
  backUpServer,
  broadcast,
  cancelMaintenance,
  type Maintenance,
  makeBackup,
  type ServerStatus,
  startMaintenance,
  type WorldReply,
} from '@palatine/contract';
import { CircleX, DatabaseBackup, Ellipsis, Megaphone, RefreshCw, Timer, WifiOff } from 'lucide';
import { useEffect } from 'preact/hooks';
import { openAction } from '../actions/dialog.ts';
import { nowMs } from '../data/clock.ts';
import { formatAge, formatDay, formatDuration, formatNumber, formatTime } from '../data/format.ts';
import { heardAtMs, liveRefusal, liveState } from '../data/live.ts';
import { useRefreshOn } from '../data/use-resource.ts';
import { healthNow, isStoppedByHand, serverNow, useFigures, worldNow } from '../data/world-now.ts';
import { Button, Icon, type IconShape } from '../kit/Button.tsx';
import { Menu } from '../kit/Menu.tsx';
import { setCounter } from '../navigation/page-state.ts';
import { toneOfState } from '../server/server-state.ts';
import { may, sessionFacts } from '../session/session.ts';
import { texts } from '../texts/texts.ts';
import { useOutage } from '../views/AsyncView.tsx';
import { announce, announceFailure } from '../views/announce.ts';
import { outageSinceMs, readAgain } from '../views/errors.ts';
import { Status } from '../views/Values.tsx';
import './strip.css';

/** How the game server is, or the world without one, and what can be done about it. It keeps its height in every state. */
export default function Strip() {
  const text = texts.value.strip;
  const attached = sessionFacts.value?.World.Kind === 'Attached';
  useCounters();
  useNews(attached);
  const server = serverNow.value.value;
  const running = server?.Maintenance.Running;
  const isOut = outageSinceMs.value !== undefined;
  const sinceMs = Math.max(heardAtMs.value, outageSinceMs.value ?? 0);
  const headline = isOut
    ? text.noReply(sinceMs === 0 ? '' : formatTime(sinceMs))
    : running && maintenanceText(running);
  const said = isOut ? headline : running && text.running[running.Action];
  useEffect(() => {
    if (isOut) announceFailure(said ?? '');
    else if (said !== undefined) announce(said);
  }, [isOut, running?.Id]);
  const tone = isOut ? 'red' : running === undefined ? 'plain' : 'amber';
  return (
    <div class={`server-strip ${tone}`} data-live={liveState.value}>
      {headline !== undefined ? (
        <strong class="strip-headline row">
          <Icon shape={isOut ? WifiOff : Timer} size={16} />
          <span>
            <Figures text={headline} />
          </span>
        </strong>
      ) : (
        <ul class="strip-facts">
          {(server === undefined ? worldFacts(worldNow.value.value) : serverFacts(server))
            .filter(Boolean)
            .map((fact, at) => (
              <li key={at}>{typeof fact === 'string' ? <Figures text={fact} /> : fact}</li>
            ))}
        </ul>
      )}
      <Choices running={running} isOut={isOut} attached={attached} />
    </div>
  );
}

/** Reads the server or the world again when it may have changed, and every few seconds what moves by itself. */
function useNews(attached: boolean): void {
  const news = attached ? serverNow : worldNow;
  const isLost = useOutage(news);
  useRefreshOn(serverNow, /^(server|maintenance|player)\./);
  useRefreshOn(worldNow, /^(player\.(joined|left)|world\.)/);
  useFigures([news], attached || isLost);
  const isLive = liveState.value === 'live';
  const wasHeard = heardAtMs.value > 0;
  useEffect(() => {
    if (isLive) readAgain();
    if (!isLive && wasHeard && !document.hidden) void news.refresh(); // whether the service answers at all
  }, [isLive, wasHeard, news]);
}

function maintenanceText({ Action, Step, StopAt }: Maintenance): string {
  const text = texts.value.strip;
  if (Step !== 'Countdown' || StopAt === undefined) return text.running[Action];
  const leftSeconds = Math.max(0, Math.round((Date.parse(StopAt) - nowMs.value) / 1000));
  const left = `${Math.floor(leftSeconds / 60)}:${String(leftSeconds % 60).padStart(2, '0')}`;
  return isStoppedByHand() ? text.stopsIn(left) : text.runsIn[Action](left);
}

/** The most important facts first: a narrow window cuts off the rest. */
function serverFacts({ State, Metrics, Roster, Save, Maintenance }: ServerStatus) {
  const text = texts.value.strip;
  const { FPS, UptimeSeconds, Players = Roster.Players.length, MaxPlayers } = Metrics;
  const [now, readAtMs] = [nowMs.value, serverNow.readAtMs.value];
  const upMs = (UptimeSeconds ?? 0) * 1000 + Math.max(0, now - readAtMs);
  const max = MaxPlayers === undefined ? '' : formatNumber(MaxPlayers);
  return [
    <StateOf key="state" tone={toneOfState(State)} text={texts.value.server.states[State]} />,
    Roster.State !== 'Unknown' && text.players(formatNumber(Players), max),
    FPS !== undefined && text.fps(formatNumber(FPS)),
    UptimeSeconds !== undefined && text.up(formatDuration(upMs)),
    Save.AgeSeconds !== undefined && text.saved(formatAge(readAtMs - Save.AgeSeconds * 1000, now)),
    Maintenance.NextAt !== undefined && text.restarts(formatTime(Date.parse(Maintenance.NextAt))),
  ];
}

/** Origin, players and day of a world without a server. `world`: undefined until it is read, or without permission. */
function worldFacts({ Counts, InGameDay, SavedAt }: Partial<WorldReply> = {}) {
  const text = texts.value.strip;
  const kind = sessionFacts.value?.World.Kind ?? 'Import';
  return [
    <StateOf key="state" tone={liveState.value === 'live' ? 'ok' : 'off'} text={text.kinds[kind]} />,
    Counts && text.players(formatNumber(Counts.Online), ''),
    InGameDay !== undefined && text.day(formatNumber(InGameDay)),
    SavedAt !== undefined && text.madeFrom(formatDay(Date.parse(SavedAt))),
  ];
}

function StateOf({ tone, text }: { tone: Parameters<typeof Status>[0]['tone']; text: string }) {
  const { live, liveMeaning } = texts.value.strip;
  const state = liveState.value;
  return (
    <span title={`${liveMeaning[state]} ${liveRefusal.value ?? ''}`}>
      <Status tone={tone}>
        <span class="strip-state">{text}</span>
      </Status>
      {state !== 'live' && <span class="faint"> {live[state]}</span>}
    </span>
  );
}

function Figures({ text }: { text: string }) {
  return <>{text.split(/(\d[\d.,:]*)/).map((part, at) => (at % 2 === 1 ? <b key={at}>{part}</b> : part))}</>;
}

const SERVER = { kind: 'server' } as const;

/** The buttons of the strip; those that do not fit are in a menu. */
function Choices(props: { running: Maintenance | undefined; isOut: boolean; attached: boolean }) {
  const { running, isOut, attached } = props;
  const text = texts.value.strip;
  if (isOut) return <ChoiceButton text={text.again} icon={RefreshCw} run={readAgain} />;
  if (running !== undefined) {
    if (running.Cancelable !== true || !may(cancelMaintenance)) return null;
    const cancel = () => openAction('cancelMaintenance', SERVER);
    return <ChoiceButton text={text.cancel[running.Action]} icon={CircleX} run={cancel} />;
  }
  const announceAll = () => openAction('broadcast', { kind: 'everybody' });
  const restart = () => openAction('startMaintenance', SERVER, { maintenance: 'Restart' });
  const run = attached ? () => openAction('backUp', SERVER) : backUpFolder;
  const mayBackUp = may(attached ? backUpServer : makeBackup);
  const choices = [
    may(broadcast) && { id: 'announce', text: text.announce, icon: Megaphone, run: announceAll },
    attached && may(startMaintenance) && { id: 'restart', text: text.restart, icon: RefreshCw, run: restart },
    mayBackUp && { id: 'backUp', text: text.backUp, icon: DatabaseBackup, run },
  ].filter((choice) => choice !== false);
  if (choices.length === 0) return null;
  return (
    <>
      <div class="strip-buttons">
        {choices.map((choice) => (
          <ChoiceButton key={choice.id} {...choice} />
        ))}
      </div>
      <div class="strip-menu">
        <Menu
          align="end"
          trigger={
            <Button kind="bare" class="icon-button" aria-label={text.more}>
              <Icon shape={Ellipsis} />
            </Button>
          }
          groups={[{ id: 'server', items: choices }]}
        />
      </div>
    </>
  );
}

const backUpFolder = () => void import('../backups/BackupsPage.tsx').then(({ backUpNow }) => backUpNow());

function ChoiceButton({ text, icon, run }: { text: string; icon: IconShape; run(): void }) {
  return (
    <Button class="small" icon={icon} onClick={run}>
      {text}
    </Button>
  );
}

/** The page or tab on which a fault in a file of the operator is mended. */
const PAGES: Partial<Record<Attention['Kind'], string>> = {
  TokenFile: 'team',
  Settings: 'settings',
  Banlist: 'bans',
};

/** Counts the players online and the faults in files beside their pages. */
function useCounters(): void {
  const online = worldNow.value.value?.Counts.Online;
  useEffect(() => setCounter('players', online === undefined ? undefined : { count: online }), [online]);
  useRefreshOn(healthNow, /^(config|settings)\./);
  const details = healthNow.value.value?.Attention;
  useEffect(() => {
    for (const page of Object.values(PAGES)) {
      const count = details?.filter(({ Kind }) => PAGES[Kind] === page).length ?? 0;
      setCounter(page, { count, warns: true });
    }
  }, [details]);
}
