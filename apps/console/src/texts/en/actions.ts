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
      name: 'Announce',
      button: () => 'Announce to all online players',
      done: () => 'Announced to all online players',
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
      button: () => 'Cancel delivery',
      done: (who: string) => `Canceled: ${who}`,
    },
    retryDelivery: {
      name: 'Try delivery again',
      button: (who: string) => `Try again: ${who}`,
      done: (who: string) => `Waiting for the next restart: ${who}`,
    },
    startMaintenance: {
      name: 'Restart',
      button: (_who: string, what: string) => what,
      done: () => 'Restart started',
    },
    restoreBackup: {
      name: 'Restore backup',
      button: (who: string, what: string) => `${what} ${who}`,
      done: (who: string) => `Restoring ${who} has started`,
    },
    cancelMaintenance: {
      name: 'Cancel restart',
      button: () => 'Cancel restart',
      done: () => 'Restart canceled',
    },
    saveServer: { name: 'Save world now', button: () => 'Save world now', done: () => 'The game is saving' },
    backUp: {
      name: 'Back up the save',
      button: () => 'Back up now',
      done: () => 'Save backed up',
    },
  },
  /** Why something cannot be done to a target. */
  blocked: {
    offline: 'Offline',
    offlineHere: 'Offline. Turn on “Give to offline players” in Settings',
    noPlayerFile: 'No save file for this player',
    impossible: 'Not possible on a stock server',
    notAttached: 'No game server here',
    ended: 'This delivery has ended',
  },
  /** With a game server: the effect comes at its next restart. */
  queue: {
    button: (who: string, what: string) => `Queue ${what} for ${who}`,
    done: (who: string, what: string) => `Queued ${what} for ${who}`,
    other: {
      button: (sentence: string) => `Queue: ${sentence}`,
      done: (sentence: string) => `Queued: ${sentence}`,
    },
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
    Deliver: 'Stop, deliver, and start',
    Restore: 'Stop the server and restore',
  },
  /** For servers that are stopped and started by hand. */
  maintenanceByHand: {
    Restart: 'Announce restart',
    Deliver: 'Announce stop, then deliver',
    Restore: 'Announce stop, then restore',
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
  left: 'Skipped',
  leftOut: (n: number, why: string) => `${players(n)} skipped: ${why}`,
  nothingLeft: (why: string) => `${why}.`,
  more: 'More actions',
  keep: 'Keep it',
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
  again: (n: number) => `Retry the ${n} unknown`,
  table: 'Outcome',
  columns: { outcome: 'Outcome', count: 'Count', who: 'Targets' },
  outcomes: { done: 'Done', unknown: 'Unknown', stopped: 'Not started', refused: 'Refused' },
  pending: 'Arrives at the next restart; can be canceled until then.',
  pendingMany: (n: number) => `${n} arrive at the next restart; can be canceled until then.`,
  enforcing: (why: string) => `Accepted; retried until the game server complies: ${why}`,
  undo: 'Undo',
  restore: 'Restore',
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
  deliver: 'Stop and deliver',
  restart: 'Restart',
  countdown: 'Countdown in seconds',
  countdownHintByHand: 'Empty: no countdown. Skipped while no players are online.',
  countdownHint: 'Empty: as in Settings. Skipped while no players are online.',
};
