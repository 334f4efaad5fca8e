import { createTenant, getTenants, Refusal } from '@palatine/contract';
import type { FastifyInstance } from 'fastify';
import { ConfigError } from '../../data-folder/config-error.ts';
import { serialize } from '../../game/response-format.ts';
import { mountRead } from '../../http/mount.ts';
import type { MountOwnWrite } from '../../http/own-writes.ts';
import type { RequestPolicy } from '../../http/request-policy.ts';
import type { Broker } from './start-broker.ts';

export interface TenantRoutes {
  broker: Pick<Broker, 'keys' | 'ca' | 'addTenant'>;
  /** Where gateways and worlds reach the broker. */
  servers: readonly string[];
}

/** Mounts the routes of the tenants of a broker that the gateway runs itself. */
export function mountTenants(
  app: FastifyInstance,
  policy: RequestPolicy,
  write: MountOwnWrite,
  { broker, servers }: TenantRoutes,
): void {
  const { keys, ca } = broker;
  mountRead(app, policy, getTenants, () =>
    serialize({ Tenants: keys.tenants().map((Name) => ({ Name, Worlds: keys.joinedWorlds(Name).length })) }),
  );

  write(createTenant, async ({ body: { Name } }) => {
    try {
      await broker.addTenant(Name);
    } catch (error) {
      if (error instanceof ConfigError) throw new Refusal('VALIDATION_FAILED', error.message);
      throw error;
    }
    const { worlds: Credentials, control: ControlCredentials } = await keys.gatewayCredentials(Name);
    return { reply: { Name, Servers: [...servers], CA: ca, Credentials, ControlCredentials } };
  });
}
