import type { SavePlayer } from '@palatine/save/save-types';
import { steamPlayerUid } from '@palatine/save/testing';
import type { Bans } from './bans.ts';
import { type Chance, hexDigits } from './chance.ts';
import type { JoiningPlayer, SessionTruth } from './control/commands.ts';
import type { GameClock } from './game-clock.ts';
import { digitsOf, guidOf } from './guid.ts';
import type { GameLog } from './log.ts';
import type { Variants } from './variants.ts';
import type { WorldMemory } from './world/memory.ts';
import { addNewcomer } from './world/newcomer.ts';

export interface Session {
  readonly userId: string;
  readonly playerId: string;
  readonly accountName: string;
  readonly ip: string;
  readonly basePingMs: number;
  /** Name of a player without a record in the save. */
  readonly visitorName: string;
  loading: boolean;
  /** The player's record; undefined while somebody is new, or where the save is too old for new ones. */
  player: SavePlayer | undefined;
  cancel: () => void;
}

interface SessionsContext {
  memory: WorldMemory;
  bans: Bans;
  clock: GameClock;
  variants: Variants;
  log: GameLog;
  chance: Chance;
}

/** Connected players, and the UserId of each player, which the save does not hold. */
export class Sessions {
  readonly all: Session[] = [];
  readonly #context: SessionsContext;
  readonly #userIds = new Map<string, string>();

  constructor(context: SessionsContext, accounts: readonly { userId: string; playerId: string }[]) {
    this.#context = context;
    for (const { userId, playerId } of accounts) this.#userIds.set(playerId, userId);
    for (const { uid } of context.memory.save.players) {
      const playerId = digitsOf(uid);
      if (!this.#userIds.has(playerId)) this.#userIds.set(playerId, xboxIdOf(playerId));
    }
  }

  userIdOf(playerId: string): string {
    return this.#userIds.get(playerId) ?? '';
  }

  /** Everybody it has heard of, and all players of the save. */
  accounts(): { userId: string; playerId: string }[] {
    return [...this.#userIds].map(([playerId, userId]) => ({ userId, playerId }));
  }

  find(userId: string): Session | undefined {
    return this.all.find((session) => session.userId === userId);
  }

  /** Connects a player. Throws for one who is connected already. */
  join(visitor: JoiningPlayer): Session {
    const { userId } = visitor;
    if (this.find(userId) !== undefined && visitor.twice !== true)
      throw new Error(`${userId} is connected already`);
    const session = this.#newSession(visitor);
    const { bans, clock, variants, log } = this.#context;
    this.all.push(session);
    log.event(`${session.accountName} ${session.ip} connected the server. (User id: ${userId})`);
    if (bans.has(userId)) session.cancel = clock.after(variants.bannedVisibleMs, () => this.#drop(session));
    else if (variants.loadingMs === 0) this.#enter(session);
    else session.cancel = clock.after(variants.loadingMs, () => this.#enter(session));
    return session;
  }

  #newSession(visitor: JoiningPlayer): Session {
    const { memory, chance } = this.#context;
    const { userId } = visitor;
    const playerId = visitor.playerId ?? this.#playerIdOf(userId);
    this.#userIds.set(playerId, userId);
    const player = memory.player(playerId);
    if (player !== undefined && visitor.name !== undefined) memory.rename(player, visitor.name);
    const nickname = player === undefined ? undefined : memory.body(player)?.nickname;
    const visitorName = visitor.name ?? nickname ?? userId;
    return {
      userId,
      playerId,
      accountName: visitor.accountName ?? visitorName,
      ip: visitor.ip ?? `192.0.2.${1 + Math.floor(chance() * 254)}`,
      basePingMs: 10 + Math.floor(chance() * 80),
      visitorName,
      loading: true,
      player,
      cancel: () => {},
    };
  }

  #playerIdOf(userId: string): string {
    const account = this.accounts().find((candidate) => candidate.userId === userId);
    if (account !== undefined) return account.playerId;
    const steam = /^steam_(\d{17})$/.exec(userId)?.[1];
    if (steam !== undefined) return digitsOf(steamPlayerUid(steam));
    return `${hexDigits(this.#context.chance).slice(0, 8)}${'0'.repeat(24)}`;
  }

  #enter(session: Session): void {
    session.loading = false;
    session.cancel = () => {};
    if (session.player === undefined) void this.#addNewcomer(session);
    if (session.player !== undefined) this.#context.memory.markOnline(session.player);
    this.#log('joined', session);
  }

  /** Adds a record for a new player, who is online even without one. */
  async #addNewcomer(session: Session): Promise<void> {
    const { memory, chance } = this.#context;
    const uid = guidOf(session.playerId);
    const newId = () => guidOf(hexDigits(chance));
    const name = session.visitorName;
    try {
      await addNewcomer(memory, { uid, name, newId });
      session.player = memory.player(session.playerId);
    } catch (error) {
      process.stderr.write(`stand-in: ${session.userId}: ${String(error)}\n`);
    }
  }

  /** Disconnects a player. @returns false for one who is not connected. */
  leave(userId: string): boolean {
    const sessions = this.all.filter((session) => session.userId === userId);
    for (const session of sessions) {
      this.#drop(session);
      if (!session.loading) this.#log('left', session);
    }
    return sessions.length > 0;
  }

  #log(what: 'joined' | 'left', session: Session): void {
    this.#context.log.event(`${this.nameOf(session)} ${what} the server. (User id: ${session.userId})`);
  }

  #drop(session: Session): void {
    session.cancel();
    const index = this.all.indexOf(session);
    if (index >= 0) this.all.splice(index, 1);
    if (session.player !== undefined && !session.loading) this.#context.memory.markOnline(session.player);
  }

  /** Marks everybody in the game as seen: their files belong to the next round. */
  touch(): void {
    for (const { player, loading } of this.all) {
      if (player !== undefined && !loading) this.#context.memory.markOnline(player);
    }
  }

  nameOf({ player, visitorName }: Session): string {
    if (player === undefined) return visitorName;
    return this.#context.memory.body(player)?.nickname ?? visitorName;
  }

  truthOf(session: Session): SessionTruth {
    const { userId, playerId, loading } = session;
    return { userId, playerId, name: this.nameOf(session), loading };
  }
}

/** The UserId of a player whose Steam id is unknown: 16 digits that begin as an XUID does. */
function xboxIdOf(playerId: string): string {
  return `gdk_2535${String(Number.parseInt(playerId.slice(0, 8), 16)).padStart(12, '0')}`;
}
