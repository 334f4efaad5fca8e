import type { GameServer } from '../game-server.ts';
import type { Write } from '../variants.ts';
import { type Answer, badRequest, textAnswer } from './answer.ts';

export type Body = Readonly<Record<string, unknown>>;

/**
 * The answers to the seven writes (docs/game-server.md#rest-interface). `stop` sends no response: the connection drops.
 */
export const WRITE_ANSWERS: Readonly<
  Record<Write, (game: GameServer, body: Body) => Answer | Promise<Answer> | undefined>
> = {
  announce: (_game, { message }) => (typeof message === 'string' ? textAnswer(200, 'OK') : badRequest()),
  kick: (game, { userid, message }) => {
    const session = typeof userid === 'string' ? game.sessions.find(userid) : undefined;
    if (session === undefined) return badRequest();
    if (session.loading && game.variants.kickWhileLoading === 'refused') return badRequest();
    if (session.loading && game.variants.kickWhileLoading === 'ignored') return done(game);
    game.log.event(`${session.userId} kicked by REST. ${textOf(message)}`.trimEnd());
    game.sessions.leave(session.userId);
    return textAnswer(200, '', 'OK');
  },
  ban: (game, { userid, message }) => {
    if (typeof userid !== 'string' || userid === '') return badRequest();
    const digits = game.bans.ban(userid);
    game.log.event(`${userid}(${digits}) banned by REST. ${textOf(message)}`.trimEnd());
    if (game.variants.banKicks) game.sessions.leave(userid);
    return done(game);
  },
  unban: (game, { userid }) => {
    if (typeof userid !== 'string' || userid === '') return badRequest();
    game.log.event(`${userid}(${game.bans.unban(userid)}) unbanned by REST.`);
    return done(game);
  },
  save: async (game) => {
    await game.save();
    return done(game);
  },
  shutdown: (game, { waittime }) => {
    if (typeof waittime !== 'number' || !Number.isInteger(waittime) || waittime < 0) return badRequest();
    if (waittime > 0) game.shutDown(waittime * 1000); // 0 is reported as not working
    return done(game);
  },
  stop: (game) => {
    game.end(0);
    return undefined;
  },
};

function done({ variants }: GameServer): Answer {
  return textAnswer(200, variants.successBody, 'OK');
}

function textOf(message: unknown): string {
  return typeof message === 'string' ? message : '';
}
