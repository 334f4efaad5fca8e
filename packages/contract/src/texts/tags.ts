/** Tags of the API document with their descriptions, in its order. */
export const TAGS = {
  Players: 'Players, their belongings, knowledge and progress.',
  Guilds: 'Guilds, their members, camps and chests.',
  Grants: 'Items, Pals, eggs, EXP and points for players who are online.',
  Technologies: 'Technologies that players have unlocked.',
  Punishments: 'Bans, kicks and the ban list.',
  Messages: 'Chat, broadcasts and alerts.',
  World: 'Summoning Pals and NPCs, deleting base camps.',
  Catalogue: 'Ids and display names of what there is in the game.',
  Deliveries: 'Pending deliveries into the save of a running game server.',
  'Game server': 'The game server beside which this service runs.',
  Service: 'Version, configuration, audit, events and health of the service itself.',
  Fleet: 'Many worlds behind one gateway: which there are, what they share, and what has happened in them.',
} as const;
