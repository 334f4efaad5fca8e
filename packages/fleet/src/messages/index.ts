export * from './connection.ts';
export * from './connection.ts';
export * from './lists.ts';
export * from './messages.ts';
export * from './protocol.ts';
export {
  FLEET_STREAM,
  isWorldKey,
  MessageError,
  parseWorldKey,
  SHARED_BUCKETS,
  type SharedBucket,
  SUBJECTS,
  WORLDS_BUCKET,
  type WorldKey,
  type WorldVerb,
  worldOf,
} from './protocol.ts';
