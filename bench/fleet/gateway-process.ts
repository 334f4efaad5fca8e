import { startGateway } from '@palatine/server/gateway/start-gateway.ts';
import pino from 'pino';
import { machineMs } from './machine-clock.ts';
import type { GatewayOrder, GatewayStarted } from './measured-gateway.ts';
import { answerOrders } from './partner.ts';

/** A gateway: node gateway-process.ts <broker> <folder>. */

const [server = '', folder = ''] = process.argv.slice(2);
const log = pino({ level: process.env.PALATINE_LOG ?? 'warn' }, pino.destination(2));
const starting = startGateway({ folder, broker: { servers: [server] }, port: 0, log });
starting.catch(() => {}); // the answer to the first order carries the error
const LIST = 'main';
const BY = 'bench';
const settings = { Kind: 'Ban', Title: 'Bench', Adopt: 'Ignore', LocalUnban: false } as const;

answerOrders(async (order: GatewayOrder) => {
  const { url, newAdminToken, directory, lists } = await starting;
  switch (order.do) {
    case 'start': {
      await lists.putList(LIST, settings, BY);
      return { url, token: newAdminToken ?? '' } satisfies GatewayStarted;
    }
    case 'countOnline':
      return directory.all().filter(({ state }) => state === 'Online').length;
    case 'ban': {
      const startedMs = machineMs();
      await lists.put(LIST, { Kind: 'User', Id: order.id }, { reason: 'bench' }, BY);
      return startedMs;
    }
    case 'banAll': {
      const startedMs = machineMs();
      const subjects = order.ids.map((Id) => ({ Kind: 'User', Id }) as const);
      await lists.putAll(
        LIST,
        subjects.map((subject) => ({ subject, reason: 'bench', expires: undefined })),
        BY,
      );
      return startedMs;
    }
  }
});
