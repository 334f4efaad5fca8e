import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startAttachedService } from '@palatine/testing/start-attached-service';
import { until } from '@palatine/testing/until';

/** The only one whom the whitelist lets in. */
export const JOINS = 'steam_76561198000000199';

/** Starts a service beside a game server, with a whitelist that is tried out. */
export async function startWhitelistedService() {
  const attached = await startAttachedService({ config: { playerResolution: 'Known' } });
  const allowed = { Enabled: true, DryRun: true, Players: [JOINS], Message: 'members only' };
  writeFileSync(join(attached.data, 'AllowList.json'), JSON.stringify(allowed));
  await until('the whitelist counts', async () => (await attached.service.api.getWhitelist()).Enabled);
  return attached;
}
