/** Placeholders in example calls, which `packages/testing/src/sample-calls.ts` replaces with real identities. */
export const EXAMPLE_IDS = {
  /** Online, with room in every inventory and in a guild that has a camp. */
  player: 'steam_76561198000000001',
  /** Another player, online from another address. */
  otherPlayer: 'steam_76561198000000002',
  /** A Pal in the team of `player`. */
  pal: '3C4D5E6F-7A8B9CAD-BECFD0E1-F2031425',
  guild: '5B2A1C0D-4E3F2A1B-9C8D7E6F-01234567',
  camp: '0F1E2D3C-4B5A6978-8796A5B4-C3D2E1F0',
  /** The archive of another camp, in the folder Archives. */
  archive: 'deletebase-20260131T235959123Z-1A2B3C4D-5E6F7081-92A3B4C5-D6E7F809.json.gz',
  delivery: '7D1E2F30-4A5B6C7D-8E9FA0B1-C2D3E4F5',
  /** A backup of the save folder of a game server. */
  backup: '20260712T181502Z',
  ip: '203.0.113.77',
  /** The file Pals/Templates/Lucky.json. */
  template: 'Lucky',
  /** Its ETag. */
  templateETag: '"1v4eWJ2u3mM0sQyXc5bQ8w"',
  /** The file Pals/Templates/Unlucky.json, and its ETag. */
  otherTemplate: 'Unlucky',
  otherTemplateETag: '"2n8dKp7Lr0aVfT1hYz6GxA"',
  /** ETag of Pals/ImportRules/Default.json. */
  rulesETag: '"3b6cRt9Qs2eUjW4iPk5HvB"',
  /** ETag of Config.json. */
  settingsETag: '"4m7fZx8Ny3gSdO2lCq1JwC"',
} as const;

/** Path parameters of example calls that set none. */
export const EXAMPLE_PARAMS = {
  player_identifier: EXAMPLE_IDS.player,
  uid: EXAMPLE_IDS.player,
  user_id: EXAMPLE_IDS.otherPlayer,
  guild_id: EXAMPLE_IDS.guild,
  base_camp_id: EXAMPLE_IDS.camp,
  ip: EXAMPLE_IDS.ip,
  item_id: 'PalSphere',
  list: 'main',
  world: '0a1b2c3d0a1b2c3d0a1b2c3d0a1b2c3d',
} as const;
