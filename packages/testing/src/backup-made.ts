import type { TestService } from './start-service.ts';
import { until } from './until.ts';

/** Waits until the backup that was started is made, and its event is sent. */
export async function backupMade({ api, game }: Pick<TestService, 'api' | 'game'>): Promise<void> {
  await until('the backup is made', async () => {
    const { Running, Failed } = await api.getBackups();
    if (Failed !== undefined) throw new Error(Failed.Message);
    return Running === undefined;
  });
  await until('its event is sent', async () => {
    const { Total } = await api.getBackups();
    const { events } = game.reads.eventsSince(0);
    return events.filter(({ type }) => type === 'backup.made').length === Total;
  });
}
