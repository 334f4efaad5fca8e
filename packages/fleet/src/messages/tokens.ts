import { FLEET_TOKEN } from '@palatine/contract';
import Type from 'typebox';
import { type MessageOf, message } from './protocol.ts';

/** A token of the fleet, under the SHA-256 of its secret in the bucket TOKENS. */
export const fleetToken = message({ ...FLEET_TOKEN, t: Type.Integer({ minimum: 1 }) });
export type FleetToken = MessageOf<typeof fleetToken>;

/** The codec of a key; undefined for one that is no SHA-256 in hex. */
export function tokenCodec(key: string): typeof fleetToken | undefined {
  return /^[0-9a-f]{64}$/.test(key) ? fleetToken : undefined;
}

/** Whether a token counts at this moment. */
export function countsAt({ Revoked, Until }: FleetToken, nowMs: number): boolean {
  return !Revoked && (Until === undefined || Date.parse(Until) > nowMs);
}

/** Whether a token counts for a world with this key and these tags. */
export function isForWorld(worlds: readonly string[], world: string, tags: readonly string[]): boolean {
  return worlds.some((named) => named === '*' || named === world || tags.includes(named));
}
