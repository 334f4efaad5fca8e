import {
  type Guid,
  POSITION_STREAM,
  type PositionMove,
  type PositionRow,
  type PositionStatus,
  type PositionsMessage,
  type PositionsSnapshot,
} from '@palatine/contract';
import type { GameClient } from '../game/game-client.ts';
import { PlacedPlayers } from './placed-players.ts';

/** Whether a place belongs to a view. Units: cm. */
export type PlaceFilter = (x: number, y: number) => boolean;

/** A row as it was last sent. Units: cm. */
interface SentRow {
  readonly uid: Guid;
  x: number;
  y: number;
  z: number;
  online: boolean;
}

const FAR_CM_SQUARED = POSITION_STREAM.movedCm ** 2;
const CM_PER_METRE = 100;

/**
 * The list of players that the watchers of one part of the map have, and what changes in it. Everybody with the same
 * filter shares a view, so that each message is made once.
 */
export class PositionView {
  readonly #belongs: PlaceFilter;
  #epoch = '';
  #atMs = 0;
  #rows: SentRow[] = [];
  /** Index of each slot's row; undefined for a player who was never inside. */
  #indexes: (number | undefined)[] = [];

  constructor(belongs: PlaceFilter) {
    this.#belongs = belongs;
  }

  /** What to send to those who have the list: undefined when nothing has changed, a snapshot when the list begins anew. */
  update(players: PlacedPlayers): PositionsMessage | undefined {
    this.#atMs = players.atMs;
    if (!this.#fits(players)) {
      this.#begin(players);
      return this.snapshot();
    }
    const Rows: PositionMove[] = [];
    const Online: PositionStatus[] = [];
    const known = this.#rows.length;
    for (let slot = 0; slot < players.slots; slot++) {
      const index = this.#indexes[slot];
      if (index === undefined) {
        this.#addWhenInside(players, slot);
        continue;
      }
      const row = this.#rows[index] as SentRow; // #indexes names rows only
      if (this.#moves(row, players, slot)) {
        place(row, players, slot);
        Rows.push([index, metres(row.x), metres(row.y), metres(row.z)]);
      }
      if (row.online === players.isOnline(slot)) continue;
      row.online = !row.online;
      Online.push([index, row.online ? 1 : 0]);
    }
    const Added = this.#rows.slice(known).map(asRow);
    if (Rows.length + Online.length + Added.length === 0) return undefined;
    return {
      Type: 'moves',
      At: new Date(this.#atMs).toISOString(),
      Rows,
      ...(Added.length > 0 && { Added }),
      ...(Online.length > 0 && { Online }),
    };
  }

  /** The whole list as the watchers have it after the last update. */
  snapshot(): PositionsSnapshot {
    return { Type: 'snapshot', At: new Date(this.#atMs).toISOString(), Rows: this.#rows.map(asRow) };
  }

  /** Whether each row still is the player of its slot. */
  #fits({ epoch, uids }: PlacedPlayers): boolean {
    if (epoch !== this.#epoch) return false;
    return this.#indexes.every((index, slot) => index === undefined || this.#rows[index]?.uid === uids[slot]);
  }

  #begin(players: PlacedPlayers): void {
    this.#epoch = players.epoch;
    this.#rows = [];
    this.#indexes = [];
    for (let slot = 0; slot < players.slots; slot++) this.#addWhenInside(players, slot);
  }

  #addWhenInside(players: PlacedPlayers, slot: number): void {
    const uid = players.uids[slot];
    if (!uid || !this.#belongs(players.x(slot), players.y(slot))) return;
    const row: SentRow = { uid, x: 0, y: 0, z: 0, online: players.isOnline(slot) };
    place(row, players, slot);
    this.#indexes[slot] = this.#rows.push(row) - 1;
  }

  /** Whether a row has to be sent: it has moved, and is inside or was. */
  #moves(row: SentRow, players: PlacedPlayers, slot: number): boolean {
    const [x, y, z] = [players.x(slot), players.y(slot), players.z(slot)];
    const far = (x - row.x) ** 2 + (y - row.y) ** 2 + (z - row.z) ** 2 > FAR_CM_SQUARED;
    return far && (this.#belongs(x, y) || this.#belongs(row.x, row.y));
  }
}

function place(row: SentRow, players: PlacedPlayers, slot: number): void {
  row.x = players.x(slot);
  row.y = players.y(slot);
  row.z = players.z(slot);
}

function asRow({ uid, x, y, z, online }: SentRow): PositionRow {
  return [uid, metres(x), metres(y), metres(z), online ? 1 : 0];
}

function metres(cm: number): number {
  return Math.round(cm / CM_PER_METRE);
}

/** Where the players are, asked of the game thread when somebody wants to know; callers at the same time share one answer. */
export class PositionFeed {
  readonly #game: Pick<GameClient, 'call'>;
  readonly #players = new PlacedPlayers();
  #asking: Promise<PlacedPlayers> | undefined;

  constructor(game: Pick<GameClient, 'call'>) {
    this.#game = game;
  }

  /** The players as they are by now. The same object each time. Rejects as a call of the game does. */
  look(): Promise<PlacedPlayers> {
    this.#asking ??= this.#ask().finally(() => {
      this.#asking = undefined;
    });
    return this.#asking;
  }

  async #ask(): Promise<PlacedPlayers> {
    this.#players.apply(await this.#game.call('positions', this.#players.known));
    return this.#players;
  }
}
