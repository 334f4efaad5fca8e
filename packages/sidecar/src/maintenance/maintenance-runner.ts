import {
  type Maintenance,
  type MaintenanceStep,
  Refusal,
  type RouteBody,
  type Sentence,
  sentence,
  type startMaintenance,
} from '@palatine/contract';
import { compactTime } from '@palatine/platform/format';
import { whyNotStarted } from '../attach/discover.ts';
import { type CycleRun, type CycleTools, FOUND_SETTLED_MS } from './cycle-run.ts';
import { endedMaintenance, runCycle, setAside, shownMaintenance } from './maintenance-cycle.ts';
import type { MaintenanceJournal, RunningMaintenance } from './maintenance-journal.ts';
import { presenceOf, processStartMs, whyNotDown, worldOf } from './server-presence.ts';
import { type ServerSeen, settleBatches } from './settle-batches.ts';

type MaintenanceRequest = RouteBody<typeof startMaintenance>;

/** Steps in which nothing has changed yet. */
const CANCELED_IN: readonly MaintenanceStep[] = ['Countdown'];
/** Steps of waiting for somebody else to stop or start the server. */
const WAITED_IN: readonly MaintenanceStep[] = ['Stopping', 'Starting'];

const MAX_RESUME_AGE_MS = 24 * 3_600_000;

/** Starts maintenances of the game server, one at a time, and ends interrupted ones. */
export class MaintenanceRunner {
  readonly #tools: CycleTools;
  readonly #journal: MaintenanceJournal;
  #run: CycleRun | undefined;
  #cancel = new AbortController();
  #done: Promise<unknown> = Promise.resolve();
  #settling: Promise<unknown> = Promise.resolve();

  constructor(tools: CycleTools, journal: MaintenanceJournal) {
    this.#tools = tools;
    this.#journal = journal;
  }

  /** Starts a maintenance. Throws MAINTENANCE_RUNNING. The caller has checked that the backup exists. */
  start(request: MaintenanceRequest, issuer: string): Maintenance {
    return this.#begin(request, issuer, { step: 'Countdown', foundStopped: false });
  }

  /** Cancels it before the server is being stopped, or while it waits for somebody. Throws MAINTENANCE_RUNNING. */
  cancel(): Maintenance {
    const run = this.#run;
    if (run === undefined) throw new Refusal('REQUEST_FAILED', 'no maintenance is running');
    if (!this.#isCancelable(run)) {
      throw new Refusal('MAINTENANCE_RUNNING', `it can no longer be canceled: ${run.message.Message}`);
    }
    this.#cancel.abort();
    return endedMaintenance(this.#tools, run.entry, 'Canceled', sentence('maintenance.canceled'));
  }

  running(): Maintenance | undefined {
    return this.#run && { ...shownMaintenance(this.#run), Cancelable: this.#isCancelable(this.#run) };
  }

  #isCancelable({ entry: { step } }: CycleRun): boolean {
    return CANCELED_IN.includes(step) || (!this.#tools.control.isAutomatic && WAITED_IN.includes(step));
  }

  last(): Maintenance | undefined {
    return this.#journal.record.last ?? undefined;
  }

  /** Resumes an interrupted maintenance unless outdated; else settles deliveries. Resolves once that has started. */
  async resume(): Promise<void> {
    const { running } = this.#journal.record;
    if (running === null) return this.settle();
    const why = this.#whyNotResumed(running);
    if (why !== undefined) {
      await setAside(this.#tools, this.#journal, running, why);
      return this.settle();
    }
    const step = await this.#resumedStep(running);
    this.#journal.write({ running: { ...running, step } });
    const message = `Palatine was interrupted during the step ${running.step}, and resumes with ${step}`;
    this.#tools.report.warn({ id: running.id, from: running.step, step }, message);
    this.#go();
  }

  /** Delivers pending changes into the save of a server that somebody has stopped, if enabled. */
  async onServerFoundStopped(): Promise<void> {
    if (this.#run !== undefined) return;
    await this.settle();
    if (!this.#tools.settings().Maintenance.DeliverWhenStopped) return;
    if (whyNotStarted(this.#tools.folder) !== undefined) return; // status and doctor say so
    const { pending } = await this.#tools.writes.deliveryStep({ step: 'read' });
    if (pending.length === 0 || this.#run !== undefined) return;
    if ((await whyNotDown(this.#tools, FOUND_SETTLED_MS)) !== undefined || this.#run !== undefined) return;
    this.#begin({ Action: 'Deliver' }, 'palatine', { step: 'BackingUp', foundStopped: true });
  }

  /** Settles deliveries with an unknown end, as far as the server and its save show it now. */
  settle(): Promise<void> {
    const settled = this.#settling.then(() => this.#settleOnce());
    this.#settling = settled;
    return settled;
  }

  idle(): Promise<unknown> {
    return this.#done;
  }

  async #settleOnce(): Promise<void> {
    if (this.#run !== undefined) return;
    try {
      const isDown = (await whyNotDown(this.#tools, FOUND_SETTLED_MS)) === undefined;
      if (!isDown && !(await this.#servesOurWorld())) return;
      const server: ServerSeen = isDown
        ? { isDown }
        : { isDown, startedAtMs: await processStartMs(this.#tools) };
      const settling = { tools: this.#tools, journal: this.#journal, settledMs: FOUND_SETTLED_MS };
      if (this.#run === undefined) await settleBatches(settling, server);
    } catch (error) {
      this.#tools.report.warn({ err: error }, 'deliveries could not be settled yet');
    }
  }

  async #servesOurWorld(): Promise<boolean> {
    const info = await this.#tools.link.info();
    const ours = worldOf(this.#tools.folder);
    return info.ok && (ours === undefined || (info.value.worldGuid ?? ours) === ours);
  }

  #begin(
    { Action: action, CountdownSeconds, Backup = '' }: MaintenanceRequest,
    issuer: string,
    begins: Pick<RunningMaintenance, 'step' | 'foundStopped'>,
  ): Maintenance {
    if (this.#run !== undefined || this.#journal.record.running !== null) {
      throw new Refusal('MAINTENANCE_RUNNING', this.#alreadyRunning());
    }
    const nowMs = this.#tools.clock.now();
    const running: RunningMaintenance = {
      id: `${compactTime(nowMs)}Z`,
      action,
      issuer,
      ...begins,
      startedAtMs: nowMs,
      incarnation: this.#tools.incarnation(),
      countdownSeconds: CountdownSeconds ?? null,
      stopAtMs: null,
      restore: Backup,
      backup: '',
      worldGuid: '',
      batch: '',
      placedAtMs: null,
      written: 0,
      delivered: 0,
      failure: null,
      notes: [],
    };
    this.#journal.write({ running });
    const { id } = running;
    void this.#tools.writes
      .note({ event: { type: 'maintenance.started', data: { id, action, issuer } } as const })
      .catch((error: unknown) => this.#tools.report.warn({ err: error }, 'an event was not recorded'));
    return this.#go();
  }

  #alreadyRunning(): string {
    const { Action, Step, Cancelable } = this.running() ?? {};
    const which = Action === undefined ? '' : ` (${Action}, ${Step})`;
    const next = Cancelable
      ? 'palatine server cancel cancels it'
      : 'palatine server status shows its progress';
    return `a maintenance is running${which}; ${next}`;
  }

  #go(): Maintenance {
    this.#cancel = new AbortController();
    this.#done = runCycle(this.#tools, this.#journal, this.#cancel.signal, (run) => {
      this.#run = run;
    })
      .catch((error: unknown) => this.#tools.report.warn({ err: error }, 'a maintenance failed'))
      .finally(() => {
        this.#run = undefined;
      });
    // runCycle has called back before its first await.
    return shownMaintenance(this.#run as CycleRun);
  }

  /** Long afterwards, or in a world restored meanwhile, it would replace the present save by an old one. */
  #whyNotResumed({ startedAtMs, incarnation }: RunningMaintenance): Sentence | undefined {
    if (incarnation !== this.#tools.incarnation()) return sentence('maintenance.replaced');
    const isOld = Math.abs(this.#tools.clock.now() - startedAtMs) > MAX_RESUME_AGE_MS;
    return isOld ? sentence('maintenance.old') : undefined;
  }

  /** A server that was started meanwhile has players, who are warned again. */
  async #resumedStep({ step, foundStopped }: RunningMaintenance): Promise<MaintenanceStep> {
    if (step === 'Starting' || step === 'Verifying') return 'Starting';
    if (step === 'RollingBack' || step === 'Countdown' || step === 'Done') return step;
    if (foundStopped) return 'BackingUp';
    return (await presenceOf(this.#tools.link)) === 'Down' ? 'Saving' : 'Countdown';
  }
}
