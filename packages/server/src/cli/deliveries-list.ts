import { DELIVERY_STATES, type DeliveriesPage, type Delivery, MAX_DELIVERIES } from '@palatine/contract';
import { UsageError } from '../data-folder/config-error.ts';
import { choiceOf } from './choice.ts';
import { command } from './command.ts';
import { SERVER_FLAGS, withServer } from './running-server.ts';
import { timeText } from './server-status.ts';
import { columns } from './terminal.ts';
import { parseWholeNumber } from './whole-number.ts';

export const deliveriesList = command(
  {
    name: 'deliveries list',
    positionals: [],
    description: 'list what waits for the next maintenance of the game server, and what became of the rest',
    flags: {
      state: { value: 'STATE', description: `only these: ${DELIVERY_STATES.join(', ')}` },
      player: { value: 'PLAYER', description: 'only those for this player: a UserId or a PlayerUID' },
      limit: { value: 'N', description: `how many at most, 1 to ${MAX_DELIVERIES} (default 100)` },
      ...SERVER_FLAGS,
    },
  },
  async (call) => {
    const { player, limit } = call.flags;
    const State = choiceOf('--state', call.flags.state, DELIVERY_STATES);
    const query = {
      ...(State !== undefined && { State }),
      ...(player !== undefined && { Player: player }),
      ...(limit !== undefined && { Limit: `${readLimit(limit)}` }),
    };
    const page = await withServer(call, ['Palatine.Deliveries.Read'], (client) =>
      client.getDeliveries({ query }),
    );
    call.terminal.printJson(page);
    call.terminal.print(...columns(page.Deliveries.map(rowOf)), endText(page));
    return 0;
  },
);

/** Throws a UsageError. */
function readLimit(typed: string): number {
  const limit = parseWholeNumber(typed, MAX_DELIVERIES);
  if (limit !== undefined) return limit;
  throw new UsageError(`--limit must be a whole number from 1 to ${MAX_DELIVERIES}, not "${typed}"`);
}

function rowOf({ Id, State, AcceptedAt, PlayerName, Target, Summary, Issuer, Reason }: Delivery): string[] {
  return [timeText(AcceptedAt), State, Id, PlayerName || Target, Summary, Issuer, Reason];
}

function endText({ Meta, Next }: DeliveriesPage): string {
  const more = Next === undefined ? '' : '; there are more, --limit shows them';
  return `${Meta.Pending} wait, ${Meta.Delivering} are being delivered${more}.`;
}
