import type { SavePlayer } from '@palatine/save/save-types';
import { hexDigits } from './chance.ts';
import type { RandomLife, ServerCommands } from './control/commands.ts';
import type { Execute } from './control/control-port.ts';
import type { GameServer } from './game-server.ts';
import { digitsOf, guidOf } from './guid.ts';
import { randomEvents } from './random-events.ts';
import { auditPlayers } from './world/audit.ts';
import { applyDiskFault } from './world/disk-faults.ts';

type Handlers = {
  [Name in keyof ServerCommands]: (
    args: ServerCommands[Name]['args'],
  ) => ServerCommands[Name]['result'] | Promise<ServerCommands[Name]['result']>;
};

/** Carries out the commands of the control channel. Only `status` and `variants` do so before the boot is done. */
export function serverCommands(game: GameServer): Execute {
  const handlers: Handlers = { ...serverHandlers(game), ...playerHandlers(game), ...faultHandlers(game) };
  return async (command, args) => {
    const handler = (handlers as Record<string, ((args: unknown) => unknown) | undefined>)[command];
    if (handler === undefined || !Object.hasOwn(handlers, command))
      throw new Error('there is no such command');
    if (game.status().state === 'booting' && !['status', 'variants', 'crash'].includes(command)) {
      throw new Error('the server is still booting');
    }
    return await handler(args);
  };
}

function serverHandlers(game: GameServer) {
  return {
    status: () => game.status(),
    audit: () => ({
      worldGuid: game.worldGuid,
      startedAtMs: game.startedAtMs,
      saves: game.rounds.written,
      players: auditPlayers(game.memory, (playerId) => game.sessions.userIdOf(playerId)),
      bases: game.memory.save.camps.map(({ id }) => digitsOf(id)),
      banned: game.bans.list(),
      sessions: game.sessions.all.map((session) => game.sessions.truthOf(session)),
    }),
    requests: () => [...game.seen],
    forgetRequests: () => nothing(game.seen.splice(0)),
    variants: (args) => Object.assign(game.variants, args),
    save: async () => nothing(await game.save()),
    pause: () => nothing(game.clock.pause()),
    resume: () => nothing(game.clock.resume()),
    hang: ({ ms }) => nothing(game.hang(ms)),
    resetUptime: () => nothing(game.resetUptime()),
    crash: ({ code }) => nothing(setImmediate(() => game.end(code ?? 139))),
  } satisfies Partial<Handlers>;
}

function playerHandlers(game: GameServer) {
  const playing = (userId: string): SavePlayer => {
    const session = game.sessions.find(userId);
    if (session === undefined) throw new Error(`${userId} is not connected`);
    if (session.player === undefined) throw new Error(`${userId} has no record in the save`);
    return session.player;
  };
  return {
    join: (visitor) => game.sessions.truthOf(game.sessions.join(visitor)),
    leave: ({ userId }) => {
      if (!game.sessions.leave(userId)) throw new Error(`${userId} is not connected`);
      return null;
    },
    leaveAll: () =>
      nothing(game.sessions.all.map(({ userId }) => userId).map((userId) => game.sessions.leave(userId))),
    move: ({ userId, x, y }) => nothing(game.memory.move(playing(userId), x, y)),
    gainItem: ({ userId, itemId, count }) => nothing(game.memory.gainItem(playing(userId), itemId, count)),
    gainLevel: ({ userId, levels }) => nothing(game.memory.gainLevel(playing(userId), levels)),
    catchPal: ({ userId, characterId }) => {
      const instanceId = guidOf(hexDigits(game.chance));
      game.memory.catchPal(playing(userId), characterId, instanceId);
      return { instanceId };
    },
    learn: ({ userId, technology }) => nothing(game.memory.learn(playing(userId), technology)),
  } satisfies Partial<Handlers>;
}

function faultHandlers(game: GameServer) {
  const restart = randomEvents(game);
  return {
    answerFault: (rule) => nothing(game.answerFaults.rules.push({ ...rule })),
    clearAnswerFaults: () => nothing(game.answerFaults.rules.splice(0)),
    diskFault: ({ fault }) => {
      const context = { folder: game.saveFolder, chance: game.chance, nowMs: game.clock.now() };
      if (!applyDiskFault(fault, context)) game.rounds.faults.add(fault);
      return null;
    },
    random: (args) => nothing(restart('everyMs' in args ? (args as RandomLife) : null)),
  } satisfies Partial<Handlers>;
}

function nothing(_result: unknown): null {
  return null;
}
