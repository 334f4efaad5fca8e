import { parseGuid } from '@palatine/contract';

/** The name of a world in its fleet: a GUID, 32 digits in lower case. Given to it when it joins. */
export type WorldKey = string;

const WORLD_KEY = /^[0-9a-f]{32}$/;

export function isWorldKey(text: string): text is WorldKey {
  return WORLD_KEY.test(text);
}

/** The key that any spelling of a GUID stands for; undefined for any other text. */
export function parseWorldKey(text: string): WorldKey | undefined {
  if (isWorldKey(text)) return text;
  return parseGuid(text)?.replaceAll('-', '').toLowerCase();
}

/**
 * The subjects of the account of the worlds, and who publishes on each. `gateway` and `instance` are names that a
 * process takes at its start. What a world may publish and subscribe is in broker/permissions of the gateway.
 */
export const SUBJECTS = {
  /** A gateway asks a world to answer a request that reads. */
  read: (world: WorldKey) => `w.${world}.ask`,
  /** A gateway asks a world to do a request that writes. */
  write: (world: WorldKey) => `w.${world}.do`,
  /** A gateway asks what became of a write. */
  ended: (world: WorldKey) => `w.${world}.ended`,
  /** A gateway still wants the response to a request, and says again where to send it. */
  wanted: (world: WorldKey) => `w.${world}.wanted`,
  /** A gateway ends the response to a request: nobody reads it any more. */
  cancel: (world: WorldKey) => `w.${world}.cancel`,
  /** A gateway asks a world to say who is there now. */
  rosterNow: (world: WorldKey) => `w.${world}.roster`,
  /** Answered by one instance of a world, as long as it lives. */
  probe: (world: WorldKey, instance: string) => `w.${world}.i.${instance}`,
  /** A world asks a gateway for leave to begin a write. */
  leave: (gateway: string) => `g.${gateway}.go`,
  /** How a world is, every few seconds. */
  heartbeat: (world: WorldKey) => `h.${world}`,
  events: (world: WorldKey) => `e.${world}`,
  audit: (world: WorldKey) => `a.${world}`,
  roster: (world: WorldKey) => `r.${world}`,
  /** A ban made at a world, for the gateways to adopt or to offer. */
  proposal: (world: WorldKey, key: string) => `l.${world}.${key}`,
} as const;

/** All subjects of a kind, for those who subscribe to every world. */
export const ALL_WORLDS = {
  heartbeats: 'h.*',
  proposals: 'l.*.*',
} as const;

/** The world that a subject is of; undefined for a subject without one. */
export function worldOf(subject: string): WorldKey | undefined {
  const key = subject.split('.')[1];
  return key !== undefined && isWorldKey(key) ? key : undefined;
}
