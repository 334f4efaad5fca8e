export {
  type Catalogue,
  type CatalogueProblem,
  catalogueTable,
  type FindOptions,
  type FoundId,
  findIds,
  ID_KINDS,
  type IdKind,
  inLanguage,
  LOCAL_LANGUAGES,
  loadCatalogue,
  MATCHES,
  playerExpAt,
  type Random,
} from './catalogue/index.ts';
export { ARCHIVE_KIND, ARCHIVE_VERSION } from './commands/bases/archive-shape.ts';
export { type TechnologyGame, unknownBannedTechnologies } from './commands/learn-technologies.ts';
export * from './commands/pal-templates/check-pal-template.ts';
export * from './commands/pal-templates/import-rules.ts';
export { findSpecies } from './commands/pal-templates/pal-draft.ts';
export { type AppliedFleetBans, applyFleetBans } from './commands/punishments/apply-fleet-bans.ts';
export { type FleetBan, planFleetBans } from './commands/punishments/fleet-ban-plan.ts';
export { type NamingGame, withSuggestions } from './commands/validation.ts';
export { COMMANDS, type CommandName } from './commands.ts';
export { deletionComing, deliveriesComingTo, pendingDeliveries, runDelivery } from './deliveries.ts';
export { makeDemoWorld } from './demo/make-demo-world.ts';
export { type DemoSizes, parseDemoSizes } from './demo/sizes.ts';
export { type Names, namesOf } from './export/names.ts';
export { replayChanges } from './export/replay-changes.ts';
export { saveChangesOf } from './export/save-changes.ts';
export { worldDifferences } from './export/world-differences.ts';
export { RECORD_TABLES, recordsOf, type WorldRecords } from './export/world-records.ts';
export { importSave } from './import/import-save.ts';
export { applyGameBans, changesOurBans, type GameBansRead } from './mirror/apply-game-bans.ts';
export { MirrorStage } from './mirror/apply-mirror-part.ts';
export { applyRoster } from './mirror/apply-roster.ts';
export type { AppliedSync } from './mirror/apply-sync.ts';
export {
  MIRRORED_TABLES,
  type MirroredChange,
  type MirroredFacts,
  type MirrorPart,
} from './mirror/mirror-part.ts';
export type * from './mirror/roster.ts';
export { type SavedRecords, savedParts, savedRecordsOf } from './mirror/saved-parts.ts';
export { prepareBans } from './queries/banlist.ts';
export { pageOf } from './queries/page.ts';
export { collectPastEvents, palatineEvent } from './queries/past-events.ts';
export { type ListedPlayer, listedPlayers } from './queries/players.ts';
export { CLOCK_STEP_MS, type QueryInput, type ReadableTable, ROW_JSON } from './queries/query.ts';
export { worldFacts } from './queries/world.ts';
export { buildIndexes, QUERIES, type QueryName } from './queries.ts';
export { forgetIdentities } from './simulation/identities.ts';
export { type Simulation, simulateLogIn, startSimulation } from './simulation/simulation.ts';
export * from './state/address.ts';
export * from './state/ban-entries.ts';
export { canJoin } from './state/can-join.ts';
export { checkWorld } from './state/check-world.ts';
export * from './state/events.ts';
export { findKnownPlayer, playerNotFound, playerOf, uidOf } from './state/find-player.ts';
export * from './state/game-context.ts';
export type * from './state/model.ts';
export { misshapenField } from './state/record-shapes.ts';
export { loadCharacter, logOut } from './state/sessions.ts';
export type { Table } from './state/table.ts';
export { timestampAt } from './state/wire-format.ts';
export * from './state/world.ts';
