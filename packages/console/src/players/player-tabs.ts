/** The parts of a player's page, in their order. */
export const PLAYER_TABS = ['overview', 'inventory', 'pals', 'technologies', 'progress', 'history'] as const;
export type PlayerTab = (typeof PLAYER_TABS)[number];

/** The part that an address names; the overview for any other word. */
export function playerTab(name: string): PlayerTab {
  return PLAYER_TABS.find((tab) => tab === name) ?? 'overview';
}
