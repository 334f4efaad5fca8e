import { countedIn } from '../plural.ts';

const counted = countedIn('en');
const players = (n: number) => counted(n, { one: 'player', other: 'players' });

/** Restoring an earlier version of a file. */
const ofFile = {
  button: (who: string) => `Restore ${who}`,
  done: (who: string) => `Restored ${who}`,
};

/**
 * The name of each action. `name`: in menus and the palette. `button`: its whole effect, on `who` and with
 * `what`. `done`: the same once the service said so.
 */
export const actions = {
  does: {
    giveItems: {
      name: 'Give items',
      button: (who: string, what: string) => `Give ${what} to ${who}`,
      done: (who: string, what: string) => `Gave ${what} to ${who}`,
    },
    givePals: {
      name: 'Give Pals',
      button: (who: string, what: string) => `Give ${what} to ${who}`,
      done: (who: string, what: string) => `Gave ${what} to ${who}`,
    },
    giveTemplates: {
      name: 'Give from templates',
      button: (who: string, what: string) => `Give ${what} to ${who}`,
      done: (who: string, what: string) => `Gave ${what} to ${who}`,
    },
    giveEggs: {
      name: 'Give eggs',
      button: (who: string, what: string) => `Give ${what} to ${who}`,
      done: (who: string, what: string) => `Gave ${what} to ${who}`,
    },
    giveProgress: {
      name: 'Give EXP, points, relics',
      button: (who: string, what: string) => `Give ${what} to ${who}`,
      done: (who: string, what: string) => `Gave ${what} to ${who}`,
    },
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
    summonPal: {
      name: 'Summon a Pal',
      button: (who: string, what: string) => `Summon ${what} at ${who}`,
      done: (who: string, what: string) => `Summoned ${what} at ${who}`,
    },
    summonNpc: {
      name: 'Summon an NPC',
      button: (who: string, what: string) => `Summon ${what} at ${who}`,
      done: (who: string, what: string) => `Summoned ${what} at ${who}`,
    },
    message: {
      name: 'Message',
      button: (who: string) => `Send to ${who}`,
      done: (who: string) => `Sent to ${who}`,
    },
    broadcast: {
      name: 'Broadcast',
      button: () => 'Broadcast to everybody online',
      done: () => 'Sent to everybody online',
    },
    alert: {
      name: 'On-screen alert',
      button: () => 'Show on every screen',
      done: () => 'Shown on every screen',
    },
    kick: {
      name: 'Kick',
      button: (who: string) => `Kick ${who}`,
      done: (who: string) => `Kicked ${who}`,
    },
    ban: {
      name: 'Ban',
      button: (who: string) => `Ban ${who}`,
      done: (who: string) => `Banned ${who}`,
    },
    unban: {
      name: 'Unban',
      button: (who: string) => `Unban ${who}`,
      done: (who: string) => `Unbanned ${who}`,
    },
    banAddress: {
      name: 'Ban the address',
      button: (who: string) => `Ban everybody from ${who}`,
      done: (who: string) => `Banned everybody from ${who}`,
    },
    unbanAddress: {
      name: 'Unban the address',
      button: (who: string) => `Unban ${who}`,
      done: (who: string) => `Unbanned ${who}`,
    },
    deleteBase: {
      name: 'Delete base',
      button: (who: string) => `Delete ${who}`,
      done: (who: string) => `Deleted ${who}`,
    },
    restoreBase: {
      name: 'Restore base',
      button: (who: string) => `Restore ${who}`,
      done: (who: string) => `Restored ${who}`,
    },
    restoreTemplate: {
      name: 'Restore the earlier template',
      ...ofFile,
    },
    restoreRules: {
      name: 'Restore the earlier import rules',
      ...ofFile,
    },
    restoreSettings: {
      name: 'Restore the earlier settings',
      ...ofFile,
    },
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
    saveServer: {
      name: 'Save world now',
      button: () => 'Save world now',
      done: () => 'The game is saving',
    },
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
    notAttached: 'there is no game server beside this service',
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
    Deliver: 'Stop the server, deliver what waits, start it',
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
