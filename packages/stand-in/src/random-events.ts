import { systemClock } from '@palatine/platform/clock';
import type { SavePlayer } from '@palatine/save';
import { type Chance, hexDigits, pick, seededChance } from './chance.ts';
import { RANDOM_KINDS, type RandomKind, type RandomLife } from './control/commands.ts';
import type { GameServer } from './game-server.ts';
import { guidOf } from './guid.ts';
import { ANSWER_FAULTS, type DiskFault } from './variants.ts';
import { applyDiskFault } from './world/disk-faults.ts';

/** Items that players find. Tests deliver other items, so that they can count them. */
const FOUND_ITEMS = ['Wood', 'Stone', 'Fiber', 'Berries'] as const;
const CAUGHT_PALS = ['SheepBall', 'ChickenPal', 'PinkCat'] as const;
/** Faults on disk that leave a world to boot from, whenever the server ends. */
const PASSING_DISK_FAULTS: readonly DiskFault[] = ['emptyMeta', 'halfWrittenTmp', 'diskFull'];
const MAX_ITEMS = 50;
const MAX_PALS = 60;
const FAULT_MS = 3_000;

type Happening = (game: GameServer, chance: Chance) => void | Promise<void>;

export class RandomEvents {
  readonly #game: GameServer;
  #life: RandomLife | null = null;
  #cancel: () => void = () => {};

  constructor(game: GameServer) {
    this.#game = game;
  }

  /** Restarts; null stops it. */
  set(life: RandomLife | null): void {
    this.#cancel();
    this.#life = life;
    if (life !== null) this.#next(seededChance(life.seed));
  }

  #next(chance: Chance): void {
    const life = this.#life;
    if (life === null) return;
    this.#cancel = this.#game.clock.after(2 * life.everyMs * chance(), () => {
      void happen(pick(chance, life.kinds ?? RANDOM_KINDS), this.#game, chance);
      this.#next(chance);
    });
  }
}

/** Runs one event; has no effect where it cannot apply, such as to players while nobody is online. */
export async function happen(kind: RandomKind, game: GameServer, chance: Chance): Promise<void> {
  await HAPPENINGS[kind](game, chance);
}

const HAPPENINGS: Readonly<Record<RandomKind, Happening>> = {
  join: (game, chance) => {
    const away = game.sessions.accounts().filter(({ userId, playerId }) => {
      return game.sessions.find(userId) === undefined && game.memory.player(playerId) !== undefined;
    });
    if (away.length > 0) game.sessions.join({ userId: pick(chance, away).userId });
  },
  leave: (game, chance) => {
    const { all } = game.sessions;
    if (all.length > 0) game.sessions.leave(pick(chance, all).userId);
  },
  move: withPlayer((game, chance, player) => {
    const { x, y } = player.location;
    game.memory.move(player, x + Math.round(chance() * 2000 - 1000), y + Math.round(chance() * 2000 - 1000));
  }),
  gainItem: withPlayer((game, chance, player) => {
    const itemId = pick(chance, FOUND_ITEMS);
    const stack = game.memory
      .itemContainer(player.inventory.common)
      ?.slots.find((slot) => slot.itemId === itemId);
    // Players also use what they found, so that an inventory never fills up.
    const count =
      stack !== undefined && stack.count >= MAX_ITEMS ? -stack.count : 1 + Math.floor(chance() * 9);
    game.memory.gainItem(player, itemId, count);
  }),
  gainLevel: withPlayer((game, _chance, player) => {
    if ((game.memory.body(player)?.level ?? 99) < 50) game.memory.gainLevel(player, 1);
  }),
  catchPal: withPlayer(async (game, chance, player) => {
    if (game.memory.palsOf(player).length >= MAX_PALS) return;
    await game.memory.catchPal(player, pick(chance, CAUGHT_PALS), guidOf(hexDigits(chance)));
  }),
  answerFault: (game, chance) => {
    game.answerFaults.rules.push({ fault: pick(chance, ANSWER_FAULTS), times: 1 + Math.floor(chance() * 3) });
  },
  diskFault: (game, chance) => {
    const fault = pick(chance, PASSING_DISK_FAULTS);
    const context = { folder: game.saveFolder, chance, nowMs: game.clock.now() };
    if (!applyDiskFault(fault, context)) game.rounds.faults.add(fault);
  },
  pause: (game, chance) => {
    game.clock.pause();
    systemClock.after(FAULT_MS * chance(), () => game.clock.resume()); // the clock of the game is paused
  },
  hang: (game, chance) => game.hang(FAULT_MS * chance()),
  crash: (game) => game.end(139),
};

function withPlayer(
  act: (game: GameServer, chance: Chance, player: SavePlayer) => void | Promise<void>,
): Happening {
  return (game, chance) => {
    const players = game.sessions.all.flatMap(({ player, loading }) => (player && !loading ? [player] : []));
    return players.length > 0 ? act(game, chance, pick(chance, players)) : undefined;
  };
}
