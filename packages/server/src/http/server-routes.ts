import {
  backUpServer,
  cancelMaintenance,
  getServer,
  getServerBackups,
  getWhitelist,
  Refusal,
  type RouteShape,
  type ServerStatus,
  saveServer,
  startMaintenance,
} from '@palatine/contract';
import type { AttachedService } from '../attached/attached-service.ts';
import { requestSummary } from '../game/audit-summary.ts';
import { serialize } from '../game/responses.ts';
import { outcomeOf } from './own-writes.ts';
import type { Routes, WriteCall } from './routes.ts';
import type { Service } from './service.ts';

/** Mounts the routes about the game server beside which the service runs. */
export function mountServerRoutes(routes: Routes, service: Service): void {
  const { game } = service;

  /** A write of the game server, audited as the writes of the world are. */
  function write<R extends RouteShape>(
    route: R,
    work: (attached: AttachedService, call: WriteCall<R>) => Promise<object>,
  ): void {
    routes.write(route, async (call) => {
      const summary = requestSummary(route, call.body);
      try {
        const reply = await work(requireAttached(service), call);
        game.audit({ ...call.audit, summary, Outcome: 'OK', Status: 200 });
        return outcomeOf(reply);
      } catch (error) {
        if (error instanceof Refusal)
          routes.policy.refusals.add(call.token, call.audit, error, () => summary);
        throw error;
      }
    });
  }

  routes.read(getServer, async () => serialize((await service.attached?.status()) ?? DISABLED));
  routes.read(getServerBackups, async () => serialize({ Backups: await requireAttached(service).backups() }));
  routes.read(getWhitelist, async () => serialize(requireAttached(service).whitelist()));
  write(startMaintenance, async (attached, { body, token }) => ({
    Maintenance: await attached.startMaintenance(body, token),
  }));
  write(cancelMaintenance, async (attached, { token }) => ({
    Maintenance: await attached.cancelMaintenance(token),
  }));
  write(saveServer, async (attached) => {
    await attached.saveNow();
    return { Success: true };
  });
  write(backUpServer, async (attached) => ({ Backup: await attached.backUp() }));
}

function requireAttached({ attached }: Service): AttachedService {
  if (attached === undefined) throw new Refusal('NOT_ATTACHED');
  return attached;
}

const DISABLED: ServerStatus = {
  State: 'Disabled',
  Reason: 'this service has a world of its own',
  Control: {},
  Info: {},
  Metrics: {},
  Roster: { State: 'Unknown', Players: [] },
  Save: { Problem: '' },
  Deliveries: { Mode: 'Refuse', Pending: 0, Delivering: 0 },
  Maintenance: {},
  Warnings: [],
};
