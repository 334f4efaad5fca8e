import { connectBroker } from '@palatine/fleet';
import { answerOrders } from './partner.ts';

/** Sends back whatever comes on a subject: node echo-process.ts <broker> <subject>. */

const [server = '', subject = ''] = process.argv.slice(2);

answerOrders(async () => {
  const connection = await connectBroker({ servers: [server], name: 'echo' });
  connection.subscribe(subject, { callback: (_error, message) => void message.respond(message.data) });
  await connection.flush();
});
