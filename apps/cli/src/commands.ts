import type { CliCommand } from './command/command.ts';

/** A command by its name. Its code is loaded when it runs, or when help describes it. */
export interface CommandEntry {
  readonly name: string;
  readonly load: () => Promise<CliCommand>;
}

export const CLI_COMMANDS: readonly CommandEntry[] = [
  { name: 'serve', load: async () => (await import('./server/serve.ts')).serve },
  { name: 'init', load: async () => (await import('./world/init.ts')).init },
  { name: 'attach', load: async () => (await import('./world/attach.ts')).attach },
  { name: 'token create', load: async () => (await import('./server/token.ts')).tokenCreate },
  { name: 'token list', load: async () => (await import('./server/token.ts')).tokenList },
  { name: 'token revoke', load: async () => (await import('./server/token.ts')).tokenRevoke },
  { name: 'world info', load: async () => (await import('./world/world-check.ts')).worldInfo },
  { name: 'world list', load: async () => (await import('./world/world-check.ts')).worldList },
  { name: 'world check', load: async () => (await import('./world/world-check.ts')).worldCheck },
  { name: 'world import', load: async () => (await import('./world/world-make.ts')).worldImport },
  { name: 'world demo', load: async () => (await import('./world/world-make.ts')).worldDemo },
  { name: 'world backup', load: async () => (await import('./world/world-backup.ts')).worldBackup },
  { name: 'world restore', load: async () => (await import('./world/world-backup.ts')).worldRestore },
  { name: 'archive list', load: async () => (await import('./world/archive.ts')).archiveList },
  { name: 'archive restore', load: async () => (await import('./world/archive.ts')).archiveRestore },
  { name: 'save give', load: async () => (await import('./save/save-give.ts')).saveGive },
  { name: 'save pal', load: async () => (await import('./save/save-give.ts')).savePal },
  { name: 'save egg', load: async () => (await import('./save/save-give.ts')).saveEgg },
  { name: 'save exp', load: async () => (await import('./save/save-progress.ts')).saveExp },
  { name: 'save points', load: async () => (await import('./save/save-progress.ts')).savePoints },
  { name: 'save learn', load: async () => (await import('./save/save-progress.ts')).saveLearn },
  { name: 'save forget', load: async () => (await import('./save/save-progress.ts')).saveForget },
  { name: 'save relics', load: async () => (await import('./save/save-progress.ts')).saveRelics },
  { name: 'save delete-base', load: async () => (await import('./save/save-edit.ts')).saveDeleteBase },
  { name: 'save apply', load: async () => (await import('./save/save-apply.ts')).saveApply },
  { name: 'save check', load: async () => (await import('./save/save-check.ts')).saveCheck },
  { name: 'save diff', load: async () => (await import('./save/save-check.ts')).saveDiff },
  { name: 'save undo', load: async () => (await import('./save/save-apply.ts')).saveUndo },
  { name: 'server status', load: async () => (await import('./server/server.ts')).serverStatus },
  { name: 'server deliver', load: async () => (await import('./server/server.ts')).serverDeliver },
  { name: 'server restart', load: async () => (await import('./server/server.ts')).serverRestart },
  { name: 'server cancel', load: async () => (await import('./server/server.ts')).serverCancel },
  { name: 'server save', load: async () => (await import('./server/server.ts')).serverSave },
  { name: 'server backup', load: async () => (await import('./server/server.ts')).serverBackup },
  { name: 'server backups', load: async () => (await import('./server/server.ts')).serverBackups },
  { name: 'server restore', load: async () => (await import('./server/server.ts')).serverRestore },
  { name: 'deliveries list', load: async () => (await import('./server/deliveries.ts')).deliveriesList },
  { name: 'deliveries cancel', load: async () => (await import('./server/deliveries.ts')).deliveriesCancel },
  { name: 'deliveries retry', load: async () => (await import('./server/deliveries.ts')).deliveriesRetry },
  { name: 'ban list', load: async () => (await import('./server/ban.ts')).banList },
  { name: 'ban add', load: async () => (await import('./server/ban.ts')).banAdd },
  { name: 'ban remove', load: async () => (await import('./server/ban.ts')).banRemove },
  { name: 'players', load: async () => (await import('./server/players.ts')).players },
  { name: 'give', load: async () => (await import('./server/give.ts')).give },
  { name: 'kick', load: async () => (await import('./server/players.ts')).kick },
  { name: 'say', load: async () => (await import('./server/players.ts')).say },
  { name: 'reload', load: async () => (await import('./server/players.ts')).reload },
  { name: 'audit', load: async () => (await import('./server/audit.ts')).audit },
  { name: 'find', load: async () => (await import('./world/find.ts')).find },
  { name: 'doctor', load: async () => (await import('./server/doctor.ts')).doctor },
  { name: 'fleet start', load: async () => (await import('./fleet/fleet-start.ts')).fleetStart },
  { name: 'fleet worlds', load: async () => (await import('./fleet/fleet-worlds.ts')).fleetWorlds },
  { name: 'fleet join-code', load: async () => (await import('./fleet/fleet-worlds.ts')).fleetJoinCode },
  { name: 'fleet lists', load: async () => (await import('./fleet/fleet-lists.ts')).fleetLists },
  { name: 'fleet list create', load: async () => (await import('./fleet/fleet-lists.ts')).fleetListCreate },
  { name: 'fleet ban', load: async () => (await import('./fleet/fleet-lists.ts')).fleetBan },
  { name: 'fleet unban', load: async () => (await import('./fleet/fleet-lists.ts')).fleetUnban },
  { name: 'fleet find', load: async () => (await import('./fleet/fleet-worlds.ts')).fleetFind },
  { name: 'fleet token create', load: async () => (await import('./fleet/fleet-token.ts')).fleetTokenCreate },
  { name: 'fleet token list', load: async () => (await import('./fleet/fleet-token.ts')).fleetTokenList },
  { name: 'fleet token revoke', load: async () => (await import('./fleet/fleet-token.ts')).fleetTokenRevoke },
  { name: 'fleet tag', load: async () => (await import('./fleet/fleet-worlds.ts')).fleetTag },
  { name: 'fleet remove', load: async () => (await import('./fleet/fleet-worlds.ts')).fleetRemove },
];

/** Loads the code of commands, to describe them. */
export function loadCommands(entries: readonly CommandEntry[]): Promise<CliCommand[]> {
  return Promise.all(entries.map(({ load }) => load()));
}
