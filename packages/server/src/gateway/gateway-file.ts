import Type, { type Static } from 'typebox';
import { settingsFile } from '../data-folder/settings-file.ts';
import { BackupStorage, DEFAULT_BACKUP_STORAGE } from './backups/storage-settings.ts';

/** gateway.json: what a gateway is told besides RESTConfig.json. */
const GatewayFile = Type.Object({
  Lists: Type.Object({
    AllowInsideUrls: Type.Boolean({
      meaning: 'whether an import of a list may read addresses of this machine and its network',
    }),
  }),
  Backups: BackupStorage,
});
export type GatewayFile = Static<typeof GatewayFile>;

export const gatewayFile = settingsFile('gateway.json', GatewayFile, {
  Lists: { AllowInsideUrls: false },
  Backups: DEFAULT_BACKUP_STORAGE,
});
