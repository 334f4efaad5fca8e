import { fromWhereTyped } from '../service/arguments.ts';

export const FLEET_FOLDER_FLAG = {
  value: 'DIR',
  description: 'the folder of the gateway (PALATINE_FLEET, default ./fleet)',
} as const;

/** The folder of a gateway, from the flag, else from the environment. */
export function fleetFolder(typed: string | undefined, env: NodeJS.ProcessEnv): string {
  return fromWhereTyped(typed ?? (env.PALATINE_FLEET || 'fleet'), env);
}
