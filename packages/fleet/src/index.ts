export { BucketFollower, type BucketMessage } from './bucket-follower.ts';
export * from './connection.ts';
export { getDirect, type StoredMessage } from './direct-get.ts';
export * from './fleet-token.ts';
export { MessageError } from './frame.ts';
export * from './join-line.ts';
export * from './last-message.ts';
export * from './list-messages.ts';
export {
  type Adoption,
  belongsTo,
  isListName,
  isPast,
  type ListDefinition,
  type ListKind,
} from './lists/definition.ts';
export { isInForce, type ListEntry, type ListSubject } from './lists/entry.ts';
export {
  decisionKey,
  definitionKey,
  entryKey,
  offerKey,
  parseListKey,
  parseOfferKey,
} from './lists/key.ts';
export { merge } from './lists/merge.ts';
export type { BanProposal, ListDecision } from './lists/proposal.ts';
export {
  compareStamps,
  compareText,
  type HybridClock,
  hybridClock,
  isTooFarAhead,
  type ListStamp,
} from './lists/stamp.ts';
export { UnknownVersionError } from './message.ts';
export * from './messages.ts';
export { prepareBucket, prepareStreams } from './prepare-broker.ts';
export { packRoster, unpackRoster } from './roster.ts';
export { isWiped, type SeenMark } from './seen-mark.ts';
export * from './sent-by-broker.ts';
export * from './streams.ts';
export * from './subjects.ts';
export { walkStream } from './walk-stream.ts';
