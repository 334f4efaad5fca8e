import { mkdirSync, mkdtempSync, realpathSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dataPaths } from '@palatine/data-dir/data-folder';
import { serverFile } from '@palatine/data-dir/server-file';
import type { ServiceNote } from '@palatine/engine/calls';
import { deliveryStep } from '@palatine/engine/deliveries';
import type { Clock } from '@palatine/platform/clock';
import type { CycleTools } from '@palatine/sidecar/cycle-run';
import { failed, succeeded } from '@palatine/sidecar/outcome';
import type { RunSaveJob } from '@palatine/sidecar/save-jobs';
import type { GameContext } from '@palatine/world/game-context';
import type { DeliveryBatch } from '@palatine/world/model';

// For tests of the maintenance cycle: a game server, its save folder and the edits of it as a model in memory, on a clock
// that runs by itself. What the server and the save hold are the ids of deliveries, so that one that is lost or doubled
// shows.

/** A clock on which whatever is waited for comes at once. */
function skippingClock(startMs: number): Clock & { pass(ms: number): void } {
  let elapsedMs = 0;
  return {
    pass(ms) {
      elapsedMs += ms;
    },
    now: () => startMs + elapsedMs,
    elapsed: () => elapsedMs,
    after(ms, work) {
      const timer = setImmediate(() => {
        elapsedMs += ms;
        work();
      });
      return () => clearImmediate(timer);
    },
    every() {
      throw new Error('a maintenance has no use for it');
    },
  };
}

export interface ModelFaults {
  /** Called before and after each call to the outside; a test dies in it, or does something to the server. */
  at?: (call: string, when: 'before' | 'after') => Promise<void> | void;
  differences?: readonly string[];
  /** The world that it serves once it was stopped. */
  worldGuid?: string;
  saveFails?: boolean;
  stopFails?: boolean;
  startFails?: boolean;
  bootFails?: boolean;
  refused?: string;
}

/** The model. It outlives a maintenance that is killed. */
export class ModeledServer {
  readonly root = realpathSync(mkdtempSync(join(tmpdir(), 'palatine-model-')));
  /** Another one after a restore of the world. */
  incarnation = 'first';
  readonly folder = join(this.root, 'Pal', 'Saved', 'SaveGames', '0', '5AD1A0CC1A1614048B76A4CE931342C8');
  readonly clock = skippingClock(Date.now() + 3_600_000);
  readonly notes: ServiceNote[] = [];
  readonly game: GameContext;
  faults: ModelFaults = {};
  isUp = true;
  /** Whether Palatine stops and starts it. */
  isAutomatic = true;
  startedAtMs = this.clock.now() - 86_400_000;
  /** Ids of the deliveries that the game plays with, and that the save holds. */
  memory: string[] = [];
  disk: string[] = [];
  /** Edits that were put in place, by batch, with what the save held before. */
  readonly edits = new Map<string, { before: string[]; placedAtMs: number; takenBack: boolean }>();
  announced: string[] = [];
  stops = 0;

  constructor(game: GameContext) {
    this.game = { ...game, now: () => this.clock.now() };
    mkdirSync(this.folder, { recursive: true });
    this.save();
  }

  [Symbol.dispose](): void {
    rmSync(this.root, { recursive: true, force: true });
  }

  /** As the game does: its memory over whatever the files hold. */
  save(): void {
    this.disk = [...this.memory];
    this.#touch();
  }

  start(): void {
    if (this.isUp) return;
    this.isUp = true;
    this.startedAtMs = this.clock.now();
    this.memory = [...this.disk];
  }

  stop(): void {
    this.isUp = false;
  }

  #touch(): void {
    const file = join(this.folder, 'Level.sav');
    writeFileSync(file, this.disk.join('\n'));
    utimesSync(file, this.clock.now() / 1000, this.clock.now() / 1000);
  }

  tools(): CycleTools {
    const link = this.#link();
    return {
      link,
      control: this.#control(),
      writes: {
        deliveryStep: (step) =>
          this.#call(`deliveryStep ${step.step}`, () =>
            this.game.world.transaction(() => deliveryStep(this.game, step)),
          ),
        note: (note) => this.#call('note', () => void this.notes.push(note)),
      },
      mirror: {
        pause() {},
        resume() {},
        syncNow: () => this.#call('syncNow', () => {}),
        verify: () => this.#call('verify', () => this.faults.differences ?? []),
      },
      backup: () => this.#call('backup', () => '20261122T120000Z'),
      restore: () => this.#call('restore', () => {}),
      saveJobs: this.#saveJobs,
      clock: this.clock,
      newId: () => this.game.newId(),
      folder: this.folder,
      data: dataPaths(this.root),
      incarnation: () => this.incarnation,
      settings: () => serverFile.read(join(this.root, 'Server.json')),
      restPort: undefined,
      assertNotRunning: async () => {},
      report: { info() {}, warn() {} },
    };
  }

  async #call<T>(name: string, work: () => T): Promise<T> {
    await this.faults.at?.(name, 'before');
    const result = work();
    await this.faults.at?.(name, 'after');
    return result;
  }

  #link(): CycleTools['link'] {
    const whenUp = <T>(value: T) => (this.isUp ? succeeded(value) : failed('refused', 'nobody listens'));
    const worldGuid = () => (this.stops > 0 && this.faults.worldGuid) || '5AD1A0CC1A1614048B76A4CE931342C8';
    return {
      announce: async (text) => whenUp(void this.announced.push(text)),
      info: () => this.#call('info', () => whenUp({ name: '', worldGuid: worldGuid() })),
      metrics: () =>
        this.#call('metrics', () =>
          whenUp({ UptimeSeconds: Math.floor((this.clock.now() - this.startedAtMs) / 1000) }),
        ),
      save: () =>
        this.#call('save', () => {
          if (this.faults.saveFails === true) return failed('bad-response', 'the disk is full', 500);
          this.save();
          return whenUp(undefined);
        }),
      shutdown: () =>
        this.#call('shutdown', () => {
          if (this.faults.stopFails === true) return failed('unknown', 'no answer');
          this.save();
          this.stop();
          return succeeded(undefined);
        }),
      playersOnline: () => 1,
      isPaused: () => false,
      expectStop() {},
      expectStart() {},
      enterMaintenance() {},
      leaveMaintenance() {},
    };
  }

  #control(): CycleTools['control'] {
    return {
      isAutomatic: this.isAutomatic,
      state: async () => (!this.isAutomatic ? 'Unknown' : this.isUp ? 'Running' : 'Stopped'),
      stop: () =>
        this.#call('control.stop', () => {
          this.stops += 1;
          if (this.faults.stopFails === true) throw new Error('the Stop command ended with exit code 1');
          this.stop();
        }),
      start: () =>
        this.#call('control.start', () => {
          if (this.faults.startFails === true) throw new Error('the Start command ended with exit code 1');
          if (this.faults.bootFails !== true) this.start();
        }),
    };
  }

  readonly #saveJobs: RunSaveJob = async (name, input, begin) => {
    // The names vouch for the inputs, as in the thread.
    switch (name as string) {
      case 'deliver':
        return (await this.#deliver(input as never, begin as never)) as never;
      case 'inspect':
        return (await this.#call('inspect', () => this.#inspect(input as never))) as never;
      case 'revert':
        return (await this.#call('revert', () => this.#revert(input as never))) as never;
      default:
        return (await this.#call(name, () => undefined)) as never;
    }
  };

  async #deliver(
    { batch: id, deliveries, nowMs }: { batch: string; deliveries: readonly { id: string }[]; nowMs: number },
    begin: (batch: DeliveryBatch) => Promise<void>,
  ) {
    if (this.faults.refused !== undefined) {
      return { batch: undefined, replaced: false, rejected: [], refused: this.faults.refused };
    }
    const ids = deliveries.map((delivery) => delivery.id);
    if (ids.length === 0) return { batch: undefined, replaced: false, rejected: [], refused: '' };
    const [before, after] = [
      { 'Level.sav': this.disk.join() },
      { 'Level.sav': [...this.disk, ...ids].join() },
    ];
    const batch: DeliveryBatch = {
      id,
      atMs: nowMs,
      folder: this.folder,
      state: 'writing',
      deliveries: ids,
      before,
      after,
    };
    await begin(batch);
    return this.#call('put in place', () => {
      this.edits.set(id, { before: [...this.disk], placedAtMs: this.clock.now(), takenBack: false });
      this.disk = [...this.disk, ...ids];
      this.#touch();
      return { batch, replaced: true, rejected: [], refused: '' };
    });
  }

  #inspect({ batches, isDown }: { batches: readonly DeliveryBatch[]; isDown: boolean }) {
    const findings = batches.map((batch) => {
      const edit = this.edits.get(batch.id);
      const verdict = edit === undefined || edit.takenBack ? ('Reverted' as const) : ('Written' as const);
      const isAsWritten = this.disk.join() === batch.after['Level.sav'];
      const files = !isDown ? ('Unread' as const) : isAsWritten ? ('AsWritten' as const) : ('Other' as const);
      return { batch: batch.id, verdict, reason: '', placedAtMs: edit?.placedAtMs, files, doubtful: [] };
    });
    return { findings, halfDone: false, message: '' };
  }

  #revert({ batch, which }: { batch: { id: string }; which: 'All' | 'AsWritten' }) {
    const edit = this.edits.get(batch.id);
    if (edit === undefined || edit.takenBack) return [];
    const ours = this.game.world.deliveryBatches.get(batch.id)?.after['Level.sav'] === this.disk.join();
    if (which === 'AsWritten' && !ours) return [];
    this.disk = [...edit.before];
    edit.takenBack = true;
    this.#touch();
    return ['Level.sav'];
  }
}
