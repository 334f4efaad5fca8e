export {
  BucketFollower,
  type BucketFollowerOptions,
  type BucketMessage,
} from './bucket-follower.ts';
export * from './connection.ts';
export { type DirectQuery, getDirect, type StoredMessage } from './direct-get.ts';
export * from './fleet-token.ts';
export { MessageError, packFrame, unpackFrame } from './frame.ts';
export * from './join-line.ts';
export * from './last-message.ts';
export * from './list-messages.ts';
export {
  ADOPTIONS,
  type Adoption,
  belongsTo,
  isListName,
  isPast,
  LIST_KINDS,
  type ListDefinition,
  type ListKind,
} from './lists/definition.ts';
export {
  ENTRY_KINDS,
  type EntryKind,
  isInForce,
  type ListEntry,
  type ListSubject,
} from './lists/entry.ts';
export {
  decisionKey,
  decodeId,
  definitionKey,
  encodeId,
  entryKey,
  type ListKey,
  offerKey,
  parseListKey,
  parseOfferKey,
} from './lists/key.ts';
export { merge } from './lists/merge.ts';
export type { BanProposal, ListDecision } from './lists/proposal.ts';
export {
  compareStamps,
  type HybridClock,
  hybridClock,
  isTooFarAhead,
  type ListStamp,
  MOST_AHEAD_MS,
} from './lists/stamp.ts';
export { MESSAGE_VERSION, type MessageOf, UnknownVersionError } from './message.ts';
export * from './messages.ts';
export { type PrepareOptions, prepareStreams } from './prepare-broker.ts';
export { packRoster, unpackRoster } from './roster.ts';
export { isWiped, type SeenMark } from './seen-mark.ts';
export * from './sent-by-broker.ts';
export * from './streams.ts';
export * from './subjects.ts';
export { walkStream } from './walk-stream.ts';
