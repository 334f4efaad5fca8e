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

/** What is loaded and shown at an address. */
interface Part {
  /** The routes it cannot do without: a token that may not call one of them is not offered it. */
  readonly needs: readonly Pick<RouteShape, 'permission'>[];
  /** Shown with a game server only. */
  readonly attachedOnly?: boolean;
  readonly key?: string;
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

const { alert, broadcast, sendPlayerMessage } = ALL_ROUTES;
/** Needed by the page of messages, for which one of several routes is enough. */
const SENDS = { permission: [alert, broadcast, sendPlayerMessage].flatMap(({ permission }) => permission) };

/** The address of a page, or of one of its tabs. */
export function plainPath({ path, tabs }: Page, tab?: Tab): string {
  const base = path.replace(/(\/:\w+\?)+$/, '') || '/';
  return tab === undefined || tab === tabs?.[0] ? base : `${base}/${tab.id}`;
}

type Needs = readonly (AnyRouteName | Part['needs'][number])[];
type More = Pick<Partial<Page>, 'path' | 'key' | 'attachedOnly'>;

const routesOf = (needs: Needs) =>
  needs.map((route) => (typeof route === 'string' ? ALL_ROUTES[route] : route));

/** A page that needs all texts, at the address of its name unless `more` gives another one. */
function page(
  section: Page['section'],
  id: Page['id'],
  icon: IconShape,
  needs: Needs,
  load: Page['load'],
  more: More = {},
): Page {
  return { id, path: `/${id}`, section, icon, needs: routesOf(needs), load: withTexts(load), ...more };
}

/** A page of tabs, each with its own needs and code. */
function tabbed(
  section: Page['section'],
  id: Page['id'],
  icon: IconShape,
  tabs: readonly [Tab, ...Tab[]],
  more: More = {},
): Page {
  return { id, path: `/${id}/:tab?`, section, icon, needs: [], tabs, load: tabs[0].load, ...more };
}

function tab(
  id: string,
  needs: Needs,
  load: Tab['load'],
  { name = id as Tab['name'], ...more }: Partial<Pick<Tab, 'name' | 'key' | 'attachedOnly'>> = {}, // most are called as their address
): Tab {
  return { id, name, needs: routesOf(needs), load: withTexts(load), ...more };
}

const GUILDS = ['searchGuilds', 'getGuildDetails'] as const;
const ATTACHED = { attachedOnly: true } as const;

const audit = () => import('../audit/AuditPage.tsx');
const events = () => import('../events/EventsPage.tsx');
const team = () => import('../tokens/TokensPage.tsx');
const files = () => import('../templates/FilesPage.tsx');
const server = () => import('../server/ServerPage.tsx');

/** Every page of a world, in the order of the sidebar. */
export const PAGES: readonly Page[] = [
  {
    id: 'overview',
    path: '/',
    section: 'world',
    icon: LayoutDashboard,
    key: 'o',
    needs: [ALL_ROUTES.getWorld],
    load: () => import('../overview/OverviewPage.tsx'),
  },
  page('world', 'map', MapIcon, ['searchCamps'], () => import('../map/MapPage.tsx'), { key: 'm' }),
  page('world', 'players', Users, ['searchPlayers'], () => import('../players/PlayersPage.tsx'), {
    path: '/players/:uid?/:tab?',
    key: 'p',
  }),
  page('world', 'guilds', Flag, GUILDS, () => import('../guilds/GuildsPage.tsx'), {
    path: '/guilds/:id?/:tab?',
    key: 'l',
  }),
  page('world', 'bases', House, ['searchCamps', 'getCampDetails'], () => import('../bases/BasesPage.tsx'), {
    path: '/bases/:id?/:tab?',
    key: 'b',
  }),
  page('world', 'pals', PawPrint, ['searchPals', 'getPalDetails'], () => import('../pals/PalsPage.tsx'), {
    key: 'a',
  }),
  page('world', 'items', Package, ['getItemHolders'], () => import('../items/ItemsPage.tsx'), { key: 'i' }),
  tabbed('moderation', 'access', ShieldCheck, [
    tab('bans', ['getBanlist'], () => import('../bans/BansPage.tsx'), { key: 'n' }),
    tab('whitelist', ['getWhitelist'], () => import('../server/WhitelistPage.tsx'), ATTACHED),
    tab('team', ['getTokens'], team),
  ]),
  page('moderation', 'messages', MessageSquare, [SENDS], () => import('../messages/MessagesPage.tsx'), {
    key: 'c',
  }),
  tabbed(
    'moderation',
    'templates',
    FileHeart,
    [tab('templates', ['getTemplates'], files), tab('rules', ['getImportRules'], files)],
    { path: '/templates/:tab?/:name?', key: 't' },
  ),
  tabbed(
    'operation',
    'server',
    Server,
    [
      tab('state', ['getServer'], server, ATTACHED),
      tab('deliveries', ['getDeliveries'], () => import('../server/DeliveriesPage.tsx'), ATTACHED),
      tab('schedule', ['getSettings'], async () => ({ default: (await server()).Schedule }), ATTACHED),
      tab('backups', ['getServerBackups'], async () => ({ default: (await server()).SaveBackups }), {
        name: 'saveBackups',
        ...ATTACHED,
      }),
    ],
    { key: 's' },
  ),
  tabbed('operation', 'log', ScrollText, [
    tab('audit', ['getAudit'], audit, { key: 'u' }),
    tab('events', ['getPastEvents'], events, { key: 'e' }),
  ]),
  tabbed(
    'operation',
    'system',
    Activity,
    [
      tab('health', ['getHealthDetails'], () => import('../health/HealthPage.tsx')),
      tab('backups', ['getBackups'], () => import('../backups/BackupsPage.tsx')),
      tab('settings', ['getSettings'], () => import('../settings/SettingsPage.tsx')),
    ],
    { key: 'h' },
  ),
];

/** Every page of a fleet, in the order of the sidebar. */
const FLEET_PAGES: readonly Page[] = [
  page('fleet', 'worlds', Globe, [getFleetWorlds], () => import('../fleet/worlds/WorldsPage.tsx'), {
    path: '/',
    key: 'w',
  }),
  page('fleet', 'players', Users, [searchFleetPlayers], () => import('../players/PlayersPage.tsx'), {
    key: 'p',
  }),
  tabbed(
    'fleet',
    'access',
    ShieldCheck,
    [
      tab('lists', [getFleetLists], () => import('../fleet/lists/ListsPage.tsx'), { key: 'l' }),
      tab('team', [getFleetTokens], team),
    ],
    { path: '/access/:tab?/:list?/:part?' },
  ),
  tabbed('fleet', 'log', ScrollText, [
    tab('audit', [getFleetAudit], audit, { key: 'u' }),
    tab('events', [getFleetEvents], events, { key: 'e' }),
  ]),
];

const PAGES_HERE = atFleet ? FLEET_PAGES : PAGES;

/** Pages that are in the bar of a narrow window itself, at most four; the others are under More. */
const IN_BAR: readonly Page['id'][] = ['overview', 'worlds', 'map', 'players', 'server', 'access', 'log'];
const MAX_IN_BAR = 4;

/** The addresses of earlier pages that are tabs now. */
const MOVED: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    PAGES_HERE.flatMap(({ id, tabs = [] }) =>
      tabs.filter(({ name }) => name !== 'saveBackups').map((moved) => [moved.id, `/${id}/${moved.id}`]),
    ),
  ),
  tokens: '/access/team',
};

/** The address that has taken the place of an earlier one; undefined for those of today. */
export function movedTo(path: string): string | undefined {
  const [, first = '', second, ...rest] = path.split('/');
  const isFile =
    first === 'templates' && second !== undefined && second !== 'templates' && second !== 'rules';
  if (first === 'templates' && !isFile) return undefined;
  const base = Object.hasOwn(MOVED, first) ? MOVED[first] : undefined;
  return base && [base, ...(second === undefined ? [] : [second]), ...rest].join('/');
}

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

/** The tabs of a page that the token may see. */
export function offeredTabs({ tabs = [] }: Page): readonly Tab[] {
  return tabs.filter((tab) => isHere(tab) && missingPermission(tab) === undefined);
}

/** The tab at an address of a page: the first one that is offered unless it names one. */
export function tabAt(page: Page, { tab }: PathValues): Tab | undefined {
  const here = page.tabs?.filter(isHere) ?? [];
  return tab === undefined ? (offeredTabs(page)[0] ?? here[0]) : here.find(({ id }) => id === tab);
}

/** The pages that the token may see, in the order of the sidebar. */
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
