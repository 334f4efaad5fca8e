import Type, { type Static } from 'typebox';
import { settingsFile } from '../data-folder/settings-file.ts';
import { BackupStorage, DEFAULT_BACKUP_STORAGE } from './backups/storage-settings.ts';

/** gateway.json: what a gateway is told besides RESTConfig.json. */
const GatewayFile = Type.Object({
  Backups: BackupStorage,
});
export type GatewayFile = Static<typeof GatewayFile>;

export const gatewayFile = settingsFile('gateway.json', GatewayFile, {
  Backups: DEFAULT_BACKUP_STORAGE,
});
