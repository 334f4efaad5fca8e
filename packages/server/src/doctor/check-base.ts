import { ConfigError } from '../data-folder/config-error.ts';
import { type DataPaths, holdsWorld } from '../data-folder/data-folder.ts';
import { isAttached } from '../data-folder/server-file.ts';
import { readBaseStates } from '../store/base-states.ts';
import { readWorldOrigin } from '../store/world-origin.ts';
import type { Finding } from './finding.ts';

/** Whether changes of an imported world can be written into its save. Says nothing of worlds that came from none. */
export function checkBase(data: DataPaths): Finding | undefined {
  if (isAttachedFolder(data)) return undefined; // its world follows the save of the game server
  if (!holdsWorld(data) || readWorldOrigin(data.world).origin !== 'save') return undefined;
  const check = 'base';
  const states = readBaseStates(data.world);
  if (states === undefined) {
    const found = 'the save that the world came from is not kept, so its changes cannot be written into it';
    const todo =
      'palatine world import DIR --replace takes the save anew; this world is kept under another name';
    return { check, state: 'warn', found, todo };
  }
  const { base, pending } = states;
  if (pending !== undefined) {
    const found = `writing the changes into ${pending.folder} was interrupted`;
    return { check, state: 'warn', found, todo: `palatine save apply --save ${pending.folder} settles it` };
  }
  return { check, state: 'ok', found: `changes since ${timeOf(base.atMs)} can be written into the save` };
}

/** A Server.json that is wrong is a finding of its own. */
function isAttachedFolder(data: DataPaths): boolean {
  try {
    return isAttached(data);
  } catch (error) {
    if (error instanceof ConfigError) return false;
    throw error;
  }
}

function timeOf(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
