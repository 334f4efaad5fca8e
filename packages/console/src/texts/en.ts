import { actionDialog } from './en/action-dialog.ts';
import { actionFields } from './en/action-fields.ts';
import { actions } from './en/actions.ts';
import { bans } from './en/bans.ts';
import { commands } from './en/commands.ts';
import { faces } from './en/faces.ts';
import { map } from './en/map.ts';
import { outbox } from './en/outbox.ts';
import { outcomes } from './en/outcomes.ts';
import { palDetails } from './en/pal-details.ts';
import { player } from './en/player.ts';
import { players } from './en/players.ts';
import { shell } from './en/shell.ts';
import { signIn } from './en/sign-in.ts';
import { slots } from './en/slots.ts';
import { table } from './en/table.ts';

/** The texts in English. Other languages have the same keys (`satisfies Texts`). */
export const en = {
  actionDialog,
  actionFields,
  actions,
  bans,
  commands,
  faces,
  map,
  outbox,
  outcomes,
  palDetails,
  player,
  players,
  shell,
  signIn,
  slots,
  table,
};

/** Every text of the page, in one language. */
export type Texts = typeof en;
