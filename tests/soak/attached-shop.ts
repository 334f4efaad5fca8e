import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type Client, PalatineError } from '@palatine/client';
import type { Delivery } from '@palatine/contract';
import { loadCatalogue } from '@palatine/world';
import { between, pick, seededRandom } from '@palatine/world/testing';
import type { AttachedTarget, Replied } from './attached-target.ts';

/** What no player of the stand-in finds, catches or learns: all there is of it was delivered. */
const ITEMS = ['PalSphere', 'Arrow', 'Cloth', 'Leather'] as const;
const PALS = ['Anubis', 'Kitsunebi', 'Ganesha'] as const;
const TECHNOLOGIES = loadCatalogue()
  .technologies.all()
  .slice(0, 60)
  .map(({ id }) => id);
const PAUSE_MS = { least: 200, most: 1500 };
/** While the program is down, or has too much to do. */
const AGAIN_MS = 500;
const ATTEMPTS = 200;
/** Of the orders, how many are canceled at once. */
const CANCELED = 0.05;

export interface Goods {
  readonly kind: 'items' | 'pals' | 'technology';
  readonly id: string;
  readonly count: number;
}

/** What was ordered for a player, and accepted as a delivery. */
export interface Order {
  /** Its id. */
  readonly delivery: string;
  readonly playerUid: string;
  readonly goods: Goods;
  cancelAsked: boolean;
}

/** Orders by chance for players, online or not, each with a key of its own. */
export class Shop {
  /** By delivery. */
  readonly orders = new Map<string, Order>();
  /** Orders that were refused, by what was said. */
  readonly refused = new Map<string, number>();
  /** Answers that did not come, and were asked for again with the key. */
  unanswered = 0;
  readonly errors: string[] = [];
  readonly #target: AttachedTarget;
  readonly #random: () => number;
  readonly #playerUids: readonly string[];
  /** By player. One that is known or waits already makes no delivery. */
  readonly #technologies: ReadonlyMap<string, Set<string>>;
  #open = false;
  #running: Promise<void> = Promise.resolve();

  /** `known`: the technologies of each player it sells to, by PlayerUID. Nobody else may sell to these. */
  constructor(target: AttachedTarget, known: ReadonlyMap<string, readonly string[]>, seed: number) {
    this.#target = target;
    this.#playerUids = [...known.keys()];
    this.#technologies = new Map([...known].map(([uid, ids]) => [uid, new Set(ids)]));
    this.#random = seededRandom(`shop ${seed}`);
  }

  start(): void {
    this.#open = true;
    this.#running = this.#trade();
  }

  /** Takes no further order. Every order that was sent has its answer then. */
  async stop(): Promise<void> {
    this.#open = false;
    await this.#running;
  }

  async #trade(): Promise<void> {
    while (this.#open) {
      try {
        await this.#order();
      } catch (error) {
        this.errors.push(`a shop: ${String(error)}`);
      }
      await delay(between(this.#random, PAUSE_MS.least, PAUSE_MS.most));
    }
  }

  async #order(): Promise<void> {
    const playerUid = pick(this.#random, this.#playerUids);
    const goods = this.#goods(playerUid);
    const key = randomUUID();
    const answer = await this.#untilAnswered(playerUid, (api) => send(api, playerUid, goods, key));
    if (answer === undefined) return;
    const { delivery } = answer;
    if (delivery === '' || this.orders.has(delivery)) {
      throw new Error(`order ${key} of ${playerUid} was answered with the delivery "${delivery}"`);
    }
    const order: Order = { delivery, playerUid, goods, cancelAsked: false };
    this.orders.set(delivery, order);
    if (this.#random() < CANCELED) await this.#cancel(order);
  }

  #goods(playerUid: string): Goods {
    const kind = this.#random();
    if (kind < 0.15) return { kind: 'pals', id: pick(this.#random, PALS), count: 1 };
    const known = this.#technologies.get(playerUid) ?? new Set();
    const technology = TECHNOLOGIES.find((id) => !known.has(id));
    if (kind < 0.3 && technology !== undefined) {
      known.add(technology);
      return { kind: 'technology', id: technology, count: 1 };
    }
    return { kind: 'items', id: pick(this.#random, ITEMS), count: between(this.#random, 1, 3) };
  }

  async #cancel(order: Order): Promise<void> {
    order.cancelAsked = true;
    const params = { id: order.delivery };
    await this.#target.call('shop', (api) => api.cancelDelivery({ params })).catch(() => {}); // the list tells
  }

  /**
   * Repeats an order with its key until it is answered. An answer that was lost belongs to a delivery that is listed, or
   * to none at all. @returns undefined for an order that was refused
   */
  async #untilAnswered(
    playerUid: string,
    order: (api: Client) => Promise<unknown>,
  ): Promise<Replied<unknown> | undefined> {
    let listed: Set<string> | undefined;
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      try {
        const answer = await this.#target.call('shop', order);
        const was = listed?.has(answer.delivery);
        if (was !== undefined && was !== answer.replayed) {
          throw new RangeError(
            `delivery ${answer.delivery} was ${was ? '' : 'not '}there when the order was repeated`,
          );
        }
        return answer;
      } catch (error) {
        if (error instanceof RangeError) throw error;
        if (error instanceof PalatineError && !mayPass(error)) {
          this.refused.set(error.message, (this.refused.get(error.message) ?? 0) + 1);
          return undefined;
        }
        this.unanswered++;
        await delay(AGAIN_MS);
        listed = await this.#listed(playerUid).catch(() => undefined); // still down
      }
    }
    throw new Error(`an order of ${playerUid} was never answered`);
  }

  async #listed(playerUid: string): Promise<Set<string>> {
    const query = { Player: playerUid, Limit: '500' };
    const { reply } = await this.#target.call('shop', (api) => api.getDeliveries({ query }));
    return new Set(reply.Deliveries.map(({ Id }) => Id));
  }
}

function send(api: Client, playerUid: string, goods: Goods, idempotencyKey: string): Promise<unknown> {
  const params = { player_identifier: playerUid };
  switch (goods.kind) {
    case 'items':
      return api.giveItems({
        params,
        body: { Items: [{ ItemID: goods.id, Count: goods.count }] },
        idempotencyKey,
      });
    case 'pals':
      return api.givePals({ params, body: { Pals: [{ PalID: goods.id, Level: 5 }] }, idempotencyKey });
    case 'technology':
      return api.learnTechnologies({ params, body: { Technology: goods.id }, idempotencyKey });
  }
}

/** Answers that say to ask again: nothing was done. */
function mayPass({ code }: PalatineError): boolean {
  return code === 'SERVER_BUSY' || code === 'REQUEST_TIMEOUT';
}

/** All deliveries that the service knows. */
export async function allDeliveries(target: AttachedTarget): Promise<Delivery[]> {
  const found: Delivery[] = [];
  let cursor: string | undefined;
  do {
    const query = { Limit: '500', ...(cursor === undefined ? {} : { Cursor: cursor }) };
    const { reply } = await target.call('observer', (api) => api.getDeliveries({ query }));
    found.push(...reply.Deliveries);
    cursor = reply.Next;
  } while (cursor !== undefined);
  return found;
}
