import { countedIn } from '../plural.ts';

const counted = countedIn('en');
const players = (n: number) => counted(n, { one: 'player', other: 'players' });

/** An earlier version of a file is brought back. */
const ofFile = {
  button: (who: string) => `Bring back what ${who} said before`,
  done: (who: string) => `${who} says again what it said before`,
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
      name: 'Teach technologies',
      button: (who: string, what: string) => `Teach ${who} ${what}`,
      done: (who: string, what: string) => `Taught ${who} ${what}`,
    },
    forget: {
      name: 'Take technologies away',
      button: (who: string, what: string) => `Take ${what} from ${who}`,
      done: (who: string, what: string) => `Took ${what} from ${who}`,
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
      name: 'Say to everybody',
      button: () => 'Say to everybody online',
      done: () => 'Said to everybody online',
    },
    alert: {
      name: 'Alert everybody',
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
      name: 'Lift the ban',
      button: (who: string) => `Lift the ban of ${who}`,
      done: (who: string) => `Lifted the ban of ${who}`,
    },
    banAddress: {
      name: 'Ban the address',
      button: (who: string) => `Ban everybody from ${who}`,
      done: (who: string) => `Banned everybody from ${who}`,
    },
    unbanAddress: {
      name: 'Lift the ban of the address',
      button: (who: string) => `Lift the ban of ${who}`,
      done: (who: string) => `Lifted the ban of ${who}`,
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
      name: 'Bring the earlier template back',
      ...ofFile,
    },
    restoreRules: {
      name: 'Bring the earlier import rules back',
      ...ofFile,
    },
    restoreSettings: {
      name: 'Bring the earlier settings back',
      ...ofFile,
    },
    reloadConfig: {
      name: 'Read the files of the operator again',
      button: () => 'Read the files again',
      done: () => 'Read the files again',
    },
    cancelDelivery: {
      name: 'Cancel delivery',
      button: (who: string) => `Cancel: ${who}`,
      done: (who: string) => `Canceled: ${who}`,
    },
    retryDelivery: {
      name: 'Try delivery again',
      button: (who: string) => `Try again: ${who}`,
      done: (who: string) => `Waits for the next maintenance again: ${who}`,
    },
    startMaintenance: {
      name: 'Start maintenance',
      button: (_who: string, what: string) => what,
      done: () => 'The maintenance has begun',
    },
    restoreBackup: {
      name: 'Restore backup',
      button: (who: string, what: string) => `${what} ${who}`,
      done: (who: string) => `Restoring ${who} has begun`,
    },
    cancelMaintenance: {
      name: 'Cancel maintenance',
      button: () => 'Cancel the maintenance',
      done: () => 'Canceled the maintenance',
    },
    saveServer: {
      name: 'Let the game save',
      button: () => 'Let the game save now',
      done: () => 'The game writes its save',
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
