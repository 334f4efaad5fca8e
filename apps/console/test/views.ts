import { PAGES, type Page, plainPath } from '../src/shell/page-table.ts';
import type { FullService } from './full-service.ts';

/** Something the console shows at its own address. */
export interface View {
  /** Also the name of its screenshots. */
  readonly name: string;
  /** Its address over a full world. */
  path(world: FullService): string;
  /** It reads nothing before something is chosen, and says what to choose. */
  readonly asksFirst?: boolean;
  /** Where its states are not those of all pages. */
  readonly states?: Partial<Record<ViewState, StateMarks>>;
}

export type ViewState = 'loading' | 'failed' | 'empty' | 'unknown' | 'full';

/** Selectors of what a state shows, and of what it does not show. */
export interface StateMarks {
  readonly shows: string;
  readonly lacks: string;
}

/** Selectors that only this state of a page has, and those it may not have. */
export const STATES: Readonly<Record<ViewState, StateMarks>> = {
  loading: { shows: '[aria-busy="true"]', lacks: '.failure' },
  failed: { shows: '.failure', lacks: '[aria-busy="true"]' },
  empty: { shows: '.view-state', lacks: '[aria-busy="true"], .failure' },
  unknown: { shows: '.unknown', lacks: '[aria-busy="true"], .failure' },
  full: { shows: '*', lacks: '[aria-busy="true"], .failure, .view-state, .unknown' },
};

const page = (name: string, path: string): View => ({ name, path: () => path });

/** Pages of the sidebar that are unlike the others. */
const UNLIKE: Partial<Record<Page['id'], Omit<View, 'name' | 'path'>>> = {
  items: { asksFirst: true, states: { full: { shows: '.view-state', lacks: STATES.failed.shows } } },
  map: {
    states: {
      failed: { shows: '.map-problem', lacks: STATES.loading.shows },
      full: { shows: 'canvas[data-ground="painted"]', lacks: `${STATES.loading.shows}, .map-problem` },
    },
  },
};

/** Every page of the sidebar that needs no game server, and every tab, as it is there. */
const SIDEBAR: readonly View[] = PAGES.flatMap((view) => {
  const tabs = view.tabs?.filter(({ attachedOnly }) => attachedOnly !== true);
  if (tabs === undefined) return [{ ...page(view.id, plainPath(view)), ...UNLIKE[view.id] }];
  return tabs.map((tab) => page(`${view.id} ${tab.id}`, plainPath(view, tab)));
});

const parts = (name: string, of: (world: FullService) => string, tabs: readonly string[]): View[] =>
  tabs.map((tab) => ({ name: `${name} ${tab}`, path: (world) => `${of(world)}/${tab}` }));

/** The parts of a player, of a guild and of a base, as the addresses name them. */
const PLAYER_PARTS = ['overview', 'inventory', 'pals', 'technologies', 'progress', 'history'] as const;
const GUILD_PARTS = ['overview', 'chest', 'laboratory', 'expeditions'] as const;
const BASE_PARTS = ['plan', 'workers', 'storage'] as const;

/** Details that open from a list: one of the many things that a page can show. */
const DETAILS: readonly View[] = [
  ...parts('player', ({ player }) => `/players/${player}`, PLAYER_PARTS),
  ...parts('guild', ({ guild }) => `/guilds/${guild}`, GUILD_PARTS),
  ...parts('base', ({ base }) => `/bases/${base}`, BASE_PARTS),
  page('timeline', '/players?view=timeline'),
  { name: 'pal', path: ({ pal }) => `/pals?pal=${pal}` },
  page('item', '/items?item=PalSphere'),
  page('template', '/templates/templates/Starter'),
  page('rule', '/templates/rules/Anubis'),
];

/** Everything that is looked at. */
export const VIEWS: readonly View[] = [...SIDEBAR, ...DETAILS];

/**
 * The views that may have nothing to show, at addresses where they have nothing over a world that nobody has done
 * anything to. The others are never empty: there is always a map, a service, a setting, a token and a default rule.
 */
export const EMPTY_VIEWS: readonly View[] = [
  ...['players', 'guilds', 'bases', 'pals', 'access/bans'].map((name) =>
    page(name, `/${name}?find=nobody-is-called-so`),
  ),
  ...['messages', 'templates', 'log/audit', 'log/events', 'system/backups'].map((name) =>
    page(name, `/${name}`),
  ),
];

/** Parts that are unknown of a player without a player file. */
export const UNKNOWN_VIEWS: readonly View[] = parts('player', ({ unread }) => `/players/${unread}`, [
  'inventory',
  'pals',
  'technologies',
  'progress',
]);
