import type { CliCommand } from './command.ts';

/** A command by its name. Its code is loaded when it runs, or when help describes it. */
export interface CommandEntry {
  readonly name: string;
  readonly load: () => Promise<CliCommand>;
}

export const CLI_COMMANDS: readonly CommandEntry[] = [
  { name: 'serve', load: async () => (await import('./serve.ts')).serve },
  { name: 'init', load: async () => (await import('./init.ts')).init },
  { name: 'attach', load: async () => (await import('./attach.ts')).attach },
  { name: 'token create', load: async () => (await import('./token.ts')).tokenCreate },
  { name: 'token list', load: async () => (await import('./token.ts')).tokenList },
  { name: 'token revoke', load: async () => (await import('./token.ts')).tokenRevoke },
  { name: 'world info', load: async () => (await import('./world-check.ts')).worldInfo },
  { name: 'world list', load: async () => (await import('./world-check.ts')).worldList },
  { name: 'world check', load: async () => (await import('./world-check.ts')).worldCheck },
  { name: 'world import', load: async () => (await import('./world-make.ts')).worldImport },
  { name: 'world demo', load: async () => (await import('./world-make.ts')).worldDemo },
  { name: 'world backup', load: async () => (await import('./world-backup.ts')).worldBackup },
  { name: 'world restore', load: async () => (await import('./world-backup.ts')).worldRestore },
  { name: 'archive list', load: async () => (await import('./archive.ts')).archiveList },
  { name: 'archive restore', load: async () => (await import('./archive.ts')).archiveRestore },
  { name: 'save give', load: async () => (await import('./save-give.ts')).saveGive },
  { name: 'save pal', load: async () => (await import('./save-give.ts')).savePal },
  { name: 'save egg', load: async () => (await import('./save-give.ts')).saveEgg },
  { name: 'save exp', load: async () => (await import('./save-progress.ts')).saveExp },
  { name: 'save points', load: async () => (await import('./save-progress.ts')).savePoints },
  { name: 'save learn', load: async () => (await import('./save-progress.ts')).saveLearn },
  { name: 'save forget', load: async () => (await import('./save-progress.ts')).saveForget },
  { name: 'save relics', load: async () => (await import('./save-progress.ts')).saveRelics },
  { name: 'save delete-base', load: async () => (await import('./save-delete-base.ts')).saveDeleteBase },
  { name: 'save apply', load: async () => (await import('./save-apply.ts')).saveApply },
  { name: 'save check', load: async () => (await import('./save-check.ts')).saveCheck },
  { name: 'save diff', load: async () => (await import('./save-check.ts')).saveDiff },
  { name: 'save undo', load: async () => (await import('./save-apply.ts')).saveUndo },
  { name: 'server status', load: async () => (await import('./server.ts')).serverStatus },
  { name: 'server deliver', load: async () => (await import('./server.ts')).serverDeliver },
  { name: 'server restart', load: async () => (await import('./server.ts')).serverRestart },
  { name: 'server cancel', load: async () => (await import('./server.ts')).serverCancel },
  { name: 'server save', load: async () => (await import('./server.ts')).serverSave },
  { name: 'server backup', load: async () => (await import('./server.ts')).serverBackup },
  { name: 'server backups', load: async () => (await import('./server.ts')).serverBackups },
  { name: 'server restore', load: async () => (await import('./server.ts')).serverRestore },
  { name: 'deliveries list', load: async () => (await import('./deliveries.ts')).deliveriesList },
  { name: 'deliveries cancel', load: async () => (await import('./deliveries.ts')).deliveriesCancel },
  { name: 'deliveries retry', load: async () => (await import('./deliveries.ts')).deliveriesRetry },
  { name: 'ban list', load: async () => (await import('./ban.ts')).banList },
  { name: 'ban add', load: async () => (await import('./ban.ts')).banAdd },
  { name: 'ban remove', load: async () => (await import('./ban.ts')).banRemove },
  { name: 'players', load: async () => (await import('./players.ts')).players },
  { name: 'give', load: async () => (await import('./give.ts')).give },
  { name: 'kick', load: async () => (await import('./players.ts')).kick },
  { name: 'say', load: async () => (await import('./players.ts')).say },
  { name: 'reload', load: async () => (await import('./players.ts')).reload },
  { name: 'audit', load: async () => (await import('./audit.ts')).audit },
  { name: 'find', load: async () => (await import('./find.ts')).find },
  { name: 'doctor', load: async () => (await import('./doctor.ts')).doctor },
  { name: 'fleet start', load: async () => (await import('./fleet-start.ts')).fleetStart },
  { name: 'fleet worlds', load: async () => (await import('./fleet-worlds.ts')).fleetWorlds },
  { name: 'fleet join-code', load: async () => (await import('./fleet-worlds.ts')).fleetJoinCode },
  { name: 'fleet lists', load: async () => (await import('./fleet-lists.ts')).fleetLists },
  { name: 'fleet list create', load: async () => (await import('./fleet-lists.ts')).fleetListCreate },
  { name: 'fleet ban', load: async () => (await import('./fleet-lists.ts')).fleetBan },
  { name: 'fleet unban', load: async () => (await import('./fleet-lists.ts')).fleetUnban },
  { name: 'fleet find', load: async () => (await import('./fleet-worlds.ts')).fleetFind },
  { name: 'fleet token create', load: async () => (await import('./fleet-token.ts')).fleetTokenCreate },
  { name: 'fleet token list', load: async () => (await import('./fleet-token.ts')).fleetTokenList },
  { name: 'fleet token revoke', load: async () => (await import('./fleet-token.ts')).fleetTokenRevoke },
  { name: 'fleet tag', load: async () => (await import('./fleet-worlds.ts')).fleetTag },
  { name: 'fleet remove', load: async () => (await import('./fleet-worlds.ts')).fleetRemove },
];

/** Loads the code of commands, to describe them. */
export function loadCommands(entries: readonly CommandEntry[]): Promise<CliCommand[]> {
  return Promise.all(entries.map(({ load }) => load()));
}
