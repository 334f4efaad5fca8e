import type { Logger } from 'pino';
import { type Token, type TokenSource, Tokens } from '../data-folder/tokens.ts';
import type { Clock } from '../game/clock.ts';
import type { FleetTokens } from './tokens/fleet-tokens.ts';
import { ALL_WORLDS_SCOPE, scopeFrom, type WorldScope } from './world-scope.ts';

/** Reads the token files of a gateway, and keeps watching them. They count at this gateway alone, for every world. */
export async function openTokenFiles(
  folder: string,
  defaultPermissions: readonly string[],
  log: Logger,
  clock: Clock,
): Promise<Tokens> {
  const reports = {
    skipped: (reason: string) => log.warn({ reason }, 'a token file is skipped'),
    doubtful: (reason: string) => log.warn({ reason }, 'token files are not as they should be'),
  };
  const tokens = new Tokens(folder, reports, clock, () => defaultPermissions);
  await tokens.watch();
  return tokens;
}

/** The tokens of the gateway's own files, and those of the fleet. */
export function gatewayTokens(files: Tokens, fleet: FleetTokens): TokenSource {
  return {
    find: (secret) => files.find(secret) ?? fleet.find(secret),
    findEagerly: async (secret) => fleet.find(secret) ?? (await files.findEagerly(secret)),
    byId: (id) => files.byId(id) ?? fleet.byId(id),
    onRead(listener) {
      const ends = [files.onRead(listener), fleet.onChange(listener)];
      return () => {
        for (const end of ends) end();
      };
    },
    refresh: () => files.refresh(),
    get faults() {
      return files.faults;
    },
  };
}

/** The worlds that a token may see: those that a token of the fleet names, and every one with a token file. */
export function scopeOf(fleet: FleetTokens, token: Token): WorldScope {
  const worlds = fleet.worldsOf(token);
  return worlds === undefined ? ALL_WORLDS_SCOPE : scopeFrom(worlds);
}
