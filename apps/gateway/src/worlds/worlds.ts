import { StorageType } from '@nats-io/jetstream';
import { Kvm } from '@nats-io/kv';
import type { Subscription } from '@nats-io/transport-node';
import type { FleetWorldState } from '@palatine/contract';
import type { Token } from '@palatine/data-dir/tokens';
import {
  isWorldKey,
  type Welcome,
  WORLDS_BUCKET,
  type WorldKey,
  type WorldState,
  worldState,
} from '@palatine/fleet';
import type { GatewayContext } from './shared-bucket.ts';
import type { WorldClient, WorldInstance } from './world-client.ts';

export interface WorldsOptions extends GatewayContext {
  readonly client: Pick<WorldClient, 'welcome'>;
  /** What the fleet has of a world and a history of it. */
  readonly facts: (world: WorldKey, incarnation: string) => Omit<Welcome, 'counts' | 'tags'>;
  /** Called with each word of a world that counts. */
  readonly onState: (to: WorldInstance, state: WorldState) => void;
}

interface Heard {
  readonly state: WorldState;
  /** By the wall clock, and by the one that never goes back. */
  readonly atMs: number;
  readonly elapsedMs: number;
}

/** A world of the fleet. */
interface Registered {
  /** The process that counts for it; '' for none. */
  readonly instance: string;
  readonly name: string;
  readonly tags: readonly string[];
  /** The last word of the process that counts; undefined when it was not heard since the gateway started. */
  readonly heard?: Heard | undefined;
  /** Of another process that says it is this world. */
  readonly fenced?: Heard | undefined;
}

/** A world as this gateway knows it now. */
export interface KnownWorld extends Registered {
  readonly world: WorldKey;
  readonly status: FleetWorldState;
}

/** A world that has said nothing for so long, two and a half of its words, is away. */
const AWAY_MS = 12_500;
/** Of a word of a world, which has the permissions that its owner allows the fleet. */
const MAX_WORD_BYTES = 256 * 1024;

const UNKNOWN: Registered = { instance: '', name: '', tags: [] };

/** The worlds of the fleet: which there are, how they are, and which process of each may act as it. */
export class Worlds {
  readonly #options: WorldsOptions;
  readonly #worlds = new Map<WorldKey, Registered>();
  readonly #contests = new Set<WorldKey>();
  readonly #subscription: Subscription;
  readonly #sql;

  constructor(options: WorldsOptions) {
    const { connection, database } = options;
    this.#options = options;
    this.#sql = {
      set: database.prepare(
        'insert or replace into worlds (world, instance, name, tags) values (?, ?, ?, ?)',
      ),
      delete: database.prepare('delete from worlds where world = ?'),
    };
    for (const row of database.prepare('select world, instance, name, tags from worlds').iterate()) {
      const { world, instance, name, tags } = row as Record<'world' | 'instance' | 'name' | 'tags', string>; // its columns
      this.#worlds.set(world, { instance, name, tags: JSON.parse(tags) as string[] }); // written by #register
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
    return [...this.#worlds]
      .map(([world, registered]) => this.#known(world, registered))
      .sort((one, other) => one.name.localeCompare(other.name));
  }

  /** Undefined for a world that the fleet does not know. */
  get(world: WorldKey): KnownWorld | undefined {
    const registered = this.#worlds.get(world);
    return registered && this.#known(world, registered);
  }

  /** The process that counts for a world; '' for none. */
  instanceOf(world: WorldKey): string {
    return this.#worlds.get(world)?.instance ?? '';
  }

  /** Says which tags a world has. `name`: until it says its own. */
  admit(world: WorldKey, name: string, tags: readonly string[]): void {
    this.#register(world, { name, tags });
  }

  /** Takes a world from the list; one that still connects comes back with its next word. */
  forget(world: WorldKey): void {
    this.#sql.delete.run(world);
    this.#worlds.delete(world);
  }

  #onState(world: string, data: Uint8Array): void {
    const { clock, log } = this.#options;
    if (!isWorldKey(world) || data.byteLength === 0) return;
    try {
      if (data.byteLength > MAX_WORD_BYTES) throw new Error('it is too long');
      const state = worldState.unpack(new TextDecoder().decode(data));
      const heard = { state, atMs: clock.now(), elapsedMs: clock.elapsed() };
      const counting = this.instanceOf(world);
      if (counting === '' || counting === state.instance) this.#onWord(world, heard);
      else void this.#contest(world, counting, heard);
    } catch (error) {
      log.warn({ err: error, world }, 'a word of a world cannot be read');
    }
  }

  /** A word of the process that counts, from now on where none did. */
  #onWord(world: WorldKey, heard: Heard): void {
    const { instance, name, incarnation } = heard.state;
    const known = this.#worlds.get(world) ?? UNKNOWN;
    if (known.instance !== instance || known.name !== name) this.#register(world, { instance, name });
    this.#change(world, { heard });
    const to = { world, instance };
    void this.#welcome(to, incarnation, true);
    this.#options.onState(to, heard.state);
  }

  #welcome(to: WorldInstance, incarnation: string, counts: boolean): Promise<boolean | undefined> {
    const { client, facts } = this.#options;
    const tags = [...(this.#worlds.get(to.world)?.tags ?? [])];
    return client.welcome(to, { counts, tags, ...facts(to.world, incarnation) });
  }

  /** Another process than the one that counts: it takes its place when that one is gone. One question at a time. */
  async #contest(world: WorldKey, counting: string, heard: Heard): Promise<void> {
    if (this.#contests.has(world)) return;
    this.#contests.add(world);
    const { instance, incarnation } = heard.state;
    const history = this.#worlds.get(world)?.heard?.state.incarnation ?? incarnation;
    const lives = await this.#welcome({ world, instance: counting }, history, true);
    this.#contests.delete(world);
    const known = this.#worlds.get(world);
    if (known?.instance !== counting) return; // somebody decided meanwhile
    if (lives === false) return this.#onWord(world, heard);
    if (!this.#isRecent(known.fenced) || known.fenced?.state.instance !== instance) {
      this.#options.log.error(
        { world, instance },
        'a second process says it is this world: it may change nothing while the first one lives. A copied data folder?',
      );
    }
    this.#change(world, { fenced: heard });
    void this.#welcome({ world, instance }, history, false);
  }

  #register(world: WorldKey, decided: Partial<Registered>): void {
    this.#change(world, { ...decided, fenced: undefined });
    const { instance, name, tags } = this.#worlds.get(world) ?? UNKNOWN;
    this.#sql.set.run(world, instance, name, JSON.stringify(tags));
  }

  #change(world: WorldKey, changed: Partial<Registered>): void {
    this.#worlds.set(world, { ...(this.#worlds.get(world) ?? UNKNOWN), ...changed });
  }

  #isRecent(heard: Heard | undefined): boolean {
    return heard !== undefined && this.#options.clock.elapsed() - heard.elapsedMs <= AWAY_MS;
  }

  #known(world: WorldKey, registered: Registered): KnownWorld {
    return { ...registered, world, status: this.#statusOf(registered) };
  }

  #statusOf({ heard, fenced }: Registered): FleetWorldState {
    if (heard === undefined || !this.#isRecent(heard)) return 'Away';
    if (this.#isRecent(fenced)) return 'Fenced';
    return heard.state.ready ? 'Online' : 'Starting';
  }
}

/** Some worlds of the fleet. */
export interface WorldScope {
  /** Whether it is the whole fleet, also those that join later. */
  readonly isWhole: boolean;
  includes(world: Pick<KnownWorld, 'world' | 'tags'>): boolean;
}

const WHOLE_FLEET: WorldScope = { isWhole: true, includes: () => true };

/** The worlds that a token may see; one of a file sees all. */
export function scopeOf({ worlds = ['*'] }: Token): WorldScope {
  return scopeFrom(worlds);
}

/** Worlds by key or tag; `*` for every one. */
export function scopeFrom(selectors: readonly string[]): WorldScope {
  if (selectors.includes('*')) return WHOLE_FLEET;
  const wanted = new Set(selectors);
  const includes: WorldScope['includes'] = ({ world, tags }) =>
    wanted.has(world) || tags.some((tag) => wanted.has(tag));
  return { isWhole: false, includes };
}
