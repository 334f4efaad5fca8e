export * from './connection.ts';
export * from './join-line.ts';
export * from './lists.ts';
export { MessageError } from './message.ts';
export * from './messages.ts';
export * from './subjects.ts';
export * from './tokens.ts';
