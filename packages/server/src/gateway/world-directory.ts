import { type KV, Kvm } from '@nats-io/kv';
import type { NatsConnection, Subscription } from '@nats-io/transport-node';
import type { FleetWorldState } from '@palatine/contract';
import {
  ALL_WORLDS,
  BUCKETS,
  type Heartbeat,
  heartbeat,
  isSentByBroker,
  type LeaveDenial,
  type Registration,
  registration,
  type WorldKey,
  worldOf,
} from '@palatine/fleet';
import type { Logger } from 'pino';
import { eachAtOnce } from '../fleet/each-at-once.ts';
import { isAlive } from '../fleet/fence.ts';
import type { Clock } from '../game/clock.ts';
import { AdmissionQueue } from './world-client.ts';
import type { KnownWorld } from './world-scope.ts';

interface Seen {
  heartbeat: Heartbeat;
  /** By the wall clock, and by the one that never goes back. */
  atMs: number;
  elapsedMs: number;
}

/** An instance that says it is a world for which another one counts. */
interface Fenced {
  instance: string;
  /** By the clock that never goes back. */
  heardMs: number;
}

interface Registered extends Registration {
  revision: number;
  readMs: number;
}

/** A world that has said nothing for two heartbeats and a half is away. */
const AWAY_MS = 12_500;
/** Registrations that are read at a time when a gateway starts. */
const MOST_READS = 16;
/** How long a registration counts without another look: an operator may have decided for another instance. */
const TRUSTED_MS = 2000;

export interface DirectoryOptions {
  /** In the account of the worlds. */
  connection: NatsConnection;
  /** In the account of the gateways: what says which instance counts is nothing that a world can write. */
  control: NatsConnection;
  clock: Clock;
  log: Logger;
}

/** The worlds of the fleet: which there are, how they are, and which instance of each may change it. */
export class WorldDirectory {
  readonly #options: DirectoryOptions;
  readonly #kv: KV;
  readonly #seen = new Map<WorldKey, Seen>();
  readonly #registered = new Map<WorldKey, Registered>();
  readonly #admissions = new Map<string, Promise<LeaveDenial | undefined>>();
  /** Of worlds that have said that they are there. Who asks for leave does not wait in it. */
  readonly #newcomers = new AdmissionQueue((world, instance) => this.admit(world, instance));
  readonly #fenced = new Map<WorldKey, Fenced>();
  readonly #subscription: Subscription;

  private constructor(options: DirectoryOptions, kv: KV) {
    this.#options = options;
    this.#kv = kv;
    this.#subscription = options.connection.subscribe(ALL_WORLDS.heartbeats, {
      callback: (_error, { subject, data, headers }) => {
        if (!isSentByBroker(headers)) this.#onHeartbeat(worldOf(subject), data);
      },
    });
  }

  static async open(options: DirectoryOptions): Promise<WorldDirectory> {
    const kv = await new Kvm(options.control).open(BUCKETS.worlds.name);
    const directory = new WorldDirectory(options, kv);
    await directory.#readAll();
    return directory;
  }

  close(): void {
    this.#subscription.unsubscribe();
    this.#newcomers.clear();
  }

  /** Every world that was ever registered or seen, by name. */
  all(): KnownWorld[] {
    const keys = new Set([...this.#registered.keys(), ...this.#seen.keys()]);
    return [...keys].map((key) => this.#known(key)).sort((a, b) => a.name.localeCompare(b.name));
  }

  /** Undefined for a world that the fleet does not know. */
  get(world: WorldKey): KnownWorld | undefined {
    return this.#registered.has(world) || this.#seen.has(world) ? this.#known(world) : undefined;
  }

  /** Whether an instance may change its world: undefined when it may, else why not. Registers a new one in place of a dead one. */
  async admit(world: WorldKey, instance: string): Promise<LeaveDenial | undefined> {
    const known = this.#registered.get(world);
    const trusted = known !== undefined && this.#options.clock.elapsed() - known.readMs < TRUSTED_MS;
    if (trusted && known.instance === instance) return undefined;
    const key = `${world} ${instance}`;
    const open = this.#admissions.get(key);
    if (open !== undefined) return open;
    const admission = this.#admitAfresh(world, instance).finally(() => this.#admissions.delete(key));
    this.#admissions.set(key, admission);
    return admission;
  }

  /** The instance that says it is this world while another one counts; undefined when there is none any more. */
  fencedInstance(world: WorldKey): string | undefined {
    const fenced = this.#fenced.get(world);
    if (fenced === undefined || this.#options.clock.elapsed() - fenced.heardMs > AWAY_MS) return undefined;
    return fenced.instance;
  }

  /** Takes a world from the list; one that still connects comes back with its next heartbeat. Rejects while the broker is away. */
  async forget(world: WorldKey): Promise<void> {
    await this.#kv.delete(world);
    this.#registered.delete(world);
    this.#seen.delete(world);
    this.#fenced.delete(world);
  }

  /** Makes an instance the one that counts, whatever another one says: the decision of an operator. */
  async takeOver(world: WorldKey, instance: string): Promise<void> {
    const known = await this.#read(world);
    await this.#register(world, instance, known?.revision);
  }

  async #admitAfresh(world: WorldKey, instance: string): Promise<LeaveDenial | undefined> {
    try {
      const known = await this.#read(world);
      if (known?.instance === instance) return undefined;
      if (known !== undefined && (await isAlive(this.#options.connection, world, known.instance))) {
        this.#fence(world, instance);
        return 'Fenced';
      }
      await this.#register(world, instance, known?.revision);
      return undefined;
    } catch (error) {
      this.#options.log.debug({ err: error, world }, 'the registration of a world could not be read');
      // Without a majority of the broker nobody registers anew; who is registered goes on.
      return this.#registered.get(world)?.instance === instance ? undefined : 'Unknown';
    }
  }

  #fence(world: WorldKey, instance: string): void {
    const former = this.fencedInstance(world);
    this.#fenced.set(world, { instance, heardMs: this.#options.clock.elapsed() });
    if (former === instance) return;
    this.#options.log.error(
      { world, instance },
      'a second process says it is this world: it may change nothing. A copied data folder? `palatine fleet take-over` decides',
    );
  }

  async #register(world: WorldKey, instance: string, revision: number | undefined): Promise<void> {
    const seen = this.#seen.get(world)?.heartbeat;
    const [name, tags] = [seen?.name ?? '', seen?.tags ?? []];
    const text = registration.pack({ instance, name, tags });
    const written = await this.#kv.put(world, text, { previousSeq: revision ?? 0 });
    this.#fenced.delete(world);
    this.#remember(world, { instance, name, tags }, written);
  }

  async #read(world: WorldKey): Promise<Registered | undefined> {
    const entry = await this.#kv.get(world);
    if (entry === null || entry.operation !== 'PUT') return undefined;
    return this.#remember(world, registration.unpack(entry.string()), entry.revision);
  }

  #remember(world: WorldKey, found: Registration, revision: number): Registered {
    const registered = { ...found, revision, readMs: this.#options.clock.elapsed() };
    this.#registered.set(world, registered);
    return registered;
  }

  async #readAll(): Promise<void> {
    const keys: WorldKey[] = [];
    for await (const world of await this.#kv.keys()) keys.push(world);
    await eachAtOnce(keys, MOST_READS, async (world) => void (await this.#read(world)));
  }

  #onHeartbeat(world: WorldKey | undefined, data: Uint8Array): void {
    if (world === undefined) return;
    try {
      const { clock } = this.#options;
      const read = heartbeat.unpack(new TextDecoder().decode(data));
      const fenced = this.#fenced.get(world);
      if (fenced?.instance === read.instance) {
        fenced.heardMs = clock.elapsed();
        return;
      }
      this.#seen.set(world, { heartbeat: read, atMs: clock.now(), elapsedMs: clock.elapsed() });
      if (this.#registered.get(world)?.instance !== read.instance) this.#newcomers.add(world, read.instance);
    } catch (error) {
      this.#options.log.warn({ err: error, world }, 'a heartbeat cannot be read');
    }
  }

  #known(world: WorldKey): KnownWorld {
    const seen = this.#seen.get(world);
    const registered = this.#registered.get(world);
    return {
      world,
      name: seen?.heartbeat.name ?? registered?.name ?? '',
      tags: seen?.heartbeat.tags ?? registered?.tags ?? [],
      state: this.#stateOf(world, seen),
      lastSeenMs: seen?.atMs,
      clockAheadMs: seen?.heartbeat.nowMs && Math.round(seen.heartbeat.nowMs - seen.atMs),
      heartbeat: seen?.heartbeat,
    };
  }

  #stateOf(world: WorldKey, seen: Seen | undefined): FleetWorldState {
    if (seen === undefined || this.#options.clock.elapsed() - seen.elapsedMs > AWAY_MS) return 'Away';
    if (this.fencedInstance(world) !== undefined) return 'Fenced';
    return seen.heartbeat.ready ? 'Online' : 'Starting';
  }
}
