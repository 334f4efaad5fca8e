import { ALL_ROUTES, type PlayerRow, type RouteShape } from '@palatine/contract';
import { targetOfRow } from '../actions/action.ts';
import { nowMs } from '../data/clock.ts';
import { formatAge, formatDuration, formatMs, formatNumber } from '../data/format.ts';
import { useReply } from '../data/use-resource.ts';
import { serverNow } from '../data/world-now.ts';
import { Button } from '../kit/Button.tsx';
import { Card } from '../kit/Layout.tsx';
import { hrefOf } from '../navigation/router.ts';
import { PersonLink } from '../presence/PersonLink.tsx';
import { minuteOf } from '../presence/presence.ts';
import { may, sessionFacts } from '../session/session.ts';
import { texts, withTexts } from '../texts/texts.ts';
import { AsyncView } from '../views/AsyncView.tsx';
import './online.css';

/** Players that are listed; the page of players has all. */
const LISTED = 100;
/** Players listed by last visit while nobody is online. */
const LAST = 7;
/** Ping in ms from which it is marked as slow. */
const SLOW_MS = 100;

const ACTS = [
  ['message', ALL_ROUTES.sendPlayerMessage],
  ['kick', ALL_ROUTES.kickPlayer],
  ['ban', ALL_ROUTES.banPlayer],
] as const satisfies readonly (readonly [string, RouteShape])[];

const actionCode = withTexts(() => import('../actions/dialog.ts'));

/** The online players, longest session first; the last visitors while nobody is online. */
export default function OnlineList() {
  const text = texts.value.overview;
  const query = { Sort: 'LastSeen', Order: 'Descending', Limit: LISTED } as const; // those online come first
  const players = useReply('searchPlayers', { query }, /^(player\.(joined|left)|punishment|guild\.changed)$/);
  const roster = serverNow.value.value?.Roster.Players ?? []; // with a game server
  const pings = new Map(roster.map(({ PlayerUID, PingMs }) => [PlayerUID, PingMs]));
  const { Online = 0, Total = 0 } = players.value.value ?? {};
  return (
    <Card
      title={text.online}
      note={players.value.value && text.ofKnown(formatNumber(Online), formatNumber(Total))}
      tools={
        <a class="card-link plain-link" href={hrefOf('/players')}>
          {text.allPlayers}
        </a>
      }
      flush
    >
      <AsyncView resource={players} rows={7} rowPx={44} isEmpty={({ Rows }) => Rows.length === 0}>
        {({ Rows }) => {
          const online = Rows.filter((row) => row.Online).sort((a, b) => sinceOf(a) - sinceOf(b));
          return (
            <>
              {online.length === 0 && <p class="faint online-none">{text.nobody}</p>}
              <ul class="online-list">
                {(online.length > 0 ? online : Rows.slice(0, LAST)).map((row) => (
                  <OnlineRow key={row.Uid} row={row} pingMs={pings.get(row.Uid)} />
                ))}
              </ul>
            </>
          );
        }}
      </AsyncView>
    </Card>
  );
}

const sinceOf = ({ Since = '' }: PlayerRow) => Date.parse(Since) || 0;

function OnlineRow({ row, pingMs }: { row: PlayerRow; pingMs: number | undefined }) {
  const { Name: name, Online, LastSeen } = row;
  const text = texts.value.overview;
  const attached = sessionFacts.value?.World.Kind === 'Attached';
  const acts = ACTS.filter(
    ([, route]: readonly [string, RouteShape]) =>
      Online && may(route) && !(attached && route.attached === 'Impossible'),
  );
  const passedMs = minuteOf(Math.max(0, nowMs.value - sinceOf(row)));
  return (
    <li>
      <PersonLink person={row} sealPx={32}>
        <span>
          {Online ? formatDuration(passedMs) : LastSeen && formatAge(Date.parse(LastSeen), nowMs.value)}
        </span>
        {pingMs !== undefined && (
          <span class={pingMs < SLOW_MS ? 'faint' : 'toned warn'}>{formatMs(Math.round(pingMs))}</span>
        )}
      </PersonLink>
      {acts.length > 0 && (
        <span class="online-acts row">
          {acts.map(([id]) => (
            <Button
              key={id}
              kind={id === 'ban' ? 'danger' : 'plain'}
              aria-label={text.actOn(text.acts[id], name)}
              onClick={() => void openFor(id, row)}
            >
              {text.acts[id]}
            </Button>
          ))}
        </span>
      )}
    </li>
  );
}

async function openFor(id: (typeof ACTS)[number][0], row: PlayerRow): Promise<void> {
  const { openAction } = await actionCode();
  openAction(id, targetOfRow(row));
}
