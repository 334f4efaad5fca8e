import { Agent, type AgentOptions } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { Socket } from 'node:net';
import type { Clock } from '../game/clock.ts';

/** Kept connections for reads, and none kept for writes. */
export interface Connections {
  /** Closes connections that have been idle for too long, and gives out the rest. */
  reads(): Agent;
  /** Opens a new connection for each call: one that the server has just closed would leave a write in doubt. */
  writes(): Agent;
  close(): void;
}

/** @param idleMs shorter than the 15 s after which the game closes an idle connection. */
export function openConnections(
  protocol: string,
  idleMs: number,
  clock: Pick<Clock, 'elapsed'>,
): Connections {
  const agentOf = (options: AgentOptions) =>
    protocol === 'https:' ? new HttpsAgent(options) : new Agent(options);
  const reads = agentOf({ keepAlive: true, maxFreeSockets: 4, scheduling: 'lifo' });
  const writes = agentOf({ keepAlive: false });
  const idleSince = new WeakMap<object, number>();
  reads.on('free', (socket: Socket) => idleSince.set(socket, clock.elapsed()));
  return {
    reads() {
      for (const socket of Object.values(reads.freeSockets).flatMap((sockets = []) => sockets)) {
        if (clock.elapsed() - (idleSince.get(socket) ?? 0) >= idleMs) socket.destroy();
      }
      return reads;
    },
    writes: () => writes,
    close() {
      reads.destroy();
      writes.destroy();
    },
  };
}
