import { hash } from 'node:crypto';
import {
  backUpServer,
  CATALOGUE_LANGUAGES,
  CATALOGUE_TABLE_NAMES,
  type CatalogueLanguage,
  cancelMaintenance,
  changeWhitelist,
  DEFAULT_PAGE,
  getArchives,
  getAudit,
  getCatalogue,
  getDeliveries,
  getEvents,
  getPositions,
  getServer,
  getServerBackups,
  getSession,
  getWhitelist,
  getWorld,
  MAX_PAGE,
  parseArchiveName,
  Refusal,
  type ServerStatus,
  type Session,
  saveServer,
  startMaintenance,
  type WorldReply,
} from '@palatine/contract';
import type { Token } from '@palatine/contract/tokens';
import type { Game, ServedFigures } from '@palatine/engine/game';
import { archivesIn } from '@palatine/engine/operator-files';
import { AUDIT_LINES, assertNoPage, auditFiltersOf, auditQueryOf } from '@palatine/platform/export-lines';
import { inParts } from '@palatine/platform/parts';
import { type CachedResponse, serialize, withEtag } from '@palatine/platform/response-bytes';
import { PALATINE_VERSION } from '@palatine/platform/version';
import { type EventStreams, pageExports } from '@palatine/web/event-streams';
import { fileWrites, type MountFileWrite, type WriteRecorder } from '@palatine/web/file-writes';
import type { Routes } from '@palatine/web/routes';
import type { Catalogue } from '@palatine/world/catalogue';
import { catalogueTable } from '@palatine/world/catalogue-tables';
import { inLanguage } from '@palatine/world/local-names';
import { diskFigures, storeFigures } from '../observability/health-details.ts';
import type { Service } from '../service/service.ts';
import { mountDoctor } from './doctor-route.ts';
import { mountHistory } from './history-routes.ts';
import { mountImportRules } from './import-rules-route.ts';
import { mountMapPictures } from './map-picture-route.ts';
import { mountOperatorPictures, operatorPictures } from './operator-pictures.ts';
import { mountTemplates } from './pal-file-routes.ts';
import { mapPartOf, type PositionStreams } from './position-streams.ts';
import { mountSettings } from './settings-route.ts';
import { mountTokens } from './token-routes.ts';
import { mountBackups, type WorldBackups } from './world-backups.ts';

export interface Streams {
  readonly events: EventStreams;
  readonly positions: PositionStreams;
}

/** Mounts the routes of Palatine itself: catalogue, files, archives, audit, history and streams. */
export function mountPalatineRoutes(
  routes: Routes,
  service: Service,
  streams: Streams,
  backups: WorldBackups,
): void {
  const respond = catalogueResponse(service.catalogue);
  routes.read(getCatalogue, ({ query }) => respond(query.Language));
  const startedAt = new Date(service.clock.now()).toISOString();
  routes.read(getSession, ({ token }) => serialize(sessionOf(token, service, startedAt)));
  mountWorld(routes, service);
  const write = fileWrites(routes, gameRecorder(service.game), service.clock);
  mountTemplates(routes, service, write);
  mountImportRules(routes, service, write);
  mountSettings(routes, service, write);
  mountTokens(routes, service, write);
  mountBackups(routes, backups, write);
  mountDoctor(routes, service);
  const pictures = operatorPictures(service.data.console, service.clock.elapsed);
  mountOperatorPictures(routes.app, pictures);
  mountMapPictures(routes, pictures);
  mountArchives(routes, service);
  routes.read(getDeliveries, async ({ query }) => {
    const { State: state, Player: player, Limit: limit = DEFAULT_PAGE, Cursor: cursor } = query;
    return serialize(await service.game.reads.deliveries({ state, player, limit, cursor }));
  });
  mountServerRoutes(routes, service, write);
  mountAudit(routes, service);
  mountHistory(routes, service);
  routes.read(getEvents, (call) => streams.events.answer(call));
  routes.read(getPositions, ({ query }) => streams.positions.answer(mapPartOf(query)));
}

/** Maximum age of the sizes of files: reading them takes longer than the rest of the answer. */
const SIZES_MS = 1000;

/** Mounts the facts about the world, with the sizes of its tables and of its file. */
function mountWorld(routes: Routes, { game, data }: Service): void {
  const sizesNow = async () => {
    const [Store, disk] = await Promise.all([storeFigures(data.world), diskFigures(data.world)]);
    return { Store, ...disk };
  };
  let sizes: ReturnType<typeof sizesNow> | undefined;
  let readAtMs = Number.NEGATIVE_INFINITY;
  let parts: readonly object[] = [];
  let response: CachedResponse | undefined;

  routes.read(getWorld, async () => {
    const nowMs = performance.now();
    if (sizes === undefined || nowMs - readAtMs >= SIZES_MS) [sizes, readAtMs] = [sizesNow(), nowMs];
    const [facts, files] = await Promise.all([game.reads.worldFacts(), sizes]);
    if (response === undefined || parts[0] !== facts || parts[1] !== files) {
      parts = [facts, files];
      response = serialize({ ...facts, ...files } satisfies WorldReply);
    }
    return response;
  });
}

function mountAudit(routes: Routes, { game }: Service): void {
  const exports = pageExports('audit');

  routes.read(getAudit, async ({ query }) => {
    const { Format: format = 'json' } = query;
    if (format === 'json') return serialize(game.reads.auditPage(auditQueryOf(query)));
    assertNoPage(query);
    const filters = auditFiltersOf(query);
    return exports(AUDIT_LINES[format], async (cursor) =>
      game.reads.auditPage({ ...filters, limit: MAX_PAGE, cursor }),
    );
  });
}

/** Answers without the game. Each language is serialized once: memory is bounded by their number. */
function catalogueResponse(catalogue: Catalogue): (language: string | undefined) => Promise<CachedResponse> {
  const responses = new Map<CatalogueLanguage, Promise<CachedResponse>>();
  return async (requested = 'en') => {
    const language = CATALOGUE_LANGUAGES.find((tag) => tag.toLowerCase() === requested.toLowerCase());
    if (language === undefined) {
      throw new Refusal('VALIDATION_FAILED', `Language must be one of ${CATALOGUE_LANGUAGES.join(', ')}`);
    }
    const response = responses.get(language) ?? inParts(serialized(catalogue, language));
    responses.set(language, response);
    return response;
  };
}

function* serialized(
  catalogue: Catalogue,
  language: CatalogueLanguage,
): Generator<undefined, CachedResponse> {
  const local = language === 'en' ? catalogue : inLanguage(catalogue, language);
  const tables: string[] = [];
  for (const name of CATALOGUE_TABLE_NAMES) {
    yield;
    tables.push(`${JSON.stringify(name)}:${JSON.stringify(catalogueTable(name, local))}`);
  }
  const members = `${tables.join(',')}}`;
  const version = hash('sha1', `{${members}`, 'base64url');
  return withEtag(new TextEncoder().encode(`{"Version":"${version}",${members}`));
}

function mountArchives(routes: Routes, { game, data }: Service): void {
  routes.read(getArchives, async ({ query: { Limit: limit = 50, Cursor: after } }) => {
    if (after !== undefined && parseArchiveName(after) === undefined) {
      throw new Refusal('VALIDATION_FAILED', 'Cursor must be the Next of a page of this list');
    }
    const { origin, createdAtMs } = game.reads.world.info;
    return serialize(await archivesIn(data.archives, { limit, after, world: { origin, createdAtMs } }));
  });
}

function sessionOf(token: Token, service: Service, StartedAt: string): Session {
  const { settings, faults, game } = service;
  const { config, rest } = settings.current;
  const { figures } = game.reads;
  return {
    Token: {
      Name: token.name,
      Permissions: [...token.permissions],
      AnswerForm: token.answerForm ?? rest.AnswerForm,
    },
    Service: {
      Version: PALATINE_VERSION,
      StartedAt,
      Simulated: figures.simulated,
      Faults: faults,
      PlayerResolution: config.playerResolution,
    },
    World: worldOf(figures, service.attached),
    Limits: {
      MaxBodyBytes: rest.Limits['Max-Body-Bytes'],
      RequestsPerSecond: rest.Limits['Requests-Per-Second'],
    },
    Languages: [...CATALOGUE_LANGUAGES],
  };
}

function worldOf(figures: ServedFigures, attached: Service['attached']): Session['World'] {
  const { name, origin, madeAt, gameBuild } = figures;
  const savedAtMs = attached?.savedAtMs;
  const savedAt = savedAtMs === undefined ? figures.savedAt : new Date(savedAtMs).toISOString();
  return {
    Name: name,
    Kind: attached !== undefined ? 'Attached' : origin === 'demo' ? 'Demo' : 'Import',
    ImportedAt: madeAt,
    ...(savedAt !== undefined && { SavedAt: savedAt }),
    ...(gameBuild !== undefined && { GameBuild: gameBuild }),
  };
}

/** Mounts the routes about the game server beside which the service runs. */
function mountServerRoutes(routes: Routes, service: Service, write: MountFileWrite): void {
  const server = () => {
    if (service.attached === undefined) throw new Refusal('NOT_ATTACHED');
    return service.attached;
  };
  routes.read(getServer, async () => serialize((await service.attached?.status()) ?? DISABLED));
  routes.read(getServerBackups, () => serialize({ Backups: server().backups() }));
  routes.read(getWhitelist, () => serialize(server().whitelist()));
  write(changeWhitelist, ({ body }) => ({ reply: server().changeWhitelist(body) }));
  write(startMaintenance, ({ body, token }) => ({
    reply: { Maintenance: server().startMaintenance(body, token) },
  }));
  write(cancelMaintenance, () => ({ reply: { Maintenance: server().cancelMaintenance() } }));
  write(saveServer, async () => {
    await server().saveNow();
    return { reply: { Success: true } };
  });
  write(backUpServer, async () => ({ reply: { Backup: await server().backUp() } }));
}

const DISABLED: ServerStatus = {
  State: 'Disabled',
  Reason: 'this service has its own world',
  Control: {},
  Info: {},
  Metrics: {},
  Roster: { State: 'Unknown', Players: [] },
  Save: { Problem: '' },
  Deliveries: { Mode: 'Refuse', Pending: 0, Delivering: 0 },
  Maintenance: {},
  Warnings: [],
};

/** Records writes outside the game in its audit and events. */
function gameRecorder(game: Game): WriteRecorder {
  return {
    /** A file is replaced by now, so a busy game fails no write: the entry waits, and the event is lost. */
    async record(entry, event) {
      try {
        await game.writes.note({ entry, ...(event && { event }) });
      } catch {
        game.writes.audit(entry);
      }
    },
    audit: (entry) => game.writes.audit(entry),
  };
}
