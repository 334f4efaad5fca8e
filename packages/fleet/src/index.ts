export * from './bucket-snapshot.ts';
export * from './connection.ts';
export { MessageError, packFrame, unpackFrame } from './frame.ts';
export * from './join-line.ts';
export { MESSAGE_VERSION, type MessageOf, UnknownVersionError } from './message.ts';
export * from './messages.ts';
export * from './sent-by-broker.ts';
export * from './streams.ts';
export * from './subjects.ts';
