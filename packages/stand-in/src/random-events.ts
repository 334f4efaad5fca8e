import type { SavePlayer } from '@palatine/save/save-types';
import { type Chance, hexDigits, pick, seededChance } from './chance.ts';
import { RANDOM_KINDS, type RandomKind, type RandomLife } from './control/commands.ts';
import type { GameServer } from './game-server.ts';
import { guidOf } from './guid.ts';

/** Items that players find. Tests deliver other items, so that they can count them. */
const FOUND_ITEMS = ['Wood', 'Stone', 'Fiber', 'Berries'] as const;
const CAUGHT_PALS = ['SheepBall', 'ChickenPal', 'PinkCat'] as const;
const MAX_ITEMS = 50;
const MAX_PALS = 60;

type Happening = (game: GameServer, chance: Chance) => void;

/** Random events of a server. @returns a function that restarts them, or stops them with null. */
export function randomEvents(game: GameServer): (life: RandomLife | null) => void {
  let cancel: () => void = () => {};
  const next = (life: RandomLife, chance: Chance): void => {
    cancel = game.clock.after(2 * life.everyMs * chance(), () => {
      HAPPENINGS[pick(chance, life.kinds ?? RANDOM_KINDS)](game, chance);
      next(life, chance);
    });
  };
  return (life) => {
    cancel();
    if (life !== null) next(life, seededChance(life.seed));
  };
}

/** Each has no effect where it cannot apply, such as to players while nobody is online. */
export const HAPPENINGS: Readonly<Record<RandomKind, Happening>> = {
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
  catchPal: withPlayer((game, chance, player) => {
    if (game.memory.palsOf(player).length >= MAX_PALS) return;
    game.memory.catchPal(player, pick(chance, CAUGHT_PALS), guidOf(hexDigits(chance)));
  }),
};

function withPlayer(act: (game: GameServer, chance: Chance, player: SavePlayer) => void): Happening {
  return (game, chance) => {
    const players = game.sessions.all.flatMap(({ player, loading }) => (player && !loading ? [player] : []));
    if (players.length > 0) act(game, chance, pick(chance, players));
  };
}
