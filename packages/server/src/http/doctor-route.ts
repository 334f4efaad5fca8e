import type { AddressInfo } from 'node:net';
import { type DoctorFinding, type FindingLevel, getFindings, type RouteReply } from '@palatine/contract';
import type { FastifyInstance } from 'fastify';
import type { ListeningFlags } from '../doctor/check-port.ts';
import type { ExamineInput } from '../doctor/doctor-job.ts';
import type { Finding } from '../doctor/finding.ts';
import type { Clock } from '../game/clock.ts';
import { serialize } from '../game/responses.ts';
import { runJob } from '../jobs/run-job.ts';
import type { Routes } from './routes.ts';
import type { Service } from './service.ts';

/** The checks read the world and every backup: no more often than this. */
const FRESH_MS = 60_000;
/** A caller waits no longer for findings; it asks again. */
const WAIT_MS = 4000;

/** Mounts the findings of the doctor, which looks in a process of its own. */
export function mountDoctor(routes: Routes, { data, clock }: Service): void {
  const closed = new AbortController();
  const examination = new Examination(clock, () =>
    runJob<ExamineInput, Finding[]>(
      new URL('../doctor/doctor-job.ts', import.meta.url),
      { data: data.path, listening: listeningOf(routes.app) },
      { name: 'the doctor', ownProcess: true, signal: closed.signal },
    ),
  );
  routes.app.addHook('onClose', (_app, done) => {
    closed.abort();
    done();
  });
  routes.read(getFindings, async () => serialize(await examination.findings()));
}

/** Where the server listens, whatever the settings say. */
function listeningOf(app: FastifyInstance): ListeningFlags {
  const { address, port } = (app.server.address() ?? {}) as Partial<AddressInfo>; // it listens on a port, not a pipe
  return { address, port };
}

type Answer = RouteReply<typeof getFindings>;

/** The findings of the last time the doctor looked, and one look at a time. */
class Examination {
  readonly #clock: Clock;
  readonly #examine: () => Promise<Finding[]>;
  #last: { findings: DoctorFinding[]; atMs: number; elapsedMs: number } | undefined;
  #running: Promise<void> | undefined;

  constructor(clock: Clock, examine: () => Promise<Finding[]>) {
    this.#clock = clock;
    this.#examine = examine;
  }

  /** New findings where those of before are old; those of before, or none, when that takes too long. */
  async findings(): Promise<Answer> {
    const isFresh = this.#last !== undefined && this.#clock.elapsed() - this.#last.elapsedMs < FRESH_MS;
    if (!isFresh) {
      this.#running ??= this.#look();
      await this.#orLate(this.#running);
    }
    const { findings = [], atMs } = this.#last ?? {};
    return {
      Findings: findings,
      ...(atMs !== undefined && { CheckedAt: new Date(atMs).toISOString() }),
      Running: this.#running !== undefined,
    };
  }

  async #look(): Promise<void> {
    const findings = await this.#examine().then(
      (found) => found.map(findingAnswer),
      (error: Error): DoctorFinding[] => [
        { Check: 'doctor', Level: 'Fail', What: error.message, Do: 'run palatine doctor' },
      ],
    );
    this.#last = { findings, atMs: this.#clock.now(), elapsedMs: this.#clock.elapsed() };
    this.#running = undefined;
  }

  #orLate(ended: Promise<void>): Promise<void> {
    const late = Promise.withResolvers<void>();
    const cancel = this.#clock.after(WAIT_MS, late.resolve);
    return Promise.race([ended, late.promise]).finally(cancel);
  }
}

const LEVELS: Record<Finding['state'], FindingLevel> = { ok: 'Ok', warn: 'Warn', fail: 'Fail' };

function findingAnswer({ check, state, found, todo }: Finding): DoctorFinding {
  return { Check: check, Level: LEVELS[state], What: found, ...(todo !== undefined && { Do: todo }) };
}
