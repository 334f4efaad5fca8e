import { backupMade } from '@palatine/testing/backup-made';
import { SMALL_SIZES, startService, type TestService } from '@palatine/testing/start-service';
import { loadCatalogue } from '@palatine/world/catalogue';
import { makeDemoWorld } from '@palatine/world/demo';

export interface FullService {
  service: TestService;
  /** Somebody online with belongings, a guild and a past. */
  player: string;
  /** Somebody whom the world knows without their player file. */
  unread: string;
  guild: string;
  base: string;
  pal: string;
}

/** A service over a demo world in which every page has something to show. */
export async function startFullService(): Promise<FullService> {
  const catalogue = loadCatalogue();
  const { world, banlist } = makeDemoWorld({ catalogue, seed: 1, nowMs: Date.now(), sizes: SMALL_SIZES });
  const unread = [...world.accounts.values()].at(-1)?.uid ?? '';
  world.players.remove(unread);
  const service = await startService({ world, banlist, config: { playerResolution: 'Known' } });
  const { api } = service;
  const { Rows: players } = await api.searchPlayers({
    query: { Status: 'Online', Sort: 'Level', Order: 'Descending' },
  });
  const player = players.find(({ HasPlayerFile, GuildId }) => HasPlayerFile && GuildId)?.Uid ?? '';
  const { Rows: guilds } = await api.searchGuilds({ query: {} });
  const { Rows: bases } = await api.searchCamps({ query: {} });
  const { Rows: pals } = await api.searchPals({ query: { Sort: 'Level', Order: 'Descending', Limit: 1 } });
  await api.broadcast({ body: { Message: 'The server restarts in ten minutes' } });
  await api.giveItems({
    params: { player_identifier: player },
    body: { Items: [{ ItemID: 'PalSphere', Count: 10 }] },
  });
  const file = { name: 'Starter' };
  await api.putTemplate({
    params: file,
    ifMatch: null,
    body: { Template: { PalID: 'SheepBall', Level: 5 } },
  });
  await api.putImportRule({ params: { name: 'Anubis' }, ifMatch: null, body: { Rules: { MaxLevel: 55 } } });
  await api.deleteBase({ params: { base_camp_id: bases.at(-1)?.Id ?? '' } });
  await api.makeBackup();
  await backupMade(service);
  return {
    service,
    player,
    unread,
    guild: guilds[0]?.Id ?? '',
    base: bases[0]?.Id ?? '',
    pal: pals[0]?.Id ?? '',
  };
}
