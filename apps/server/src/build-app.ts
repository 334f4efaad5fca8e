import { Server as TlsServer } from 'node:tls';
import {
  ALL_ROUTES,
  cancelDelivery,
  controlSimulation,
  getVersion,
  grantedOf,
  PALATINE_PATH,
  Refusal,
  type RouteShape,
  reloadConfig,
  retryDelivery,
} from '@palatine/contract';
import type { Token, TokenSource } from '@palatine/contract/tokens';
import type { CommandCall, WriteCall as GameWrite, Query } from '@palatine/engine/calls';
import { LATE_RELOAD } from '@palatine/engine/config';
import type { Game } from '@palatine/engine/game';
import { startRecorder } from '@palatine/engine/history-client';
import { serialize } from '@palatine/platform/response-bytes';
import { VERSION } from '@palatine/platform/version';
import { makeBaseApp } from '@palatine/web/base-app';
import type { Timeouts } from '@palatine/web/connections';
import { type EventSource, eventStreams, eventText } from '@palatine/web/event-streams';
import { outcomeOf } from '@palatine/web/file-writes';
import { mountApiDocument } from '@palatine/web/mount-api-document';
import { mountConsole } from '@palatine/web/mount-console';
import { sendSaveAge } from '@palatine/web/respond';
import type { Routes, WriteCall } from '@palatine/web/routes';
import { COMMANDS, type CommandName } from '@palatine/world/commands';
import { palatineEvent } from '@palatine/world/past-events';
import { QUERIES, type QueryName } from '@palatine/world/queries';
import type { Logger } from 'pino';
import { mountHealthDetails } from './observability/health-details.ts';
import { mountMetrics } from './observability/mount-metrics.ts';
import { seriesSampler } from './observability/series-sampler.ts';
import type { MetricSources } from './observability/service-metrics.ts';
import { mountPalatineRoutes } from './routes/palatine-routes.ts';
import { positionStreams } from './routes/position-streams.ts';
import { worldBackups } from './routes/world-backups.ts';
import type { Service } from './service/service.ts';
import { mountSignIn, signInCode } from './service/sign-in-link.ts';

export interface AppOptions extends Service {
  tokens: TokenSource;
  log: Logger;
  droppedLogLines: () => number;
  timeouts?: Partial<Timeouts> | undefined;
}

/** The HTTP server with every route on it, not listening yet. */
export function buildApp(options: AppOptions) {
  const { game, history, settings, attached, clock, log } = options;
  const { app, routes, refusals, traffic, connections } = makeBaseApp({
    ...options,
    audit: (entry) => game.writes.audit(entry),
  });
  settings.onChange((changed) => {
    if (changed.tls === undefined || !(app.server instanceof TlsServer)) return;
    app.server.setSecureContext(changed.tls); // for connections from now on
  });
  if (attached !== undefined)
    app.addHook('onSend', (_request, reply, _payload, done) => {
      sendSaveAge(reply, attached.savedAtMs, clock.now());
      done();
    });
  mountReadRoutes(routes, options);
  mountWriteRoutes(routes, options, log);
  const streams = {
    events: eventStreams({ source: worldEvents(game), clock, busy: 'too many event streams are open' }),
    positions: positionStreams(game, clock),
  };
  const backups = worldBackups(options);
  mountPalatineRoutes(routes, options, streams, backups);
  const sampler = seriesSampler({ game, traffic, streams, clock });
  const sources: MetricSources = { ...options, traffic, connections, streams, refusals };
  mountMetrics(routes, sources);
  mountHealthDetails(routes, options, sources, sampler);
  mountApiDocument(app);
  mountConsole(app);
  const signIn = signInCode(clock);
  mountSignIn(routes, signIn, options);
  const stopRecorder = startRecorder({
    history,
    game,
    clock,
    measure: sampler.measure,
    onReload: (listener) => settings.onChange(listener),
  });
  app.addHook('preClose', async () => {
    streams.events.close();
    streams.positions.close();
  });
  app.addHook('onClose', async () => {
    stopRecorder();
    sampler.close();
  });
  return { app, routes, connections, backups, signIn };
}

/** Mounts every route that reads. The game answers its queries from the response cache while what they read is unchanged. */
function mountReadRoutes(routes: Routes, service: Service): void {
  const formFor = (token: Token) => token.answerForm ?? service.settings.current.rest.AnswerForm;

  for (const name of Object.keys(QUERIES) as QueryName[]) {
    const route: RouteShape = ALL_ROUTES[name];
    const input = queryReader(route);
    routes.read(route, ({ params, token, query: values }) => {
      const query: Query = { name, params, form: formFor(token) };
      if (input !== undefined) query.input = input(token, values as QueryValues);
      return service.game.responses.get(query);
    });
  }

  routes.read(getVersion, ({ token }) =>
    serialize(service.game.responses.inForm('getVersion', formFor(token), VERSION)),
  );
}

type QueryValues = Readonly<Record<string, unknown>> | undefined;

/** Reads the input of a query beside its path; undefined for a route that takes nothing else. */
function queryReader({ base, query, optionalPermissions = {} }: RouteShape) {
  if (base !== PALATINE_PATH && query === undefined) return undefined;
  return ({ permissions }: Token, values: QueryValues) => ({
    query: values,
    granted: grantedOf(permissions, optionalPermissions),
  });
}

/** Mounts every route that changes the world. Each is a command of the game, under the name of its route. */
function mountWriteRoutes(routes: Routes, { game, attached, faults }: Service, log: Logger): void {
  function command(name: CommandCall['name'], route: RouteShape): void {
    routes.write(route, (call) => {
      const { params, body, reaching } = call;
      const command = { ...writeCallOf(call), name, params, body, reaching };
      return attached !== undefined && (route.attached === 'Live' || name === 'alert')
        ? attached.live(command)
        : game.writes.run(command);
    });
  }

  for (const name of Object.keys(COMMANDS) as CommandName[]) command(name, ALL_ROUTES[name]);

  command('cancelDelivery', cancelDelivery);
  command('retryDelivery', retryDelivery);

  // The game reads the settings files and Banlist.json; token files take effect without a reload.
  routes.write(reloadConfig, async (call) => {
    try {
      const outcome = await game.writes.reload(writeCallOf(call));
      if (outcome.code === 'OK') await routes.policy.tokens.refresh();
      return outcome;
    } catch (error) {
      if (!(error instanceof Refusal && error.code === 'REQUEST_TIMEOUT')) throw error;
      log.warn({ reason: LATE_RELOAD }, 'reload timed out'); // the game emits the events, once it gets to it
      return outcomeOf({ Success: false });
    }
  });

  if (faults) command('controlSimulation', controlSimulation);
}

function writeCallOf<R extends RouteShape>(call: WriteCall<R>): GameWrite {
  const { token, ip, audit, idempotency, notAfter } = call;
  return {
    issuer: { id: token.id, name: token.name, ip, permissions: token.permissions },
    audit,
    idempotency,
    notAfter,
  };
}

/** The events of the world, for streams. An unknown id is of another world. */
function worldEvents(game: Game): EventSource {
  return {
    get newestId() {
      return game.reads.newestEventId;
    },
    pageAfter(id) {
      const { since, events, newestId } = game.reads.eventsSince(id);
      const until = events.at(-1)?.id ?? Math.max(since, newestId);
      return {
        events: events.map((event) => ({ id: event.id, text: eventText(palatineEvent(event)) })),
        until,
      };
    },
    isOwn: () => true,
    watch: (onEvents) => game.watchers.events(() => onEvents(false)),
  };
}
