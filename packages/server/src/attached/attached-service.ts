import type {
  backUpServer,
  getServerBackups,
  Maintenance,
  RouteBody,
  RouteReply,
  ServerState,
  ServerStatus,
  startMaintenance,
  WhitelistReply,
} from '@palatine/contract';
import type { CommandCall, Outcome } from '../game/calls.ts';
import type { FleetAllowed } from './whitelist.ts';

/** Who asks for something: the name of the token, or `palatine` for the schedule. */
export interface Asker {
  readonly name: string;
}

/** What the routes need of the game server beside which the service runs. Every call is bounded in time. */
export interface AttachedService {
  /** As `GET /v1/palatine/server` answers. */
  status(): Promise<ServerStatus>;
  readonly state: ServerState;
  /** When the game wrote the save that is served, in ms since 1970; undefined before the first one is. */
  readonly savedAtMs: number | undefined;
  /** A warning with the next step while the save stands still although somebody plays; '' otherwise. */
  readonly saveWarning: string;
  /** Does a write that the game server itself does, at once (`attached: 'Live'`, and an Alert that a broadcast stands in for). */
  live(call: CommandCall): Promise<Outcome>;
  /** Throws MAINTENANCE_RUNNING, BACKUP_NOT_FOUND. */
  startMaintenance(request: RouteBody<typeof startMaintenance>, asker: Asker): Promise<Maintenance>;
  /** Throws MAINTENANCE_RUNNING once the server is being stopped. */
  cancelMaintenance(asker: Asker): Promise<Maintenance>;
  /** Throws REQUEST_FAILED. */
  saveNow(): Promise<void>;
  backups(): Promise<RouteReply<typeof getServerBackups>['Backups']>;
  /** Who may play, and who is online all the same. */
  whitelist(): WhitelistReply;
  /** Says whom lists of a fleet allow to play, besides the files. */
  allow(allowed: FleetAllowed): void;
  /** Throws REQUEST_FAILED. */
  backUp(): Promise<RouteReply<typeof backUpServer>['Backup']>;
}
