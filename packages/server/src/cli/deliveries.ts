import type { Client } from '@palatine/client';
import { DELIVERY_STATES, type DeliveriesPage, type Delivery, MAX_PAGE } from '@palatine/contract';
import { type CliCall, command } from './command.ts';
import { choiceOf, wholeNumberOf } from './flag-values.ts';
import { SERVER_FLAGS, withServer } from './running-server.ts';
import { timeText } from './server-status.ts';
import { columns } from './terminal.ts';

export const deliveriesList = command('deliveries list', {
  description: 'list what waits for the next maintenance of the game server, and what became of the rest',
  flags: {
    state: { value: 'STATE', description: `only these: ${DELIVERY_STATES.join(', ')}` },
    player: { value: 'PLAYER', description: 'only those for this player: a UserId or a PlayerUID' },
    limit: { value: 'N', description: `how many at most, 1 to ${MAX_PAGE} (default 100)` },
    ...SERVER_FLAGS,
  },
  async run(call) {
    const { player, limit } = call.flags;
    const State = choiceOf('--state', call.flags.state, DELIVERY_STATES);
    const query = {
      ...(State !== undefined && { State }),
      ...(player !== undefined && { Player: player }),
      ...(limit !== undefined && { Limit: wholeNumberOf('--limit', limit, MAX_PAGE) }),
    };
    const page = await withServer(call, ['Palatine.Deliveries.Read'], (client) =>
      client.getDeliveries({ query }),
    );
    call.terminal.printJson(page);
    call.terminal.print(...columns(page.Deliveries.map(rowOf)), endText(page));
  },
});

function rowOf({ Id, State, AcceptedAt, PlayerName, Target, Summary, Issuer, Reason }: Delivery): string[] {
  return [timeText(AcceptedAt), State, Id, PlayerName || Target, Summary, Issuer, Reason];
}

function endText({ Meta, Next }: DeliveriesPage): string {
  const more = Next === undefined ? '' : '; there are more, --limit shows them';
  return `${Meta.Pending} wait, ${Meta.Delivering} are being delivered${more}.`;
}

export const deliveriesCancel = command('deliveries cancel ID...', {
  description: 'cancel deliveries that wait',
  flags: SERVER_FLAGS,
  notes: ['One that is being delivered or has ended is refused; those before it are canceled then.'],
  run: (call) => changeEach(call, (client, id) => client.cancelDelivery({ params: { id }, body: {} })),
});

export const deliveriesRetry = command('deliveries retry ID...', {
  description: 'let deliveries that failed, or did not fit, be tried again with the next maintenance',
  flags: SERVER_FLAGS,
  run: (call) => changeEach(call, (client, id) => client.retryDelivery({ params: { id }, body: {} })),
});

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
