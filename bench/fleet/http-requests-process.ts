import { aWorldKey } from '@palatine/server/testing/fleet-messages.ts';
import { HttpCalls } from './http-calls.ts';
import { openLoop } from './open-loop.ts';
import { answerOrders } from './partner.ts';
import { nthRequest, PATIENCE_MS, type RequestsOrder } from './requests.ts';

/** Requests over HTTP: node http-requests-process.ts <url of the gateway> <token>. */

const [url = '', token = ''] = process.argv.slice(2);
const { port, host } = new URL(url);
const CONNECTIONS = 256;
const calls = new HttpCalls(Number(port), CONNECTIONS);
const head = `host: ${host}\r\nauthorization: Bearer ${token}\r\n`;
const body = JSON.stringify({ Items: [{ ItemID: 'Wood', Count: 1 }] });
const ending = `HTTP/1.1\r\n${head}content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;

answerOrders(({ worlds, ...rate }: RequestsOrder) =>
  openLoop({
    ...rate,
    patienceMs: PATIENCE_MS,
    send(index) {
      const { world, writes } = nthRequest(index, worlds);
      const base = `/worlds/${aWorldKey(world)}/v1/pdapi`;
      return calls.call(
        writes ? `POST ${base}/give/items/steam_1 ${ending}` : `GET ${base}/players HTTP/1.1\r\n${head}\r\n`,
      );
    },
  }),
);
