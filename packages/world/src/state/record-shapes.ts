import { INVENTORIES } from '@palatine/contract';
import { isObject } from '@palatine/platform/json';
import { BLANK_CHARACTER, NO_RECORDS } from './model.ts';
import type { TableName, WorldTables } from './world.ts';

/** A sample for each field that is never absent. */
type Samples<Row> = { readonly [Key in keyof Row as undefined extends Row[Key] ? never : Key]: unknown };

const orNull = (sample: unknown) => (value: unknown) => value === null || fits(sample, value);
const mapOf = (sample: unknown) => (value: unknown) =>
  isObject(value) && fits([sample], Object.values(value));
const box = { containerId: '', capacity: 0 };
const location = { x: 0, y: 0, z: 0 };
const ban = { Active: false, BannedBy: {} };

/** Samples of records: null is a text or null, a list without an element one of texts, a function a check. */
const SAMPLES: { readonly [Name in TableName]: Samples<WorldTables[Name]> } = {
  accounts: { uid: '', name: '', userId: '', platform: '', lastOnlineAtMs: 0 },
  sessions: { uid: '', userId: '', ip: '', connectedAtMs: 0, characterLoaded: false },
  players: {
    ...{ uid: '', characterId: null, team: box, palbox: box, technologies: [], technologyPoints: 0 },
    ...{ ancientTechnologyPoints: 0, relics: mapOf(0), records: NO_RECORDS },
    inventory: Object.fromEntries(INVENTORIES.map((name) => [name, null])),
  },
  technologies: { id: '' },
  userBans: { UserId: '', ...ban },
  ipBans: { IP: '', ...ban },
  playerBans: { uid: '', userId: '', bannedBy: {} },
  discoveries: { uid: '', fastTravelPoints: [], relics: mapOf([]), areas: [], notes: [], paldeck: [] },
  characters: { ...BLANK_CHARACTER, id: '', place: orNull({ containerId: '', slot: 0 }) },
  containers: { id: '', capacity: 0, slots: mapOf({ itemId: '', count: 0 }) },
  guilds: {
    ...{ id: '', name: '', baseCampLevel: 0, adminUid: '', members: [{ uid: '', name: '', role: 0 }] },
    ...{ chestId: null, laboratory: { currentResearch: '', workAmounts: {} } },
    expeditions: { finished: 0, released: [] },
  },
  camps: { id: '', name: '', guildId: '', state: '', location, areaRangeCm: 0, workers: box },
  mapObjects: {
    ...{ id: '', objectId: '', campId: '', location, yawDeg: 0, hp: 0, maxHp: 0, class: '' },
    ...{ containerId: null, builderUid: null, ownerId: null, natural: false, underConstruction: false },
    ...{ storage: false, booth: orNull(box) },
  },
  deliveries: {
    ...{ id: '', state: '', command: '', params: {}, issuer: { name: '', ip: '', permissions: [] } },
    ...{ files: { palTemplates: {}, importRules: {} }, route: '', target: '', uid: '', summary: '' },
    ...{ acceptedAtMs: 0, endedAtMs: 0, attempts: 0, reason: '', batch: '' },
  },
  deliveryBatches: { id: '', atMs: 0, folder: '', state: '', deliveries: [], before: {}, after: {} },
  identities: { key: '', userId: '', uid: '', firstSeenAtMs: 0, lastSeenAtMs: 0 },
  gameBans: { userId: '', origin: '' },
  events: { id: 0, atMs: 0, type: '', data: {} },
};

/** The first field that a stored record lacks or that has another JSON type. */
export function misshapenField(table: string, record: Record<string, unknown>): string | undefined {
  const samples = SAMPLES[table as TableName] as Record<string, unknown>; // the name of a table
  for (const name in samples) if (!fits(samples[name], record[name])) return name;
  return undefined;
}

function fits(sample: unknown, value: unknown): boolean {
  if (sample === null) return value === null || typeof value === 'string';
  if (typeof sample === 'function') return sample(value) === true;
  if (typeof sample === 'number' && value === null) return true; // JSON has no NaN
  if (typeof sample !== 'object') return typeof value === typeof sample;
  if (Array.isArray(sample)) {
    const [element = ''] = sample as unknown[];
    return Array.isArray(value) && value.every((entry) => fits(element, entry));
  }
  if (!isObject(value)) return false;
  for (const name in sample) if (!fits(sample[name as keyof typeof sample], value[name])) return false;
  return true;
}
