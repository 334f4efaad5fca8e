import { archiveList, archiveRestore } from './archive.ts';
import { attach } from './attach.ts';
import { audit } from './audit.ts';
import { banAdd, banList, banRemove } from './ban.ts';
import type { CliCommand } from './command.ts';
import { deliveriesCancel, deliveriesRetry } from './deliveries-change.ts';
import { deliveriesList } from './deliveries-list.ts';
import { doctor } from './doctor.ts';
import { find } from './find.ts';
import { fleetBan, fleetUnban } from './fleet-ban.ts';
import { fleetDoctor } from './fleet-doctor.ts';
import { fleetFind } from './fleet-find.ts';
import { fleetJoinCode } from './fleet-join-code.ts';
import { fleetListCreate, fleetLists } from './fleet-lists.ts';
import { fleetRemove } from './fleet-remove.ts';
import { fleetStart } from './fleet-start.ts';
import { fleetTakeOver } from './fleet-take-over.ts';
import { fleetTenantAdd, fleetTenantList } from './fleet-tenant.ts';
import { fleetTokenCreate, fleetTokenList, fleetTokenRevoke } from './fleet-token.ts';
import { fleetWorlds } from './fleet-worlds.ts';
import { give } from './give.ts';
import { init } from './init.ts';
import { kick } from './kick.ts';
import { players } from './players.ts';
import { reload } from './reload.ts';
import { saveApply } from './save-apply.ts';
import { saveCheck } from './save-check.ts';
import { saveDeleteBase } from './save-delete-base.ts';
import { saveDiff } from './save-diff.ts';
import { saveEgg } from './save-egg.ts';
import { saveGive } from './save-give.ts';
import { savePal } from './save-pal.ts';
import { saveExp, savePoints, saveRelics } from './save-progress.ts';
import { saveForget, saveLearn } from './save-technologies.ts';
import { saveUndo } from './save-undo.ts';
import { say } from './say.ts';
import { serve } from './serve.ts';
import { serverCancel, serverDeliver, serverRestart, serverRestore } from './server-maintenance.ts';
import { serverBackup, serverBackups, serverSave } from './server-save.ts';
import { serverStatus } from './server-status.ts';
import { tokenCreate, tokenList, tokenRevoke } from './token.ts';
import { worldBackup, worldRestore } from './world-backup.ts';
import { worldCheck, worldInfo } from './world-check.ts';
import { worldList } from './world-list.ts';
import { worldDemo, worldImport } from './world-make.ts';

/** Every command, in the order of the help. */
export const CLI_COMMANDS: readonly CliCommand[] = [
  serve,
  init,
  attach,
  tokenCreate,
  tokenList,
  tokenRevoke,
  worldInfo,
  worldList,
  worldCheck,
  worldImport,
  worldDemo,
  worldBackup,
  worldRestore,
  archiveList,
  archiveRestore,
  saveGive,
  savePal,
  saveEgg,
  saveExp,
  savePoints,
  saveLearn,
  saveForget,
  saveRelics,
  saveDeleteBase,
  saveApply,
  saveCheck,
  saveDiff,
  saveUndo,
  serverStatus,
  serverDeliver,
  serverRestart,
  serverCancel,
  serverSave,
  serverBackup,
  serverBackups,
  serverRestore,
  deliveriesList,
  deliveriesCancel,
  deliveriesRetry,
  banList,
  banAdd,
  banRemove,
  players,
  give,
  kick,
  say,
  reload,
  audit,
  find,
  doctor,
  fleetStart,
  fleetWorlds,
  fleetJoinCode,
  fleetLists,
  fleetListCreate,
  fleetBan,
  fleetUnban,
  fleetFind,
  fleetTokenCreate,
  fleetTokenList,
  fleetTokenRevoke,
  fleetTenantAdd,
  fleetTenantList,
  fleetRemove,
  fleetTakeOver,
  fleetDoctor,
];
