import { DELIVERY_STATES, type Delivery, MAX_PAGE } from '@palatine/contract';
import { timeText } from '@palatine/save-tools/edit-records';
import type { CliCommand } from '../command/command.ts';
import { choiceOf, wholeNumberOf } from '../command/flag-values.ts';
import { columns } from '../command/terminal.ts';
import { serverCommand } from './running-server.ts';

export const deliveriesList = serverCommand('deliveries list', {
  description: 'list pending and past deliveries to the game server',
  flags: {
    state: { value: 'STATE', description: `only these: ${DELIVERY_STATES.join(', ')}` },
    player: { value: 'PLAYER', description: 'only those for this player: a UserId or a PlayerUID' },
    limit: { value: 'N', description: `maximum number, 1 to ${MAX_PAGE} (default 100)` },
  },
  async run({ flags: { state, player, limit }, terminal }, ask) {
    const State = choiceOf('--state', state, DELIVERY_STATES);
    const query = {
      ...(State !== undefined && { State }),
      ...(player !== undefined && { Player: player }),
      ...(limit !== undefined && { Limit: wholeNumberOf('--limit', limit, MAX_PAGE) }),
    };
    const page = await ask(['Palatine.Deliveries.Read'], (client) => client.getDeliveries({ query }));
    const rows = page.Deliveries.map(
      ({ Id, State, AcceptedAt, PlayerName, Target, Summary, Issuer, Reason }) => {
        return [timeText(AcceptedAt), State, Id, PlayerName || Target, Summary, Issuer, Reason];
      },
    );
    const { Meta, Next } = page;
    const more = Next === undefined ? '' : '; there are more, --limit shows them';
    const end = `${Meta.Pending} wait, ${Meta.Delivering} are being delivered${more}.`;
    terminal.show(page, ...columns(rows), end);
  },
});

export const deliveriesCancel = changing('cancelDelivery', 'deliveries cancel ID...', {
  description: 'cancel pending deliveries',
  notes: ['One that is being delivered or has ended is refused; those before it stay canceled.'],
});

export const deliveriesRetry = changing('retryDelivery', 'deliveries retry ID...', {
  description: 'retry failed deliveries with the next maintenance',
});

function changing(
  method: 'cancelDelivery' | 'retryDelivery',
  usage: string,
  shape: { description: string; notes?: string[] },
): CliCommand {
  return serverCommand(usage, {
    ...shape,
    async run({ positionals, terminal }, ask) {
      const deliveries: Delivery[] = [];
      await ask(['Palatine.Deliveries.Change'], async (client) => {
        for (const id of positionals) {
          const { Delivery: delivery } = await client[method]({ params: { id }, body: {} });
          const { Id, State, Summary, PlayerName, Target } = delivery;
          deliveries.push(delivery);
          terminal.print(`${Id} is ${State.toLowerCase()}: ${Summary} for ${PlayerName || Target}`);
        }
      });
      terminal.show({ deliveries });
    },
  });
}
