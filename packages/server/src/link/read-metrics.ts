import { fieldsOf, integerWithin, numberWithin } from './json-fields.ts';

/** What GET /metrics says. A field that the server leaves out is absent: unknown, not 0. */
export interface GameServerMetrics {
  readonly fps?: number;
  readonly fpsAverage?: number;
  readonly frameTimeMs?: number;
  /** Since the start of the process. */
  readonly uptimeSeconds?: number;
  readonly inGameDay?: number;
  readonly players?: number;
  readonly maxPlayers?: number;
  readonly baseCamps?: number;
}

/** Reads the body of GET /metrics leniently; undefined when it holds none of the fields. */
export function readMetrics(json: unknown): GameServerMetrics | undefined {
  const fields = fieldsOf(json);
  if (fields === undefined) return undefined;
  const measure = (name: string) => numberWithin(fields.get(name), 0, Number.MAX_VALUE);
  const count = (name: string) => integerWithin(fields.get(name), 0, Number.MAX_SAFE_INTEGER);
  const metrics = {
    fps: measure('serverfps'),
    fpsAverage: measure('serverfpsaverage'),
    frameTimeMs: measure('serverframetime'),
    uptimeSeconds: measure('uptime'),
    inGameDay: count('days'),
    players: count('currentplayernum'),
    maxPlayers: count('maxplayernum'),
    baseCamps: count('basecampnum'),
  };
  const known = Object.entries(metrics).filter(([, value]) => value !== undefined);
  return known.length === 0 ? undefined : Object.fromEntries(known);
}
