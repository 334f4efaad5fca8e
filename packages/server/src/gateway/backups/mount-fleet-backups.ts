import {
  fetchFleetBackup,
  getFleetBackups,
  makeFleetBackup,
  Refusal,
  type RouteShape,
} from '@palatine/contract';
import { parseWorldKey, type WorldKey } from '@palatine/fleet';
import type { FastifyInstance } from 'fastify';
import type { Token } from '../../data-folder/tokens.ts';
import type { Clock } from '../../game/clock.ts';
import type { RefusedEntry } from '../../game/protocol.ts';
import { serialize } from '../../game/response-format.ts';
import { KeyedOutcomes } from '../../http/keyed-outcomes.ts';
import { mountRead, mountWrite, type WriteContext } from '../../http/mount.ts';
import type { RequestPolicy } from '../../http/request-policy.ts';
import type { FleetBackups } from './fleet-backups.ts';

export interface MountOptions {
  /** Whether a token counts for a world: what it does not is neither shown nor ordered. */
  readonly sees: (token: Token, world: WorldKey) => boolean;
  /** Notes what was ordered. Refusals go to the policy. */
  readonly audit: (entry: RefusedEntry) => void;
  readonly clock: Clock;
}

/** Mounts the routes of the backups of a fleet. `backups`: undefined for a gateway without a storage. */
export function mountFleetBackups(
  app: FastifyInstance,
  policy: RequestPolicy,
  backups: FleetBackups | undefined,
  { sees, audit, clock }: MountOptions,
): void {
  const outcomes = new KeyedOutcomes(clock);

  mountRead(app, policy, getFleetBackups, async ({ query, token }) => {
    const world = query.World === undefined ? undefined : parseWorld(query.World);
    const page = await storageOf(backups).list({ world, limit: query.Limit, cursor: query.Cursor }, (one) =>
      sees(token, one),
    );
    return serialize({ Backups: page.backups, Orders: page.orders, ...(page.next && { Next: page.next }) });
  });

  /** Mounts a write that orders something of the world in its path. */
  function mountOrder<R extends RouteShape>(
    route: R,
    order: (world: WorldKey, call: WriteContext<R>) => Promise<{ reply: object; summary: string }>,
  ): void {
    mountWrite(app, policy, route, (call) =>
      outcomes.run(call, async () => {
        try {
          const world = parseWorld((call.params as Record<string, string>).world ?? '');
          if (!sees(call.token, world)) {
            throw new Refusal('MISSING_PERMISSION', 'the token does not count for this world');
          }
          const { reply, summary } = await order(world, call);
          audit({ ...call.audit, summary, Outcome: 'OK', Status: 200 });
          return { status: 200, body: JSON.stringify(reply), code: 'OK', replayed: false };
        } catch (error) {
          if (error instanceof Refusal) policy.refusals.add(call.token, call.audit, error);
          else audit({ ...call.audit, summary: '', Outcome: 'INTERNAL_ERROR', Status: 500 });
          throw error;
        }
      }),
    );
  }

  mountOrder(makeFleetBackup, async (world, { body, token }) => {
    const archives = body?.Archives === true;
    const Order = await storageOf(backups).make(world, { by: token.name, archives });
    return { reply: { Order }, summary: `backup ${Order.Backup}${archives ? ' with the archives' : ''}` };
  });
  mountOrder(fetchFleetBackup, async (world, { body, token }) => {
    const Order = await storageOf(backups).fetch(world, { by: token.name, backup: body.Backup });
    return { reply: { Order }, summary: `fetch ${Order.Backup}` };
  });
}

function storageOf(backups: FleetBackups | undefined): FleetBackups {
  if (backups === undefined) throw new Refusal('NO_BACKUP_STORAGE');
  return backups;
}

function parseWorld(text: string): WorldKey {
  const world = parseWorldKey(text);
  if (world === undefined) throw new Refusal('VALIDATION_FAILED', 'World is no key of a world');
  return world;
}
