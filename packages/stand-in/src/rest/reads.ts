import type { GameServer } from '../game-server.ts';
import type { Session } from '../sessions.ts';
import type { Read, Variants } from '../variants.ts';
import { dayAfter } from '../world/encode-round.ts';
import { type Answer, jsonAnswer, textAnswer } from './answer.ts';
import captured from './settings.json' with { type: 'json' };

/** Location of a player who is still loading, as captured. */
const LOADING_PLACE = { location_x: -362179.4375, location_y: 270846.46875 };

export const READ_ANSWERS: Readonly<Record<Read, (game: GameServer) => Answer>> = {
  info: (game) =>
    jsonAnswer(game.variants, {
      version: game.version,
      servername: game.settings.values.get('ServerName') ?? 'Stand-in',
      description: game.settings.values.get('ServerDescription') ?? '',
      worldguid: game.variants.worldGuid ?? game.worldGuid,
    }),
  players: (game) =>
    jsonAnswer(game.variants, { players: game.sessions.all.map((session) => playerOf(game, session)) }),
  settings: (game) => jsonAnswer(game.variants, settingsOf(game.variants, game.settings.values), true),
  metrics: (game) => jsonAnswer(game.variants, metricsOf(game)),
  /** Off, as on a new server. Palatine never reads it. */
  'game-data': () => textAnswer(404, 'PalGameDataBridge GameData API is not enabled'),
};

/**
 * A new server's `/settings`, as captured: never a password, and `autoSaveSpan` with a small letter. Which settings 0.7
 * sent is not known: here those of the older documents.
 */
function settingsOf({ build }: Variants, ini: ReadonlyMap<string, string>): Record<string, unknown> {
  return {
    ...captured['0.7'],
    ...(build === '1.0' && captured.since_1_0),
    autoSaveSpan: Number(ini.get('AutoSaveSpan') ?? 30),
    ServerName: ini.get('ServerName') ?? 'Stand-in',
    ServerDescription: ini.get('ServerDescription') ?? '',
    ServerPlayerMaxNum: Number(ini.get('ServerPlayerMaxNum') ?? 32),
    PublicPort: 8211,
    RESTAPIPort: Number(ini.get('RESTAPIPort') ?? 8212),
    RCONPort: 25575,
  };
}

function playerOf(game: GameServer, session: Session): Record<string, unknown> {
  const { variants, memory, sessions } = game;
  const { loading, player } = session;
  const place = player?.location ?? { x: -350750.8125, y: 270272 };
  return {
    name: loading ? session.accountName : sessions.nameOf(session),
    ...(variants.accountName && { accountName: session.accountName }),
    playerId: loading ? variants.loadingPlayerId : session.playerId,
    userId: session.userId,
    ...addressOf(variants, session.ip),
    ping: variants.floatPing ? session.basePingMs + Math.fround(game.chance()) : session.basePingMs,
    ...(loading ? LOADING_PLACE : { location_x: place.x, location_y: place.y }),
    level: loading || player === undefined ? 1 : (memory.body(player)?.level ?? 1),
    ...(variants.buildingCount && { building_count: 0 }),
  };
}

function addressOf({ ipKey, emptyIp }: Variants, ip: string): Record<string, string> {
  return ipKey === 'missing' ? {} : { [ipKey]: emptyIp ? '' : ip };
}

function metricsOf(game: GameServer): Record<string, number> {
  const { variants, memory, sessions, settings, chance } = game;
  const fps = variants.fps ?? 57 + Math.floor(chance() * 4);
  const all: Record<string, number> = {
    currentplayernum: sessions.all.length,
    serverfps: fps,
    serverfpsaverage: Math.fround(fps + chance()),
    serverframetime: Math.fround(fps === 0 ? 0 : 1000 / fps),
    days: dayAfter(memory, game.uptimeMs()),
    maxplayernum: Number(settings.values.get('ServerPlayerMaxNum') ?? 32),
    basecampnum: memory.save.camps.length,
    uptime: Math.floor(game.reportedUptimeMs() / 1000),
  };
  const absent = new Set([...variants.metricsWithout, variants.build === '0.7' && 'serverfpsaverage']);
  return Object.fromEntries(Object.entries(all).filter(([key]) => !absent.has(key)));
}
