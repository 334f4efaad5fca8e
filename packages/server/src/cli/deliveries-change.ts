import type { Client } from '@palatine/client';
import type { Delivery } from '@palatine/contract';
import { type CliCall, command } from './command.ts';
import { SERVER_FLAGS, withServer } from './running-server.ts';

export const deliveriesCancel = command(
  {
    name: 'deliveries cancel',
    positionals: ['ID...'],
    description: 'cancel deliveries that wait',
    flags: SERVER_FLAGS,
    notes: ['One that is being delivered or has ended is refused; those before it are canceled then.'],
  },
  (call) => changeEach(call, (client, id) => client.cancelDelivery({ params: { id }, body: {} })),
);

export const deliveriesRetry = command(
  {
    name: 'deliveries retry',
    positionals: ['ID...'],
    description: 'let deliveries that failed, or did not fit, be tried again with the next maintenance',
    flags: SERVER_FLAGS,
  },
  (call) => changeEach(call, (client, id) => client.retryDelivery({ params: { id }, body: {} })),
);

async function changeEach(
  call: CliCall<typeof SERVER_FLAGS>,
  change: (client: Client, id: string) => Promise<{ Delivery: Delivery }>,
): Promise<number> {
  const { positionals, terminal } = call;
  const changed: Delivery[] = [];
  await withServer(call, ['Palatine.Deliveries.Change'], async (client) => {
    for (const id of positionals) {
      const { Delivery: delivery } = await change(client, id);
      changed.push(delivery);
      const { Id, State, Summary, PlayerName, Target } = delivery;
      terminal.print(`${Id} is ${State.toLowerCase()}: ${Summary} for ${PlayerName || Target}`);
    }
  });
  terminal.printJson({ deliveries: changed });
  return 0;
}
