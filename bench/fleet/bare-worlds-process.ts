import { connectBroker } from '@palatine/fleet';
import { answerOrders } from './partner.ts';

/** Connections that answer requests with the same bytes each, and nothing else: node bare-worlds-process.ts <broker> <number of the first> <count>. */

const [server = '', first, count] = process.argv.slice(2);
const answer = Buffer.alloc(1000);

answerOrders(async () => {
  for (let world = Number(first); world < Number(first) + Number(count); world++) {
    const connection = await connectBroker({ servers: [server], name: `bare ${world}` });
    connection.subscribe(`bare.${world}`, { callback: (_error, message) => void message.respond(answer) });
    await connection.flush();
  }
});
