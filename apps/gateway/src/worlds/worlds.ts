import type { FleetWorldState } from '@palatine/contract';
import type { Token } from '@palatine/contract/tokens';
import {
  isForWorld,
  SUBJECTS,
  type Welcome,
  type WorldKey,
  type WorldState,
  worldState,
} from '@palatine/fleet/messages';
import type { GatewayContext } from './shared-bucket.ts';
import type { WorldClient, WorldInstance } from './world-client.ts';
import { type OnExcess, takeWorldMessages, type WorldWarning, worldWarnings } from './world-messages.ts';

export interface WorldsOptions extends GatewayContext {
  readonly client: Pick<WorldClient, 'welcome'>;
  /** The rest of the welcome for a history of a world. */
  readonly facts: (world: WorldKey, incarnation: string) => Omit<Welcome, 'counts' | 'tags'>;
  readonly onExcess: OnExcess;
  /** False once its credentials are revoked: its last messages may still be on their way. */
  readonly mayConnect: (world: WorldKey) => boolean;
  /** Called with each state of an active process. */
  readonly onState: (to: WorldInstance, state: WorldState) => void;
}

interface StateReport {
  readonly state: WorldState;
  /** By the wall clock, and by the monotonic one. */
  readonly atMs: number;
  readonly elapsedMs: number;
}

interface WorldRecord {
  /** Its active process; '' for none. */
  readonly instance: string;
  readonly name: string;
  readonly tags: readonly string[];
  /** The last state of the active process since the gateway started. */
  readonly report?: StateReport | undefined;
  /** The last state of another process that claims to be this world. */
  readonly fenced?: StateReport | undefined;
}

export interface FleetMember extends WorldRecord {
  readonly world: WorldKey;
  readonly status: FleetWorldState;
}

/** A world is away after two and a half intervals without a state. */
const AWAY_MS = 12_500;
/** Maximum bytes of a state, which includes the permissions that the owner grants the fleet. */
const MAX_STATE_BYTES = 256 * 1024;

/** Interval in which a world may publish two states: a new name is written to disk. */
const STATES_MS = 200;

const UNKNOWN: WorldRecord = { instance: '', name: '', tags: [] };

/** The worlds of the fleet, their states, and the active process of each. */
export class Worlds {
  readonly #options: WorldsOptions;
  readonly #worlds = new Map<WorldKey, WorldRecord>();
  readonly #contests = new Set<WorldKey>();
  readonly #warn: WorldWarning;
  readonly #end: () => void;
  readonly #sql;

  constructor(options: WorldsOptions) {
    const { connection, database, clock, log, onExcess } = options;
    this.#options = options;
    this.#sql = {
      set: database.prepare(
        'insert or replace into worlds (world, instance, name, tags) values (?, ?, ?, ?)',
      ),
      delete: database.prepare('delete from worlds where world = ?'),
      all: database.prepare('select world, instance, name, tags from worlds'),
    };
    this.reread();
    this.#warn = worldWarnings(clock, log);
    this.#end = takeWorldMessages({
      connection,
      clock,
      subject: SUBJECTS.state('*'),
      maxBytes: MAX_STATE_BYTES,
      waiting: 2,
      pauseMs: STATES_MS,
      onExcess,
      warn: this.#warn,
      handle: (messages) => {
        for (const { world, message } of messages)
          if (options.mayConnect(world)) this.#onState(world, message.string());
      },
    });
    for (const [world, { instance }] of this.#worlds)
      if (instance !== '') connection.publish(SUBJECTS.toWorld(world, instance, 'state'));
  }

  close(): void {
    this.#end();
  }

  /** Takes names and tags from the database, also after a rollback. */
  reread(): void {
    for (const row of this.#sql.all.iterate()) {
      const { world, instance, name, tags } = row as Record<'world' | 'instance' | 'name' | 'tags', string>; // its columns
      this.#change(world, { instance, name, tags: JSON.parse(tags) as string[] }); // written by #register
    }
  }

  /** All worlds, by name. */
  all(): FleetMember[] {
    return [...this.#worlds]
      .map(([world, record]) => this.#memberOf(world, record))
      .sort((a, b) => a.name.localeCompare(b.name));
  }

  get(world: WorldKey): FleetMember | undefined {
    const record = this.#worlds.get(world);
    return record && this.#memberOf(world, record);
  }

  instanceOf(world: WorldKey): string {
    return this.#worlds.get(world)?.instance ?? '';
  }

  /** Sets the tags of a world. `name`: until it reports its own. */
  admit(world: WorldKey, name: string, tags: readonly string[]): void {
    this.#register(world, { name, tags });
  }

  /** Removes a world; with an external broker, one that still connects comes back with its next state. */
  forget(world: WorldKey): void {
    this.#sql.delete.run(world);
    this.#worlds.delete(world);
  }

  #onState(world: WorldKey, text: string): void {
    const { clock } = this.#options;
    try {
      const state = worldState.unpack(text);
      const report = { state, atMs: clock.now(), elapsedMs: clock.elapsed() };
      const active = this.instanceOf(world);
      if (active === '' || active === state.instance) this.#onReport(world, report);
      else void this.#contest(world, active, report);
    } catch (error) {
      this.#warn(world, { reason: (error as Error).message }, 'cannot read the state of a world');
    }
  }

  /** Handles a state of the active process, which it becomes if there was none. */
  #onReport(world: WorldKey, report: StateReport): void {
    const { instance, name, incarnation } = report.state;
    const record = this.#worlds.get(world) ?? UNKNOWN;
    if (record.instance !== instance || record.name !== name) this.#register(world, { instance, name });
    this.#change(world, { report });
    const to = { world, instance };
    void this.#welcome(to, incarnation, true);
    this.#options.onState(to, report.state);
  }

  #welcome(to: WorldInstance, incarnation: string, counts: boolean): Promise<boolean | undefined> {
    const { client, facts } = this.#options;
    const tags = [...(this.#worlds.get(to.world)?.tags ?? [])];
    return client.welcome(to, { counts, tags, ...facts(to.world, incarnation) });
  }

  /** Handles a state of another process: it replaces the active one if that is gone. One check at a time. */
  async #contest(world: WorldKey, active: string, report: StateReport): Promise<void> {
    if (this.#contests.has(world)) return;
    this.#contests.add(world);
    const { instance, incarnation } = report.state;
    const history = this.#worlds.get(world)?.report?.state.incarnation ?? incarnation;
    const lives = await this.#welcome({ world, instance: active }, history, true);
    this.#contests.delete(world);
    const record = this.#worlds.get(world);
    if (record?.instance !== active) return; // decided meanwhile
    if (lives === false) return this.#onReport(world, report);
    if (!this.#isRecent(record.fenced) || record.fenced?.state.instance !== instance) {
      this.#warn(
        world,
        { instance },
        'a second process claims to be this world; it is locked out while the first one lives. A copied data folder?',
      );
    }
    this.#change(world, { fenced: report });
    void this.#welcome({ world, instance }, history, false);
  }

  #register(world: WorldKey, changes: Partial<WorldRecord>): void {
    this.#change(world, { ...changes, fenced: undefined });
    const { instance, name, tags } = this.#worlds.get(world) ?? UNKNOWN;
    this.#sql.set.run(world, instance, name, JSON.stringify(tags));
  }

  #change(world: WorldKey, changes: Partial<WorldRecord>): void {
    this.#worlds.set(world, { ...(this.#worlds.get(world) ?? UNKNOWN), ...changes });
  }

  #isRecent(report: StateReport | undefined): boolean {
    return report !== undefined && this.#options.clock.elapsed() - report.elapsedMs <= AWAY_MS;
  }

  #memberOf(world: WorldKey, record: WorldRecord): FleetMember {
    const { report, fenced } = record;
    const served = this.#isRecent(fenced) ? 'Fenced' : report?.state.ready ? 'Online' : 'Starting';
    return { ...record, world, status: this.#isRecent(report) ? served : 'Away' };
  }
}

export interface WorldScope {
  /** Whether it is the whole fleet, including worlds that join later. */
  readonly isWhole: boolean;
  includes(world: Pick<FleetMember, 'world' | 'tags'>): boolean;
}

/** The worlds that a token may see; a token file has no restriction. */
export function scopeOf({ worlds = ['*'] }: Token): WorldScope {
  return scopeFrom(worlds);
}

/** Worlds by key or tag; `*` for every one. */
export function scopeFrom(selectors: readonly string[]): WorldScope {
  return {
    isWhole: selectors.includes('*'),
    includes: ({ world, tags }) => isForWorld(selectors, world, tags),
  };
}
