import {
  backUpServer,
  cancelMaintenance,
  getServer,
  getServerBackups,
  getWhitelist,
  Refusal,
  type ServerStatus,
  saveServer,
  startMaintenance,
} from '@palatine/contract';
import { serialize } from '@palatine/engine/responses';
import type { AttachedService } from '@palatine/sidecar/attached-service';
import type { MountOwnWrite } from '@palatine/web/own-writes';
import type { Routes } from '@palatine/web/routes';
import type { Service } from '../service/service.ts';

/** Mounts the routes about the game server beside which the service runs. */
export function mountServerRoutes(routes: Routes, service: Service, write: MountOwnWrite): void {
  const server = () => requireAttached(service);
  routes.read(getServer, async () => serialize((await service.attached?.status()) ?? DISABLED));
  routes.read(getServerBackups, () => serialize({ Backups: server().backups() }));
  routes.read(getWhitelist, () => serialize(server().whitelist()));
  write(startMaintenance, ({ body, token }) => ({
    reply: { Maintenance: server().startMaintenance(body, token) },
  }));
  write(cancelMaintenance, () => ({ reply: { Maintenance: server().cancelMaintenance() } }));
  write(saveServer, async () => {
    await server().saveNow();
    return { reply: { Success: true } };
  });
  write(backUpServer, async () => ({ reply: { Backup: await server().backUp() } }));
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
