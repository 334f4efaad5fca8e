export * from './connection.ts';
export { MessageError, packFrame, unpackFrame } from './frame.ts';
export { MESSAGE_VERSION, type MessageOf, UnknownVersionError } from './message.ts';
export * from './messages.ts';
export { packRoster, unpackRoster } from './roster.ts';
export * from './streams.ts';
export * from './subjects.ts';
