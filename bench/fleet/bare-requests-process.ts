import { connectBroker } from '@palatine/fleet';
import { openLoop } from './open-loop.ts';
import { answerOrders } from './partner.ts';
import { nthRequest, PATIENCE_MS, type RequestsOrder } from './requests.ts';

/** Requests to bare-worlds-process.ts: node bare-requests-process.ts <broker>. */

const [server = ''] = process.argv.slice(2);
const connection = await connectBroker({ servers: [server], name: 'bare' });
const body = Buffer.alloc(300);

answerOrders(({ worlds, ...rate }: RequestsOrder) =>
  openLoop({
    ...rate,
    patienceMs: PATIENCE_MS,
    send: (index) =>
      connection.request(`bare.${nthRequest(index, worlds).world}`, body, { timeout: PATIENCE_MS }),
  }),
);
