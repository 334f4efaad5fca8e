import { StorageType } from '@nats-io/jetstream';
import { Kvm } from '@nats-io/kv';
import type { Subscription } from '@nats-io/transport-node';
import type { FleetWorldState } from '@palatine/contract';
import {
  isWorldKey,
  type Welcome,
  WORLDS_BUCKET,
  type WorldKey,
  type WorldState,
  worldState,
} from '@palatine/fleet';
import type { GatewayContext } from './gateway-context.ts';
import type { WorldClient, WorldInstance } from './world-client.ts';

/** A world as this gateway knows it. */
export interface KnownWorld {
  readonly world: WorldKey;
  readonly name: string;
  readonly tags: readonly string[];
  readonly status: FleetWorldState;
  /** ms since 1970; undefined when it was not seen since the gateway started. */
  readonly lastSeenMs: number | undefined;
  /** How far its clock is ahead of this one; undefined when it was not seen. */
  readonly clockAheadMs: number | undefined;
  readonly state: WorldState | undefined;
}

export interface WorldsOptions extends GatewayContext {
  readonly client: Pick<WorldClient, 'welcome'>;
  /** What the fleet has of a world and a history of it. */
  readonly facts: (world: WorldKey, incarnation: string) => Omit<Welcome, 'counts' | 'tags'>;
  /** Called with each word of a world that counts. */
  readonly onState: (to: WorldInstance, state: WorldState) => void;
}

/** The process that counts for a world, and what the fleet says of the world. */
interface Registered {
  readonly instance: string;
  readonly name: string;
  readonly tags: readonly string[];
}

interface Heard {
  readonly state: WorldState;
  /** By the wall clock, and by the one that never goes back. */
  readonly atMs: number;
  readonly elapsedMs: number;
}

/** A world that has said nothing for so long, two and a half of its words, is away. */
const AWAY_MS = 12_500;
/** Of a word of a world, which has the permissions that its owner allows the fleet. */
const MAX_WORD_BYTES = 256 * 1024;

/** The worlds of the fleet: which there are, how they are, and which process of each may act as it. */
export class Worlds {
  readonly #options: WorldsOptions;
  readonly #registered = new Map<WorldKey, Registered>();
  readonly #heard = new Map<WorldKey, Heard>();
  /** Processes that say they are a world for which another one counts. */
  readonly #fenced = new Map<WorldKey, Heard>();
  readonly #contests = new Set<WorldKey>();
  readonly #subscription: Subscription;
  readonly #sql;

  constructor(options: WorldsOptions) {
    const { connection, database } = options;
    this.#options = options;
    this.#sql = {
      all: database.prepare('select world, instance, name, tags from worlds'),
      set: database.prepare(
        'insert or replace into worlds (world, instance, name, tags) values (?, ?, ?, ?)',
      ),
      delete: database.prepare('delete from worlds where world = ?'),
    };
    for (const row of this.#sql.all.all() as {
      world: string;
      instance: string;
      name: string;
      tags: string;
    }[]) {
      this.#registered.set(row.world, { ...row, tags: JSON.parse(row.tags) as string[] }); // written by #register
    }
    this.#subscription = connection.subscribe(`$KV.${WORLDS_BUCKET.name}.*`, {
      callback: (_error, { subject, data }) => this.#onState(subject.split('.').at(-1) ?? '', data),
    });
  }

  /** Makes the bucket of their words where it is missing, and hears the last ones: nobody waits for the next. */
  async open(): Promise<void> {
    const { connection, replicas } = this.#options;
    const { name, keptMs } = WORLDS_BUCKET;
    const kv = await new Kvm(connection).create(name, { ttl: keptMs, replicas, storage: StorageType.Memory });
    if ((await kv.status()).values === 0) return;
    for await (const { key, value, delta } of await kv.watch()) {
      this.#onState(key, value);
      if (delta === 0) break;
    }
  }

  close(): void {
    this.#subscription.unsubscribe();
  }

  /** Every world that has joined or was seen, by name. */
  all(): KnownWorld[] {
    return [...this.#registered.keys()]
      .map((world) => this.#known(world))
      .sort((one, other) => one.name.localeCompare(other.name));
  }

  /** Undefined for a world that the fleet does not know. */
  get(world: WorldKey): KnownWorld | undefined {
    return this.#registered.has(world) ? this.#known(world) : undefined;
  }

  /** The process that counts for a world; '' for none. */
  instanceOf(world: WorldKey): string {
    return this.#registered.get(world)?.instance ?? '';
  }

  /** Says which tags a world has. `name`: until it says its own. */
  admit(world: WorldKey, name: string, tags: readonly string[]): void {
    this.#register(world, { instance: this.instanceOf(world), name, tags });
  }

  /** Takes a world from the list; one that still connects comes back with its next word. */
  forget(world: WorldKey): void {
    this.#sql.delete.run(world);
    for (const map of [this.#registered, this.#heard, this.#fenced]) map.delete(world);
  }

  #onState(world: string, data: Uint8Array): void {
    const { clock, log } = this.#options;
    if (!isWorldKey(world) || data.byteLength === 0) return;
    try {
      if (data.byteLength > MAX_WORD_BYTES) throw new Error('it is too long');
      const state = worldState.unpack(new TextDecoder().decode(data));
      const heard = { state, atMs: clock.now(), elapsedMs: clock.elapsed() };
      const known = this.#registered.get(world);
      if (known?.instance === state.instance) return this.#onWord(world, heard);
      if (known === undefined || known.instance === '') this.#takeIn(world, heard);
      else void this.#contest(world, known.instance, heard);
    } catch (error) {
      log.warn({ err: error, world }, 'a word of a world cannot be read');
    }
  }

  #onWord(world: WorldKey, heard: Heard): void {
    const { client, facts, onState } = this.#options;
    const { state } = heard;
    const to = { world, instance: state.instance };
    this.#heard.set(world, heard);
    const known = this.#registered.get(world);
    if (known !== undefined && known.name !== state.name)
      this.#register(world, { ...known, name: state.name });
    const tags = [...(known?.tags ?? [])];
    void client.welcome(to, { counts: true, tags, ...facts(world, state.incarnation) });
    onState(to, state);
  }

  /** A process of a world for which none counts. */
  #takeIn(world: WorldKey, heard: Heard): void {
    const { instance, name } = heard.state;
    const tags = this.#registered.get(world)?.tags ?? [];
    this.#register(world, { instance, name, tags });
    this.#onWord(world, heard);
  }

  /** Another process than the one that counts: it takes its place when that one is gone. One question at a time. */
  async #contest(world: WorldKey, counting: string, heard: Heard): Promise<void> {
    if (this.#contests.has(world)) return;
    this.#contests.add(world);
    const { client, facts, log } = this.#options;
    const { instance, incarnation } = heard.state;
    const tags = [...(this.#registered.get(world)?.tags ?? [])];
    const history = this.#heard.get(world)?.state.incarnation ?? incarnation;
    const told = { counts: true, tags, ...facts(world, history) };
    const lives = await client.welcome({ world, instance: counting }, told);
    this.#contests.delete(world);
    if (this.instanceOf(world) !== counting) return; // somebody decided meanwhile
    if (lives === false) return this.#takeIn(world, heard);
    if (this.#fencedOf(world)?.state.instance !== instance) {
      log.error(
        { world, instance },
        'a second process says it is this world: it may change nothing while the first one lives. A copied data folder?',
      );
    }
    this.#fenced.set(world, heard);
    void client.welcome({ world, instance }, { ...told, counts: false });
  }

  #register(world: WorldKey, registered: Registered): void {
    const { instance, name, tags } = registered;
    this.#sql.set.run(world, instance, name, JSON.stringify(tags));
    this.#registered.set(world, registered);
    this.#fenced.delete(world);
  }

  #fencedOf(world: WorldKey): Heard | undefined {
    const fenced = this.#fenced.get(world);
    return fenced && this.#isRecent(fenced) ? fenced : undefined;
  }

  #isRecent({ elapsedMs }: Heard): boolean {
    return this.#options.clock.elapsed() - elapsedMs <= AWAY_MS;
  }

  #known(world: WorldKey): KnownWorld {
    const heard = this.#heard.get(world);
    const { name = '', tags = [] } = this.#registered.get(world) ?? {};
    return {
      world,
      name,
      tags,
      status: this.#statusOf(world, heard),
      lastSeenMs: heard?.atMs,
      clockAheadMs: heard && Math.round(heard.state.nowMs - heard.atMs),
      state: heard?.state,
    };
  }

  #statusOf(world: WorldKey, heard: Heard | undefined): FleetWorldState {
    if (heard === undefined || !this.#isRecent(heard)) return 'Away';
    if (this.#fencedOf(world) !== undefined) return 'Fenced';
    return heard.state.ready ? 'Online' : 'Starting';
  }
}

/** The worlds that a token may see. */
export interface WorldScope {
  /** Whether it is the whole fleet, also those that join later. */
  readonly isWhole: boolean;
  includes(world: Pick<KnownWorld, 'world' | 'tags'>): boolean;
}

/** Every world of the fleet. */
export const WHOLE_FLEET: WorldScope = { isWhole: true, includes: () => true };

/** Worlds by key or tag; `*` for every one. */
export function scopeFrom(selectors: readonly string[]): WorldScope {
  if (selectors.includes('*')) return WHOLE_FLEET;
  const wanted = new Set(selectors);
  const includes: WorldScope['includes'] = ({ world, tags }) =>
    wanted.has(world) || tags.some((tag) => wanted.has(tag));
  return { isWhole: false, includes };
}
