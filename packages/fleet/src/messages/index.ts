export * from './connection.ts';
export * from './lists.ts';
export * from './messages.ts';
export * from './protocol.ts';
