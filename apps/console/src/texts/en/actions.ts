import { counted, players } from '../plural.ts';

const give = {
  button: (who: string, what: string) => `Give ${what} to ${who}`,
  done: (who: string, what: string) => `Gave ${what} to ${who}`,
};
const summon = {
  button: (who: string, what: string) => `Summon ${what} at ${who}`,
  done: (who: string, what: string) => `Summoned ${what} at ${who}`,
};
const unban = { button: (who: string) => `Unban ${who}`, done: (who: string) => `Unbanned ${who}` };
const restore = { button: (who: string) => `Restore ${who}`, done: (who: string) => `Restored ${who}` };

/**
 * The name of each action. `name`: in menus and the palette. `button`: its whole effect, on `who` and with
 * `what`. `done`: the same once the service said so.
 */
export const actions = {
  does: {
    giveItems: { name: 'Give items', ...give },
    givePals: { name: 'Give Pals', ...give },
    giveTemplates: { name: 'Give from templates', ...give },
    giveEggs: { name: 'Give eggs', ...give },
    giveProgress: { name: 'Give EXP, points, relics', ...give },
    learn: {
      name: 'Unlock technologies',
      button: (who: string, what: string) => `Unlock ${what} for ${who}`,
      done: (who: string, what: string) => `Unlocked ${what} for ${who}`,
    },
    forget: {
      name: 'Lock technologies',
      button: (who: string, what: string) => `Lock ${what} for ${who}`,
      done: (who: string, what: string) => `Locked ${what} for ${who}`,
    },
    summonPal: { name: 'Summon a Pal', ...summon },
    summonNpc: { name: 'Summon an NPC', ...summon },
    message: {
      name: 'Message',
      button: (who: string) => `Send to ${who}`,
      done: (who: string) => `Sent to ${who}`,
    },
    broadcast: {
      name: 'Broadcast',
      button: () => 'Broadcast to all online players',
      done: () => 'Sent to all online players',
    },
    alert: {
      name: 'On-screen alert',
      button: () => 'Show on every screen',
      done: () => 'Shown on every screen',
    },
    kick: { name: 'Kick', button: (who: string) => `Kick ${who}`, done: (who: string) => `Kicked ${who}` },
    ban: { name: 'Ban', button: (who: string) => `Ban ${who}`, done: (who: string) => `Banned ${who}` },
    unban: { name: 'Unban', ...unban },
    banAddress: {
      name: 'Ban the address',
      button: (who: string) => `Ban the address ${who}`,
      done: (who: string) => `Banned the address ${who}`,
    },
    unbanAddress: { name: 'Unban the address', ...unban },
    deleteBase: {
      name: 'Delete base',
      button: (who: string) => `Delete ${who}`,
      done: (who: string) => `Deleted ${who}`,
    },
    restoreBase: { name: 'Restore base', ...restore },
    restoreTemplate: { name: 'Restore the earlier template', ...restore },
    restoreRules: { name: 'Restore the earlier import rules', ...restore },
    restoreSettings: { name: 'Restore the earlier settings', ...restore },
    reloadConfig: {
      name: 'Reload the configuration',
      button: () => 'Reload the files',
      done: () => 'Reloaded the files',
    },
    cancelDelivery: {
      name: 'Cancel delivery',
      button: (who: string) => `Cancel: ${who}`,
      done: (who: string) => `Canceled: ${who}`,
    },
    retryDelivery: {
      name: 'Try delivery again',
      button: (who: string) => `Try again: ${who}`,
      done: (who: string) => `Waiting for the next maintenance again: ${who}`,
    },
    startMaintenance: {
      name: 'Start maintenance',
      button: (_who: string, what: string) => what,
      done: () => 'The maintenance has started',
    },
    restoreBackup: {
      name: 'Restore backup',
      button: (who: string, what: string) => `${what} ${who}`,
      done: (who: string) => `Restoring ${who} has started`,
    },
    cancelMaintenance: {
      name: 'Cancel maintenance',
      button: () => 'Cancel the maintenance',
      done: () => 'Canceled the maintenance',
    },
    saveServer: { name: 'Save world now', button: () => 'Save world now', done: () => 'The game is saving' },
    backUp: {
      name: 'Back up the save',
      button: () => 'Copy the save folder now',
      done: () => 'Copied the save folder',
    },
  },
  /** Why something cannot be done to a target. */
  blocked: {
    offline: 'offline',
    offlineHere: 'offline; this service gives to players online only (playerResolution)',
    noPlayerFile: 'the world does not hold their belongings',
    impossible: 'a running game server cannot do this',
    notAttached: 'this service has no game server',
    ended: 'this delivery has ended',
  },
  players,
  base: (name: string) => `the base of ${name}`,
  bases: (n: number) => counted(n, { one: 'base', other: 'bases' }),
  targets: (n: number) => counted(n, { one: 'entry', other: 'entries' }),
  amount: (count: string, name: string) => `${count} ${name}`,
  atLevel: (name: string, level: string) => `${name}, level ${level}`,
  egg: (egg: string, inside: string) => `${egg} with ${inside}`,
  template: (name: string) => `template ${name}`,
  kinds: (n: number) => counted(n, { one: 'kind', other: 'kinds' }),
  technologies: (n: number) => counted(n, { one: 'technology', other: 'technologies' }),
  everything: 'all technologies',
  place: (x: string, y: string) => `${x}, ${y}`,
  maintenance: {
    Restart: 'Restart the server',
    Deliver: 'Stop the server, deliver pending changes, start it',
    Restore: 'Stop the server and restore',
  },
  /** Where a person stops and starts the server. */
  maintenanceByHand: {
    Restart: 'Begin, and wait for my restart',
    Deliver: 'Begin, and deliver once I have stopped the server',
    Restore: 'Begin, and once I have stopped the server restore',
  },
  progress: {
    EXP: 'EXP',
    TechnologyPoints: 'technology points',
    AncientTechnologyPoints: 'ancient technology points',
  },
};

/** The dialog of every action. */
export const actionDialog = {
  title: (name: string, who: string) => `${name}: ${who}`,
  left: 'Left out',
  leftOut: (n: number, why: string) => `${counted(n, { one: 'target', other: 'targets' })} left out: ${why}`,
  nothingLeft: (why: string) => `This cannot be done: ${why}.`,
  more: 'More actions',
  cancel: 'Cancel',
  close: 'Close',
  consequences: 'Consequences',
  previewing: 'Checking the consequences…',
  previewedFirst: (n: number) => `The first ${n} were checked.`,
  andMore: (n: number) => `and ${n} more`,
  typeToArm: (name: string) => `Type ${name} to go on`,
  reason: 'Reason',
  reasonHint: 'The player reads it; the ban list and the audit keep it.',
  lastReasons: 'Recent reasons',
  sending: 'Sending…',
  progress: (n: number, of: number) => `${n} of ${of}`,
  stop: 'Stop',
  stopped: 'Stopped: requests that had not started were left out.',
  again: (n: number) => `Retry the ${n} unknown`,
  againOne: 'Retry',
  unknownOne:
    'The answer was lost, so it is unknown whether this was applied. A retry applies it at most once.',
  table: 'Outcome',
  columns: { outcome: 'Outcome', count: 'Count', who: 'Targets' },
  outcomes: { done: 'Done', unknown: 'Unknown', stopped: 'Not started', refused: 'Refused' },
  pending: 'Pending until the next restart of the game server',
  pendingMany: (n: number) => `${n} pending until the next restart of the game server`,
  enforcing: (why: string) => `Accepted; retried until the game server complies: ${why}`,
  undo: 'Undo',
  restore: 'Restore',
  undone: (sentence: string) => `Undo: ${sentence}`,
  waitFor: (wait: string) => `Again in ${wait}`,
};

/** The fields of the forms of actions. */
export const actionFields = {
  item: 'Item',
  count: 'Count',
  pal: 'Pal',
  npc: 'NPC',
  egg: 'Egg',
  inside: 'Inside',
  level: 'Level',
  height: 'Height in m',
  heightHint: 'That of the nearest object with a known height. The ground may be higher or lower.',
  template: 'Template',
  templateHint: 'A file of Pals/Templates. It brings its own level.',
  faulty: 'has errors',
  instead: 'or from a template',
  addItem: 'Another item',
  addPal: 'Another Pal',
  addEgg: 'Another egg',
  addTemplate: 'Another template',
  remove: (name: string) => `Remove ${name}`,
  relics: 'Relics',
  technologies: 'Technologies',
  addTechnology: 'Add a technology',
  everything: 'All technologies',
  message: 'Message',
  left: (n: string) => `${n} characters left`,
  sender: 'Sender',
  senderHint: 'Server, unless given',
  sendType: 'Where it is shown',
  sendTypes: {
    PlayerChat: 'Chat',
    PlayerGlobalChat: 'Global chat',
    PlayerGuildChat: 'Guild chat',
    PlayerLogNormal: 'Log',
    PlayerLogImportant: 'Log, important',
    PlayerLogVeryImportant: 'Log, very important',
  },
  withAddress: 'Ban their address too',
  withAddressHint: 'Only while they are online.',
  uncapturable: 'Cannot be captured',
  still: 'Does not move',
  maintenance: 'Action',
  deliver: 'Deliver pending changes',
  restart: 'Restart only',
  countdown: 'Countdown in seconds',
  countdownHintByHand: 'Empty: no countdown. It is skipped while no players are online.',
  countdownHint: 'Empty: as Server.json says. It is skipped while no players are online.',
};
