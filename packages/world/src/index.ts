export * from './address.ts';
export * from './catalogue/index.ts';
export * from './check-world.ts';
export { COMMANDS, type CommandName } from './command-table.ts';
export type * from './commands.ts';
export * from './demo/index.ts';
export * from './events.ts';
export * from './faults.ts';
export * from './find-player.ts';
export * from './game.ts';
export { DEFAULT_IMPORT_RULES, LegacyGiveRefusal } from './grants/index.ts';
export * from './import-save.ts';
export * from './model.ts';
export {
  banAddress,
  banUser,
  type MayJoin,
  mayJoin,
  timestampAt,
  unbanAddress,
  unbanUser,
} from './punish/index.ts';
export * from './punishments.ts';
export * from './questions.ts';
export * from './simulation/index.ts';
export * from './table.ts';
export * from './world.ts';
