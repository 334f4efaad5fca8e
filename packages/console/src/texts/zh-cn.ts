import type { Texts } from './en.ts';
import { actionDialog } from './zh-cn/action-dialog.ts';
import { actionFields } from './zh-cn/action-fields.ts';
import { actions } from './zh-cn/actions.ts';
import { audit } from './zh-cn/audit.ts';
import { backups } from './zh-cn/backups.ts';
import { bans } from './zh-cn/bans.ts';
import { bases } from './zh-cn/bases.ts';
import { commands } from './zh-cn/commands.ts';
import { events } from './zh-cn/events.ts';
import { faces } from './zh-cn/faces.ts';
import { guilds } from './zh-cn/guilds.ts';
import { health } from './zh-cn/health.ts';
import { items } from './zh-cn/items.ts';
import { map } from './zh-cn/map.ts';
import { messages } from './zh-cn/messages.ts';
import { outbox } from './zh-cn/outbox.ts';
import { outcomes } from './zh-cn/outcomes.ts';
import { overview } from './zh-cn/overview.ts';
import { palDetails } from './zh-cn/pal-details.ts';
import { palSearch } from './zh-cn/pal-search.ts';
import { plan } from './zh-cn/plan.ts';
import { player } from './zh-cn/player.ts';
import { players } from './zh-cn/players.ts';
import { server } from './zh-cn/server.ts';
import { settings } from './zh-cn/settings.ts';
import { shell } from './zh-cn/shell.ts';
import { signIn } from './zh-cn/sign-in.ts';
import { slots } from './zh-cn/slots.ts';
import { table } from './zh-cn/table.ts';
import { templates } from './zh-cn/templates.ts';
import { tokens } from './zh-cn/tokens.ts';

/** The texts in Simplified Chinese. */
export const zhCN: Texts = {
  actionDialog,
  actionFields,
  actions,
  audit,
  backups,
  bans,
  bases,
  commands,
  events,
  faces,
  guilds,
  health,
  items,
  map,
  messages,
  outbox,
  outcomes,
  overview,
  palDetails,
  palSearch,
  plan,
  player,
  players,
  server,
  settings,
  shell,
  signIn,
  slots,
  table,
  templates,
  tokens,
};
