import Type, { type Static } from 'typebox';
import { settingsFile } from './settings-file.ts';

const Ids = Type.Array(Type.String({ maxLength: 256 }), { maxItems: 100_000 });

/** Whitelist.json: who may play on the game server beside which the service runs. */
const WhitelistFile = Type.Object({
  Enabled: Type.Boolean(),
  /** Whether those who may not play are only reported. */
  DryRun: Type.Boolean(),
  /** UserIds or PlayerUIDs. While there is none, nobody is kicked. */
  Players: Ids,
  /** UserIds or PlayerUIDs that neither the whitelist nor a ban of their address kicks: those of administrators. */
  Grace: Ids,
  /** What a player reads who is kicked. */
  Message: Type.String({ maxLength: 500 }),
});
export type WhitelistFile = Static<typeof WhitelistFile>;

export const whitelistFile = settingsFile('Whitelist.json', WhitelistFile, {
  Enabled: false,
  DryRun: false,
  Players: [],
  Grace: [],
  Message: 'You are not on the whitelist of this server.',
});
