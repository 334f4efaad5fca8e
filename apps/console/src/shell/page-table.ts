import {
  ALL_ROUTES,
  type AnyRouteName,
  getFleetAudit,
  getFleetEvents,
  getFleetLists,
  getFleetTokens,
  getFleetWorlds,
  type RouteShape,
  searchFleetPlayers,
} from '@palatine/contract';
import {
  Activity,
  FileHeart,
  Flag,
  Globe,
  House,
  LayoutDashboard,
  Map as MapIcon,
  MessageSquare,
  Package,
  PawPrint,
  ScrollText,
  Server,
  ShieldCheck,
  Users,
} from 'lucide';
import type { ComponentType } from 'preact';
import type { IconShape } from '../kit/Button.tsx';
import { atFleet } from '../navigation/place.ts';
import { matchPath, type PathValues } from '../navigation/router.ts';
import { may, sessionFacts } from '../session/session.ts';
import { type Texts, texts, withTexts } from '../texts/texts.ts';

interface Part {
  /** The routes it cannot do without: a token that may not call one of them is not offered it. */
  readonly needs: readonly Pick<RouteShape, 'permission'>[];
  readonly key?: string | undefined;
  readonly attachedOnly?: boolean;
  readonly load: () => Promise<{ default: ComponentType<{ values: PathValues }> }>;
}

/** A tab of a page; its id is a part of the address. */
export interface Tab extends Part {
  readonly id: string;
  readonly name: keyof Texts['shell']['tabs'];
}

/** A page of the console. Everything that is known of it is here: sidebar, palette and keys read this. */
export interface Page extends Part {
  readonly id: keyof Texts['shell']['pages'];
  /** Below the console's base, with `:name` and `:name?` for parts; that of a page with tabs has `:tab?`. */
  readonly path: string;
  readonly section: keyof Texts['shell']['sections'];
  readonly icon: IconShape;
  readonly tabs?: readonly Tab[];
}

export function plainPath({ path, tabs }: Page, tab?: Tab): string {
  const base = path.replace(/(\/:\w+\?)+$/, '') || '/';
  return tab === undefined || tab === tabs?.[0] ? base : `${base}/${tab.id}`;
}

type Needs = readonly (AnyRouteName | Part['needs'][number])[];

const routesOf = (needs: Needs) =>
  needs.map((route) => (typeof route === 'string' ? ALL_ROUTES[route] : route));

type Id = Page['id'];
type Key = string | undefined;
type Entry = Omit<Page, 'section'>;

/** `parts`: of its address, after its name. */
function page(id: Id, icon: IconShape, key: Key, needs: Needs, load: Page['load'], parts = ''): Entry {
  return { id, icon, key, path: `/${id}${parts}`, needs: routesOf(needs), load };
}

function tabbed(id: Id, icon: IconShape, key: Key, tabs: [Tab, ...Tab[]], parts = ''): Entry {
  return { ...page(id, icon, key, [], tabs[0].load, `/:tab?${parts}`), tabs };
}

function tab(name: Tab['name'], needs: Needs, load: Tab['load'], more: Partial<Tab> = {}): Tab {
  return { id: name, name, needs: routesOf(needs), load, ...more };
}

const { alert, broadcast, sendPlayerMessage } = ALL_ROUTES;
/** Needed by the page of messages, for which one of several routes is enough. */
const SENDS = { permission: [alert, broadcast, sendPlayerMessage].flatMap(({ permission }) => permission) };
const ATTACHED = { attachedOnly: true } as const;

/** It loads no more texts than it shows. */
const overview = () => import('../overview/OverviewPage.tsx');
const map = withTexts(() => import('../map/MapPage.tsx'));
const players = withTexts(() => import('../players/PlayersPage.tsx'));
const guilds = withTexts(() => import('../guilds/GuildsPage.tsx'));
const bases = withTexts(() => import('../bases/BasesPage.tsx'));
const pals = withTexts(() => import('../pals/PalsPage.tsx'));
const items = withTexts(() => import('../items/ItemsPage.tsx'));
const bans = withTexts(() => import('../bans/BansPage.tsx'));
const whitelist = withTexts(() => import('../server/WhitelistPage.tsx'));
const team = withTexts(() => import('../tokens/TokensPage.tsx'));
const messages = withTexts(() => import('../messages/MessagesPage.tsx'));
const files = withTexts(() => import('../templates/FilesPage.tsx'));
const server = withTexts(() => import('../server/ServerPage.tsx'));
const partOfServer = (name: 'Schedule' | 'SaveBackups') =>
  withTexts(() => import('../server/ServerPage.tsx').then((parts) => ({ default: parts[name] })));
const deliveries = withTexts(() => import('../server/DeliveriesPage.tsx'));
const audit = withTexts(() => import('../audit/AuditPage.tsx'));
const events = withTexts(() => import('../events/EventsPage.tsx'));
const health = withTexts(() => import('../health/HealthPage.tsx'));
const backups = withTexts(() => import('../backups/BackupsPage.tsx'));
const settings = withTexts(() => import('../settings/SettingsPage.tsx'));
const worlds = withTexts(() => import('../fleet/worlds/WorldsPage.tsx'));
const lists = withTexts(() => import('../fleet/lists/ListsPage.tsx'));

const FILES: [Tab, Tab] = [
  tab('templates', ['getTemplates'], files),
  tab('rules', ['getImportRules'], files),
];
const FLEET_ACCESS: [Tab, Tab] = [
  tab('lists', [getFleetLists], lists, { key: 'l' }),
  tab('team', [getFleetTokens], team),
];

const inSection = (section: Page['section'], pages: readonly Entry[]): Page[] =>
  pages.map((entry) => ({ ...entry, section }));

export const PAGES: readonly Page[] = [
  ...inSection('world', [
    { ...page('overview', LayoutDashboard, 'o', ['getWorld'], overview), path: '/' },
    page('map', MapIcon, 'm', ['searchCamps'], map),
    page('players', Users, 'p', ['searchPlayers'], players, '/:uid?/:tab?'),
    page('guilds', Flag, 'l', ['searchGuilds', 'getGuildDetails'], guilds, '/:id?/:tab?'),
    page('bases', House, 'b', ['searchCamps', 'getCampDetails'], bases, '/:id?/:tab?'),
    page('pals', PawPrint, 'a', ['searchPals', 'getPalDetails'], pals),
    page('items', Package, 'i', ['getItemHolders'], items),
  ]),
  ...inSection('moderation', [
    tabbed('access', ShieldCheck, undefined, [
      tab('bans', ['getBanlist'], bans, { key: 'n' }),
      tab('whitelist', ['getWhitelist'], whitelist, ATTACHED),
      tab('team', ['getTokens'], team),
    ]),
    page('messages', MessageSquare, 'c', [SENDS], messages),
    tabbed('templates', FileHeart, 't', FILES, '/:name?'),
  ]),
  ...inSection('operation', [
    tabbed('server', Server, 's', [
      tab('state', ['getServer'], server, ATTACHED),
      tab('deliveries', ['getDeliveries'], deliveries, ATTACHED),
      tab('schedule', ['getSettings'], partOfServer('Schedule'), ATTACHED),
      tab('saveBackups', ['getServerBackups'], partOfServer('SaveBackups'), { id: 'backups', ...ATTACHED }),
    ]),
    tabbed('log', ScrollText, undefined, [
      tab('audit', ['getAudit'], audit, { key: 'u' }),
      tab('events', ['getPastEvents'], events, { key: 'e' }),
    ]),
    tabbed('system', Activity, 'h', [
      tab('health', ['getHealthDetails'], health),
      tab('backups', ['getBackups'], backups),
      tab('settings', ['getSettings'], settings),
    ]),
  ]),
];

const FLEET_PAGES: readonly Page[] = inSection('fleet', [
  { ...page('worlds', Globe, 'w', [getFleetWorlds], worlds), path: '/' },
  page('players', Users, 'p', [searchFleetPlayers], players),
  tabbed('access', ShieldCheck, undefined, FLEET_ACCESS, '/:list?/:part?'),
  tabbed('log', ScrollText, undefined, [
    tab('audit', [getFleetAudit], audit, { key: 'u' }),
    tab('events', [getFleetEvents], events, { key: 'e' }),
  ]),
]);

const PAGES_HERE = atFleet ? FLEET_PAGES : PAGES;

/** Pages that are in the bar of a narrow window itself, at most four; the others are under More. */
const IN_BAR: readonly Page['id'][] = ['overview', 'worlds', 'map', 'players', 'server', 'access', 'log'];
const MAX_IN_BAR = 4;

/** The page of a path, with the values of its parts; undefined for an unknown path. */
export function pageAt(path: string): { page: Page; values: PathValues } | undefined {
  for (const page of PAGES_HERE) {
    const values = matchPath(page.path, path);
    if (values !== undefined) return { page, values };
  }
  return undefined;
}

/** The permission that the token lacks for a page or tab; undefined when it may see it. */
export function missingPermission({ needs }: Part): string | undefined {
  const route = needs.find((route) => !may(route));
  if (route === undefined) return undefined;
  return typeof route.permission === 'string' ? route.permission : route.permission.join(' / ');
}

/** Whether this service has it: what is about a game server is nowhere without one. */
function isHere({ attachedOnly }: Part): boolean {
  return attachedOnly !== true || sessionFacts.value?.World.Kind === 'Attached';
}

export function offeredTabs({ tabs = [] }: Page): readonly Tab[] {
  return tabs.filter((tab) => isHere(tab) && missingPermission(tab) === undefined);
}

/** The tab at an address of a page: the first one that is offered unless it names one. */
export function tabAt(page: Page, { tab }: PathValues): Tab | undefined {
  const here = page.tabs?.filter(isHere) ?? [];
  return tab === undefined ? (offeredTabs(page)[0] ?? here[0]) : here.find(({ id }) => id === tab);
}

export function offeredPages(): readonly Page[] {
  return PAGES_HERE.filter((page) =>
    page.tabs === undefined ? missingPermission(page) === undefined : offeredTabs(page).length > 0,
  );
}

export function pagesInBar(): readonly Page[] {
  const offered = offeredPages();
  return IN_BAR.flatMap((id) => offered.find((page) => page.id === id) ?? []).slice(0, MAX_IN_BAR);
}

/** The pages that the token may see by section; sections without pages are left out. */
export function offeredSections(): readonly { id: Page['section']; name: string; pages: readonly Page[] }[] {
  const offered = offeredPages();
  const { sections } = texts.value.shell;
  return (Object.keys(sections) as Page['section'][]) // its own keys
    .map((id) => ({ id, name: sections[id], pages: offered.filter(({ section }) => section === id) }))
    .filter(({ pages }) => pages.length > 0);
}
