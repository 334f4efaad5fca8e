import type { InventorySlot, PlayerContainer, PlayerDetails } from '@palatine/contract';
import { ArrowLeft, X } from 'lucide';
import type { JSX } from 'preact';
import { useCommands, useSubject } from '../../commands/registry.ts';
import { playersOf } from '../../data/live.ts';
import { useRefreshOn, useResource } from '../../data/use-resource.ts';
import { Icon } from '../../kit/Icon.tsx';
import { Tabs } from '../../kit/Tabs.tsx';
import { usePageTitle } from '../../navigation/page-title.ts';
import { address, hrefOf, navigate } from '../../navigation/router.ts';
import { client } from '../../session/session.ts';
import { texts } from '../../texts/texts.ts';
import { Age, AsyncView } from '../../views/AsyncView.tsx';
import { ErrorBoundary } from '../../views/Failure.tsx';
import { HistoryTab } from './HistoryTab.tsx';
import { OverviewTab } from './OverviewTab.tsx';
import { PalsTab } from './PalsTab.tsx';
import { PlayerHead } from './PlayerHead.tsx';
import './player.css';
import { useSignal } from '@preact/signals';
import { formatNumber } from '../../data/format.ts';
import { ItemSheet } from '../../items/ItemSheet.tsx';
import { Slots } from '../../items/Slots.tsx';
import { assign } from '../../kit/assign.ts';
import { Card } from '../../kit/Layout.tsx';
import { SearchField } from '../../kit/TextField.tsx';
import { playerTarget } from '../player-menu.ts';
import { ActionButton } from './ActionButton.tsx';
import { ProgressTab } from './ProgressTab.tsx';
import { TechnologiesTab } from './TechnologiesTab.tsx';

const PLAYER_TABS = ['overview', 'inventory', 'pals', 'technologies', 'progress', 'history'] as const;
type PlayerTab = (typeof PLAYER_TABS)[number];

/** The part that an address names; the overview for any other word. */
function playerTab(name: string): PlayerTab {
  return PLAYER_TABS.find((tab) => tab === name) ?? 'overview';
}

export interface TabProps {
  details: PlayerDetails;
}

const TABS: Record<PlayerTab, (props: TabProps) => JSX.Element> = {
  overview: OverviewTab,
  inventory: InventoryTab,
  pals: PalsTab,
  technologies: TechnologiesTab,
  progress: ProgressTab,
  history: HistoryTab,
};

/** A player, whole: who it is, and in parts what they have and what they have done. */
export function PlayerView({ uid, tab }: { uid: string; tab: string }) {
  const text = texts.value.player;
  const details = useResource((signal) => client().getPlayerDetails({ params: { uid }, signal }), [uid]);
  useRefreshOn(details, (event) => playersOf(event).includes(uid) || event.Type === 'punishment');
  const current = playerTab(tab);
  const close = () => navigate(listHref());
  useCommands([
    { id: 'player.close', text: text.close, group: 'page', keys: 'Escape', listed: false, run: close },
    ...PLAYER_TABS.map((each, at) => ({
      id: `player.tab.${each}`,
      text: text.tabs[each],
      group: 'page' as const,
      keys: String(at + 1),
      run: () => navigate(tabHref(uid, each), { replace: true }),
    })),
  ]);
  return (
    <div class="player">
      <a class="player-back" href={listHref()}>
        <Icon shape={ArrowLeft} />
        <Icon shape={X} />
        <span>{text.close}</span>
      </a>
      <AsyncView of={details} rows={8} gone={text.gone}>
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
          <div class="player-tab">
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

function listHref(): string {
  return hrefOf('/players', listQuery());
}

function tabHref(uid: string, tab: string): string {
  return hrefOf(`/players/${uid}${tab === 'overview' ? '' : `/${tab}`}`, listQuery());
}

/** The inventory of a player: six containers, as the game shows them. */
function InventoryTab({ details }: { details: PlayerDetails }) {
  const text = texts.value.player;
  const { Uid: uid } = details.Player;
  const find = useSignal('');
  const open = useSignal<InventorySlot | undefined>(undefined);
  const inventory = useResource((signal) => client().getPlayerInventory({ params: { uid }, signal }), [uid]);
  useRefreshOn(inventory, (event) => playersOf(event).includes(uid));
  return (
    <>
      <div class="tab-tools">
        <SearchField label={text.findItem} bind={find} />
        <Age of={inventory} />
        <span class="toolbar-end">
          <ActionButton action="giveItems" target={playerTarget(details.Player)} text={text.giveItems} />
        </span>
      </div>
      <AsyncView of={inventory} rows={8} unknown={({ Known }) => (Known ? undefined : text.unknownInventory)}>
        {({ Containers = [] }) => (
          <div class="containers">
            {Containers.map((container) => (
              <Container
                key={container.Name}
                container={container}
                find={find.value}
                onOpen={(slot) => assign(open, slot)}
              />
            ))}
          </div>
        )}
      </AsyncView>
      <ItemSheet slot={open.value} onClose={() => assign(open, undefined)} />
    </>
  );
}

interface ContainerProps {
  container: PlayerContainer;
  find: string;
  onOpen: (slot: InventorySlot) => void;
}

function Container({ container, find, onOpen }: ContainerProps) {
  const text = texts.value.player;
  const { Name, Known, Slots: slots = [], UsedSlots = 0, MaxSlots = 0 } = container;
  const title = text.containers[Name];
  return (
    <Card title={title} note={Known ? text.used(formatNumber(UsedSlots), formatNumber(MaxSlots)) : undefined}>
      {Known ? (
        <Slots label={title} slots={slots} maxSlots={MaxSlots} find={find} onOpen={onOpen} />
      ) : (
        <p class="faint">{text.unknownContainer}</p>
      )}
    </Card>
  );
}
