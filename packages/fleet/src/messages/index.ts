export * from './connection.ts';
export * from './join-line.ts';
export * from './lists.ts';
export * from './messages.ts';
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
export * from './tokens.ts';
