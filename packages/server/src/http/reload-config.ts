import { Server as TlsServer } from 'node:tls';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { rulesOf } from '../data-folder/config.ts';
import type { LiveSettings } from '../data-folder/live-settings.ts';
import type { Tokens } from '../data-folder/tokens.ts';
import type { GameClient } from '../game/game-client.ts';
import type { ReloadInput } from '../game/protocol.ts';

interface Reloaded {
  app: FastifyInstance;
  game: GameClient;
  settings: LiveSettings;
  tokens: Tokens;
  log: Logger;
}

/**
 * Reads the settings files and the token files again. The game thread gets what comes of it, and reads Banlist.json
 * itself. A wrong token file is skipped and reported as ever: token files count without a reload.
 */
export async function reloadConfig({ app, game, settings, tokens, log }: Reloaded): Promise<ReloadInput> {
  await tokens.refresh();
  const rejected = settings.reload();
  for (const file of rejected) {
    log.warn(file, 'a settings file is wrong; its last good state stays in force');
  }
  const { config, tls } = settings.current;
  if (tls && app.server instanceof TlsServer) app.server.setSecureContext(tls); // for connections from now on
  const rules = rulesOf(config);
  game.setRules(rules);
  return { rules, rejected };
}
