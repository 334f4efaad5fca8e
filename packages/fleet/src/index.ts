export * from './connection.ts';
export * from './join-line.ts';
export * from './lists.ts';
export { MessageError, UnknownVersionError } from './message.ts';
export * from './messages.ts';
export * from './pack-snapshot.ts';
export * from './subjects.ts';
export * from './tokens.ts';
