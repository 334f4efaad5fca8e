import { newFolder } from '../tidy.ts';
import { type Partner, startFleetPartner } from './partner.ts';

/** The messages to gateway-process.ts. */
export type GatewayOrder =
  | { do: 'start' | 'countOnline' }
  | { do: 'ban'; id: string }
  | { do: 'banAll'; ids: readonly string[] };

export interface GatewayStarted {
  url: string;
  /** The secret of the administrator. */
  token: string;
}

/** The real gateway, in a process of its own. */
export interface MeasuredGateway extends GatewayStarted, AsyncDisposable {
  pid: number;
  countOnline(): Promise<number>;
  /** Bans somebody on the list that every simulated world follows. @returns when it began, by the clock of the machine. */
  ban(id: string): Promise<number>;
  /** Bans many, 16 at a time. @returns when it began. */
  banAll(ids: readonly string[]): Promise<number>;
}

const START_MS = 30_000;
const BAN_MS = 20_000;
const BAN_ALL_MS = 90_000;

export async function startMeasuredGateway(server: string): Promise<MeasuredGateway> {
  const partner: Partner = startFleetPartner('gateway-process.ts', [server, newFolder()]);
  const ask = <T>(order: GatewayOrder, withinMs = START_MS) => partner.ask<T>(order, withinMs);
  try {
    const started = await ask<GatewayStarted>({ do: 'start' });
    return {
      ...started,
      pid: partner.pid,
      countOnline: () => ask({ do: 'countOnline' }),
      ban: (id) => ask({ do: 'ban', id }, BAN_MS),
      banAll: (ids) => ask({ do: 'banAll', ids }, BAN_ALL_MS),
      [Symbol.asyncDispose]: () => partner[Symbol.asyncDispose](),
    };
  } catch (error) {
    await partner[Symbol.asyncDispose]();
    throw error;
  }
}
