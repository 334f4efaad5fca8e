import * as audit from './audit.ts';
import * as backups from './backups.ts';
import * as bases from './bases.ts';
import * as camps from './camps.ts';
import * as catalogue from './catalogue.ts';
import * as deliveries from './deliveries.ts';
import * as doctor from './doctor.ts';
import * as eventStream from './event-stream.ts';
import * as find from './find.ts';
import * as gameServer from './game-server.ts';
import * as guilds from './guilds.ts';
import * as health from './health.ts';
import * as importRules from './import-rules.ts';
import * as items from './items.ts';
import * as legacyGive from './legacy-give.ts';
import * as map from './map.ts';
import * as messages from './messages.ts';
import * as palSearch from './pal-search.ts';
import * as pals from './pals.ts';
import * as playerBelongings from './player-belongings.ts';
import * as playerSearch from './player-search.ts';
import * as players from './players.ts';
import * as positions from './positions.ts';
import * as progression from './progression.ts';
import * as punishments from './punishments.ts';
import { BASE_PATH, PALATINE_PATH, type RouteShape, routesOf, writes } from './route.ts';
import * as service from './service.ts';
import * as sessions from './sessions.ts';
import * as settings from './settings.ts';
import * as summon from './summon.ts';
import * as technologies from './technologies.ts';
import * as templates from './templates.ts';
import * as world from './world.ts';

/** The modules of a world's routes, in the order of the API document. Each route that one exports is in the tables below. */
const SUBJECTS = [
  players,
  legacyGive,
  items,
  pals,
  progression,
  guilds,
  summon,
  technologies,
  bases,
  punishments,
  messages,
  service,
  playerSearch,
  sessions,
  world,
  camps,
  map,
  playerBelongings,
  palSearch,
  find,
  catalogue,
  templates,
  importRules,
  settings,
  backups,
  doctor,
  audit,
  eventStream,
  positions,
  health,
  deliveries,
  gameServer,
] as const;

/** Every route of the PalDefender interface (docs/api.md#the-paldefender-interface), those that read first. */
export const ROUTES = readsFirst(routesOf(BASE_PATH, SUBJECTS)) satisfies Record<string, RouteShape>;

export type RouteName = keyof typeof ROUTES;

function readsFirst<Routes extends Record<string, RouteShape>>(routes: Routes): Routes {
  const order = Object.entries(routes).sort(
    ([, left], [, right]) => Number(writes(left)) - Number(writes(right)),
  );
  return Object.fromEntries(order) as Routes; // the same
}

/** Palatine's own routes. */
export const PALATINE_ROUTES = routesOf(PALATINE_PATH, SUBJECTS) satisfies Record<string, RouteShape>;

/** Every route of the service, those of the PalDefender interface first. */
export const ALL_ROUTES = { ...ROUTES, ...PALATINE_ROUTES } as const satisfies Record<string, RouteShape>;

export type AnyRouteName = keyof typeof ALL_ROUTES;
