import type { PlayerContainer, PlayerDetails, PlayerRow } from '@palatine/contract';
import { useSignal } from '@preact/signals';
import { ArrowLeft, Ellipsis, X } from 'lucide';
import { targetOfRow } from '../../actions/action.ts';
import { actionGroups, playerActionKeys } from '../../actions/action-menu.ts';
import { useCommands, useSubject } from '../../commands/registry.ts';
import { nowMs } from '../../data/clock.ts';
import { formatAge, formatDateTime, formatNumber } from '../../data/format.ts';
import { aboutPlayer } from '../../data/live.ts';
import { useReply } from '../../data/use-resource.ts';
import { PlayerSeal } from '../../glyphs/Seals.tsx';
import { SlotsCard } from '../../items/SlotsCard.tsx';
import { Icon } from '../../kit/Button.tsx';
import { SearchField } from '../../kit/Fields.tsx';
import { IconButton } from '../../kit/IconButton.tsx';
import { Card } from '../../kit/Layout.tsx';
import { Menu } from '../../kit/Menu.tsx';
import { Tabs } from '../../kit/Tabs.tsx';
import { usePageTitle } from '../../navigation/page-state.ts';
import { address, hrefOf, navigate } from '../../navigation/router.ts';
import { texts } from '../../texts/texts.ts';
import { AsyncView } from '../../views/AsyncView.tsx';
import { ErrorBoundary } from '../../views/Failure.tsx';
import { LookAlikeMark, Name, Status, Time } from '../../views/Values.tsx';
import { visibleText } from '../../views/visible-text.ts';
import { formatSince, Platform, PlayerGuild, playerMenu } from '../player-columns.tsx';
import { ActionButton, PlayerPart } from './ActionButton.tsx';
import { HistoryTab } from './HistoryTab.tsx';
import { OverviewTab } from './OverviewTab.tsx';
import { PalsTab } from './PalsTab.tsx';
import { ProgressTab } from './ProgressTab.tsx';
import { TechnologiesTab } from './TechnologiesTab.tsx';
import './player.css';

/** The parts of a player's page, in the order of their tabs. */
const TABS = {
  overview: OverviewTab,
  inventory: InventoryTab,
  pals: PalsTab,
  technologies: TechnologiesTab,
  progress: ProgressTab,
  history: HistoryTab,
};
type PlayerTab = keyof typeof TABS;
const PLAYER_TABS = Object.keys(TABS) as PlayerTab[]; // its own keys

/** A player, whole: who it is, and in parts what they have and what they have done. */
export function PlayerView({ uid, tab }: { uid: string; tab: string }) {
  const text = texts.value.player;
  const details = useReply(
    'getPlayerDetails',
    { params: { uid } },
    (event) => event.Type === 'punishment' || aboutPlayer(uid)(event),
  );
  const current = PLAYER_TABS.find((id) => id === tab) ?? 'overview';
  const close = () => navigate(listHref());
  useCommands([
    { id: 'player.close', text: text.close, group: 'page', keys: 'Escape', listed: false, run: close },
    ...PLAYER_TABS.map((tab, at) => ({
      id: `player.tab.${tab}`,
      text: text.tabs[tab],
      group: 'page' as const,
      keys: String(at + 1),
      run: () => navigate(tabHref(uid, tab), { replace: true }),
    })),
  ]);
  return (
    <div class="player">
      <a class="player-back" href={listHref()}>
        <Icon shape={ArrowLeft} />
        <Icon shape={X} />
        <span>{text.close}</span>
      </a>
      <AsyncView resource={details} rows={8} gone={text.gone}>
        {(value) => <Found details={value} tab={current} />}
      </AsyncView>
    </div>
  );
}

function Found({ details, tab }: { details: PlayerDetails; tab: PlayerTab }) {
  const text = texts.value.player;
  const { Player } = details;
  useSubject({ kind: 'player', id: Player.Uid, name: Player.Name });
  usePageTitle(Player.Name || Player.Uid);
  const Shown = TABS[tab];
  return (
    <>
      <PlayerHead details={details} />
      <Tabs
        label={text.parts}
        value={tab}
        tabs={PLAYER_TABS.map((id) => ({ id, text: text.tabs[id] }))}
        onChange={(id) => navigate(tabHref(Player.Uid, id), { replace: true })}
      >
        <ErrorBoundary key={`${Player.Uid} ${tab}`}>
          <div class="player-tab stack loose">
            <Shown details={details} />
          </div>
        </ErrorBoundary>
      </Tabs>
    </>
  );
}

/** Parameters that belong to a part of a player's page, and not to the list. */
const OWN = ['box', 'page', 'look'];

function listQuery(): Record<string, string> {
  return Object.fromEntries([...address.value.query].filter(([name]) => !OWN.includes(name)));
}

const listHref = (): string => hrefOf('/players', listQuery());

function tabHref(uid: string, tab: string): string {
  return hrefOf(`/players/${uid}${tab === 'overview' ? '' : `/${tab}`}`, listQuery());
}

/** The inventory of a player: six containers, as the game shows them. */
function InventoryTab({ details }: { details: PlayerDetails }) {
  const text = texts.value.player;
  const { Uid: uid } = details.Player;
  const find = useSignal('');
  const inventory = useReply('getPlayerInventory', { params: { uid } }, aboutPlayer(uid));
  return (
    <PlayerPart
      resource={inventory}
      unknown={text.unknownInventory}
      search={<SearchField label={text.findItem} bind={find} />}
      tools={<ActionButton action="giveItems" player={details.Player} text={text.giveItems} />}
    >
      {({ Containers = [] }) => (
        <div class="stack loose">
          {Containers.map((container) => (
            <Container key={container.Name} container={container} find={find.value} />
          ))}
        </div>
      )}
    </PlayerPart>
  );
}

function Container({ container, find }: { container: PlayerContainer; find: string }) {
  const text = texts.value.player;
  const { Name, Known, Slots = [], UsedSlots: Used = 0, MaxSlots: Max = 0 } = container;
  const title = text.containers[Name];
  if (Known) {
    const note = text.used(formatNumber(Used), formatNumber(Max));
    return <SlotsCard title={title} note={note} storage={{ Slots, Used, Max }} find={find} />;
  }
  return (
    <Card title={title}>
      <p class="faint">{text.unknownContainer}</p>
    </Card>
  );
}

const HEAD_ACTIONS = [
  ['message', 'plain'],
  ['giveItems', 'primary'],
  ['kick', 'plain'],
  ['ban', 'danger'],
] as const;

/** Since when a player is online, else when they were last seen. */
function Presence({ player: { Online, Since, LastSeen } }: { player: PlayerRow }) {
  const text = texts.value.players;
  const at = Online ? Since : LastSeen;
  if (!at) return <Status tone={Online ? 'ok' : 'off'}>{Online ? text.online : text.offline}</Status>;
  return (
    <Status tone={Online ? 'ok' : 'off'}>
      <time dateTime={at} title={formatDateTime(Date.parse(at))}>
        {Online ? text.onlineFor(formatSince(at)) : text.lastSeen(formatAge(Date.parse(at), nowMs.value))}
      </time>
    </Status>
  );
}

function PlayerHead({ details }: { details: PlayerDetails }) {
  const text = texts.value.player;
  const list = texts.value.players;
  const { Player, Ban } = details;
  const { Uid, Name: name, Level } = Player;
  const target = targetOfRow(Player);
  const label = visibleText(name) || Uid;
  useCommands(
    playerActionKeys().map(({ id, text: actionText, keys, run }) => ({
      id: `player.${id}`,
      text: actionText,
      group: 'page',
      keys,
      listed: false, // the palette has the action itself
      run: () => run([target]),
    })),
  );
  return (
    <header class="player-head cluster">
      <PlayerSeal uid={Uid} name={name} size={44} />
      <div class="player-who">
        <h2 class="heading">
          <Name text={name} /> <Platform name={Player.Platform} /> <LookAlikeMark name={name} />
        </h2>
        <p class="player-line cluster plain-links">
          <Presence player={Player} />
          {Level !== undefined && <span>{texts.value.palDetails.level(formatNumber(Level))}</span>}
          {Player.GuildId === undefined ? (
            <span class="faint">{list.noGuild}</span>
          ) : (
            <a href={hrefOf(`/guilds/${Player.GuildId}`)}>
              <PlayerGuild row={Player} />
            </a>
          )}
        </p>
        {Ban !== undefined && (
          <p class="notice danger">
            {text.banned[Ban.Kind]}, {text.bannedBy} <Name text={Ban.By} />, <Time at={Ban.At} />
            {Ban.Reason !== '' && (
              <>
                {': '}
                <Name text={Ban.Reason} />
              </>
            )}
          </p>
        )}
      </div>
      <div class="player-actions cluster">
        {HEAD_ACTIONS.map(([action, kind]) => (
          <ActionButton key={action} action={action} player={Player} text={text.does[action]} kind={kind} />
        ))}
        <Menu
          align="end"
          trigger={<IconButton icon={Ellipsis} kind="plain" label={texts.value.table.actionsOf(label)} />}
          groups={[
            ...actionGroups(
              [target],
              HEAD_ACTIONS.map(([action]) => action),
            ),
            ...playerMenu(Player, list).map((group) => ({
              ...group,
              items: group.items.filter(({ id }) => id !== 'open'),
            })),
          ]}
        />
      </div>
    </header>
  );
}
