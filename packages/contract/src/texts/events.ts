/** When an event of each type is sent. */
export const EVENT_TEXTS = {
  'player.joined': 'A player has connected. `player.loaded` follows once the character is loaded',
  'player.loaded': 'The character of a player who has connected is loaded: grants and reads reach it',
  'player.left': 'A player has disconnected, or was kicked or banned',
  message:
    'A message was sent by `SendPlayerMessage`, `Broadcast` or `Alert`, or the service announced a punishment',
  grant: 'A player was given something, by any of the `give` routes. One request makes one event',
  technologies:
    'A player has learned or forgotten technologies by a request. More than 2,000 forgotten ones make several events',
  punishment:
    'A user or an address was banned or unbanned, or a player kicked. Each player whom it disconnects also makes a `player.left`',
  summoned: 'A Pal or an NPC was summoned',
  'player.leveled': 'A player has a higher level than in the save before',
  'pal.caught':
    'A player has Pals that the save before did not have: caught, hatched or bought, which a save ' +
    'does not distinguish. One event per player and save',
  'items.changed':
    'A player holds more or fewer items than in the save before, in all inventories together. One event for a player and a save',
  'guild.changed':
    'A guild was founded or dissolved, or its name, level, administrator or members are not those of the save before',
  'base.built': 'A base camp is there that the save before did not have',
  'base.deleted':
    'A base camp was deleted with everything in it: by a request, after it was archived, or in the game',
  'base.restored': 'A deleted base camp was brought back from its archive with everything in it',
  'delivery.pending':
    'A grant, a technology or the deletion of a base was accepted beside a running game server. It waits for the next maintenance',
  'delivery.delivered': 'A delivery is in the game: the server has started with the save that holds it',
  'delivery.failed': 'A delivery can never be delivered: its player or base is gone',
  'server.state': 'The state of the game server has changed',
  'save.stalled':
    'The save of the game server does not change although somebody plays: ten autosaves and five minutes of play have not changed it',
  'save.replaced':
    'The save of the game server went back in time, or holds another world than before. It is served all the same',
  'maintenance.started': 'A maintenance of the game server has begun',
  'maintenance.ended':
    'A maintenance of the game server has ended, and the server was started again unless the message says otherwise',
  'identity.conflict':
    'The game server has named another PlayerUID for a UserId, or another UserId for a PlayerUID, than before. Both pairs are kept',
  'enforcement.failed':
    'Somebody who may not play is still online: the game server was asked to disconnect them and they are still there',
  'whitelist.unlisted': 'A player who is not on the whitelist of the game server has connected',
  'template.saved': 'A Pal template or a file of import rules was saved or deleted by a request',
  'token.changed': 'A token was made, changed or revoked by a request',
  'settings.saved':
    'Settings were changed in their file by a request; a reload or the next start applies them',
  'backup.made': 'A backup of the data folder was made by a request',
  'config.reloaded':
    'ReloadConfig has applied files. When it has rejected others, each makes a `config.rejected`',
  'config.rejected':
    'ReloadConfig ignored a file that is invalid or was not read in time; its last valid state stays active',
} as const;
