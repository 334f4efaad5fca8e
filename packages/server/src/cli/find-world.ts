import type { FleetClient } from '@palatine/client';
import { parseGuid } from '@palatine/contract';
import { ConfigError } from '../data-folder/config-error.ts';

/** The permissions that `findWorld` needs for what was typed. */
export function findWorldPermissions(typed: string): string[] {
  return parseGuid(typed) === undefined ? ['Palatine.Fleet.Worlds.Read'] : [];
}

/** A key as it is, else the key of the only world with exactly this name. Throws a ConfigError. */
export async function findWorld(fleet: FleetClient, typed: string): Promise<string> {
  if (parseGuid(typed) !== undefined) return typed;
  const { Worlds } = await fleet.getFleetWorlds();
  const [one, another] = Worlds.filter(({ Name }) => Name === typed);
  if (one === undefined)
    throw new ConfigError(`no world is called "${typed}"; palatine fleet worlds lists them`);
  if (another === undefined) return one.World;
  throw new ConfigError(
    `several worlds are called "${typed}"; name one by its key, as palatine fleet worlds shows it`,
  );
}
