/**
 * Names that stand in the example calls of the routes. Whoever makes these calls on a real world replaces each with
 * something that is there.
 */
export const EXAMPLE_IDS = {
  /** Online, with room in every inventory and in a guild that has a camp. */
  player: 'steam_76561198000000001',
  /** Online too, and somebody else. */
  otherPlayer: 'steam_76561198000000002',
  guild: '5B2A1C0D-4E3F2A1B-9C8D7E6F-01234567',
  camp: '0F1E2D3C-4B5A6978-8796A5B4-C3D2E1F0',
  ip: '203.0.113.77',
  /** The file Pals/Templates/Lucky.json. */
  template: 'Lucky',
} as const;
