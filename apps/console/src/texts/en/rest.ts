// The texts of all else: loaded with the first part of the page that needs one of them.
export { actionDialog, actionFields, actions } from './actions.ts';
export { audit, undo } from './audit.ts';
export { backups } from './backups.ts';
export { bans } from './bans.ts';
export { bases, plan } from './bases.ts';
export { guilds } from './guilds.ts';
export { items, slots } from './items.ts';
export { map } from './map.ts';
export { messages } from './messages.ts';
export { outcomes } from './outcomes.ts';
export { palDetails, palSearch } from './pal-details.ts';
export { phrases } from './phrases.ts';
export { player, players } from './players.ts';
export { server, strip } from './server.ts';
export { settings, settingTexts } from './settings.ts';
export { table } from './table.ts';
export { team } from './team.ts';
export { templates } from './templates.ts';
