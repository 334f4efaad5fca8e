import type { AddressInfo } from 'node:net';
import {
  type DoctorFinding,
  type FindingLevel,
  getFindings,
  type RouteReply,
  type Sentence,
} from '@palatine/contract';
import { orLate } from '@palatine/platform/clock';
import { serialize } from '@palatine/platform/response-bytes';
import { runJob } from '@palatine/platform/run-job';
import type { Routes } from '@palatine/web/routes';
import type { ExamineInput } from '../doctor/doctor-job.ts';
import { type Finding, fail } from '../doctor/finding.ts';
import { withoutMachinePaths } from '../observability/machine-paths.ts';
import type { Service } from '../service/service.ts';

/** Minimum age of findings before a new run: the checks read the world and every backup. */
const FRESH_MS = 60_000;
/** Maximum time that a caller waits for findings; it tries again. */
const WAIT_MS = 4000;

/** Mounts the findings of the doctor: those of its last run. It runs in its own process, one run at a time. */
export function mountDoctor(routes: Routes, { data, clock }: Service): void {
  const closed = new AbortController();
  let last: { findings: DoctorFinding[]; atMs: number; elapsedMs: number } | undefined;
  let running: Promise<void> | undefined;

  async function look(): Promise<void> {
    // Where the server listens, whatever the settings say; on a port, not a pipe.
    const { address, port } = (routes.app.server.address() ?? {}) as Partial<AddressInfo>;
    const job = runJob<ExamineInput, Finding[]>(
      new URL('../doctor/doctor-job.ts', import.meta.url),
      { data: data.path, listening: { address, port } },
      { name: 'the doctor', inChildProcess: true, signal: closed.signal },
    );
    const all = await job.catch(({ message }: Error): Finding[] => [
      { check: 'doctor', ...fail(message, 'run palatine doctor') },
    ]);
    last = {
      findings: all.map((finding) => findingAnswer(finding, data.path)),
      atMs: clock.now(),
      elapsedMs: clock.elapsed(),
    };
    running = undefined;
  }

  routes.app.addHook('onClose', async () => closed.abort());
  // New findings where the last ones are old; the last ones, or none, when a run takes too long.
  routes.read(getFindings, async () => {
    if (last === undefined || clock.elapsed() - last.elapsedMs >= FRESH_MS) {
      running ??= look();
      await orLate(clock, WAIT_MS, running, () => {});
    }
    const { findings = [], atMs } = last ?? {};
    return serialize({
      Findings: findings,
      ...(atMs !== undefined && { CheckedAt: new Date(atMs).toISOString() }),
      Running: running !== undefined,
    } satisfies RouteReply<typeof getFindings>);
  });
}

const LEVELS: Record<Finding['state'], FindingLevel> = { ok: 'Ok', warn: 'Warn', fail: 'Fail' };

function findingAnswer({ check, state, found, todo }: Finding, folder: string): DoctorFinding {
  const say = (said: Sentence): Sentence =>
    JSON.parse(JSON.stringify(said), (_, value: unknown) =>
      typeof value === 'string' ? withoutMachinePaths(value, folder) : value,
    ) as Sentence; // of the same shape
  return {
    Check: check,
    Level: LEVELS[state],
    What: say(found),
    ...(todo !== undefined && { Do: say(todo) }),
  };
}
