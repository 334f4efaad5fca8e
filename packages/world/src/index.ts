export * from './catalogue/index.ts';
export type * from './commands/command.ts';
export { DEFAULT_IMPORT_RULES, LegacyGiveRefusal, readImportRules } from './commands/grants/index.ts';
export {
  banAddress,
  banUser,
  type MayJoin,
  mayJoin,
  unbanAddress,
  unbanUser,
} from './commands/punishments/index.ts';
export { COMMANDS, type CommandName } from './commands.ts';
export * from './demo/index.ts';
export * from './import/import-save.ts';
export * from './queries/banlist.ts';
export * from './queries.ts';
export * from './simulation/index.ts';
export * from './state/address.ts';
export * from './state/check-world.ts';
export * from './state/events.ts';
export * from './state/fault-injector.ts';
export * from './state/find-player.ts';
export * from './state/game-context.ts';
export * from './state/model.ts';
export { logIn, logOut } from './state/sessions.ts';
export * from './state/table.ts';
export { timestampAt } from './state/timestamp.ts';
export * from './state/world.ts';
