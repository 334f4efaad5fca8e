import { getPlayers, giveItems } from '@palatine/contract';
import { connectBroker } from '@palatine/fleet';
import { systemClock as clock } from '@palatine/server/game/clock.ts';
import { LeaveDesk } from '@palatine/server/gateway/leave-desk.ts';
import { Replies } from '@palatine/server/gateway/replies.ts';
import { WorldClient } from '@palatine/server/gateway/world-client.ts';
import { aWorldKey } from '@palatine/server/testing/fleet-messages.ts';
import pino from 'pino';
import { openLoop } from './open-loop.ts';
import { answerOrders } from './partner.ts';
import { nthRequest, PATIENCE_MS, type RequestsOrder } from './requests.ts';

/** Requests with what a gateway sends them with, and without its HTTP server: node nats-requests-process.ts <broker>. */

const [server = ''] = process.argv.slice(2);
const log = pino({ level: 'warn' }, pino.destination(2));
const connection = await connectBroker({ servers: [server], name: 'requests' });
const desk = new LeaveDesk({ connection, clock, log, admit: () => Promise.resolve(undefined) });
const client = new WorldClient({ connection, replies: new Replies(connection), desk, clock });

const token = { id: 'bench', name: 'bench', permissions: ['*'], answerForm: undefined };
const common = { headers: { accept: '*/*' }, token, ip: '127.0.0.1' };
const body = Buffer.from(JSON.stringify({ Items: [{ ItemID: 'Wood', Count: 1 }] }));
const read = {
  ...common,
  route: getPlayers,
  path: '/v1/pdapi/players',
  body: Buffer.alloc(0),
  key: '',
};
const write = { ...common, route: giveItems, path: '/v1/pdapi/give/items/steam_1', body };

answerOrders(({ worlds, ...rate }: RequestsOrder) =>
  openLoop({
    ...rate,
    patienceMs: PATIENCE_MS,
    async send(index) {
      const { world, writes } = nthRequest(index, worlds);
      const request = writes ? { ...write, key: `bench-${index}` } : read;
      const { status } = await client.send(aWorldKey(world), request);
      if (status !== 200) throw new Error(`status ${status}`);
    },
  }),
);
