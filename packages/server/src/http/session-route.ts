import { CATALOGUE_LANGUAGES, getSession, type Session } from '@palatine/contract';
import type { FastifyInstance } from 'fastify';
import type { Token } from '../data-folder/tokens.ts';
import { PALATINE_VERSION } from '../data-folder/version.ts';
import type { ServedFigures } from '../game/game.ts';
import { serialize } from '../game/responses.ts';
import type { RequestPolicy } from './authorize.ts';
import { mountRead } from './mount.ts';
import type { Service } from './service.ts';

/** Mounts what a token is told of itself, of the service and of its world. */
export function mountSession(app: FastifyInstance, policy: RequestPolicy, service: Service): void {
  const startedAt = new Date(service.clock.now()).toISOString();
  mountRead(app, policy, getSession, ({ token }) => serialize(sessionOf(token, service, startedAt)));
}

function sessionOf(token: Token, service: Service, StartedAt: string): Session {
  const { settings, faults, game } = service;
  const { config, rest } = settings.current;
  const { figures } = game;
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
