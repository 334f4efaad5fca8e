import type { Action, ActionId } from './action.ts';
import { deleteBase, restoreBase, summonNpc, summonPal } from './changing-world.ts';
import { giveEggs, giveItems, givePals, giveProgress, giveTemplates } from './giving.ts';
import { forget, learn } from './learning.ts';
import {
  backUp,
  cancelDelivery,
  cancelMaintenance,
  reloadConfig,
  restoreBackup,
  retryDelivery,
  saveServer,
  startMaintenance,
} from './operating.ts';
import { ban, banAddress, kick, unban, unbanAddress } from './punishing.ts';
import { restoreRules, restoreSettings, restoreTemplate } from './restoring.ts';
import { alert, broadcast, message } from './speaking.ts';

/** Everything that can be done, in the order of the menus. */
export const ACTIONS: Readonly<Record<ActionId, Action>> = {
  message,
  broadcast,
  alert,
  giveItems,
  givePals,
  giveTemplates,
  giveEggs,
  giveProgress,
  learn,
  forget,
  summonPal,
  summonNpc,
  kick,
  ban,
  unban,
  banAddress,
  unbanAddress,
  deleteBase,
  restoreBase,
  restoreTemplate,
  restoreRules,
  restoreSettings,
  cancelDelivery,
  retryDelivery,
  startMaintenance,
  restoreBackup,
  cancelMaintenance,
  saveServer,
  backUp,
  reloadConfig,
};

export const ACTION_IDS = Object.keys(ACTIONS) as ActionId[];
