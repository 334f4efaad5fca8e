import { actionDialog } from './en/action-dialog.ts';
import { actionFields } from './en/action-fields.ts';
import { actions } from './en/actions.ts';
import { audit } from './en/audit.ts';
import { backups } from './en/backups.ts';
import { bans } from './en/bans.ts';
import { bases } from './en/bases.ts';
import { commands } from './en/commands.ts';
import { events } from './en/events.ts';
import { faces } from './en/faces.ts';
import { guilds } from './en/guilds.ts';
import { health } from './en/health.ts';
import { items } from './en/items.ts';
import { map } from './en/map.ts';
import { messages } from './en/messages.ts';
import { outbox } from './en/outbox.ts';
import { outcomes } from './en/outcomes.ts';
import { overview } from './en/overview.ts';
import { palDetails } from './en/pal-details.ts';
import { palSearch } from './en/pal-search.ts';
import { plan } from './en/plan.ts';
import { player } from './en/player.ts';
import { players } from './en/players.ts';
import { server } from './en/server.ts';
import { settings } from './en/settings.ts';
import { shell } from './en/shell.ts';
import { signIn } from './en/sign-in.ts';
import { slots } from './en/slots.ts';
import { table } from './en/table.ts';
import { templates } from './en/templates.ts';
import { tokens } from './en/tokens.ts';

/** The texts in English. Other languages have the same keys (`satisfies Texts`). */
export const en = {
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

/** Every text of the page, in one language. */
export type Texts = typeof en;
