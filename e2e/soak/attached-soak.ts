import { setTimeout as delay } from 'node:timers/promises';
import type { Maintenance, ServerStatus } from '@palatine/contract';
import { checkSave } from '@palatine/save/check-save';
import { openSave } from '@palatine/save/read-save-folder';
import { freePort } from '@palatine/stand-in/free-ports';
import { openGameServer, type RunningGameServer } from '@palatine/stand-in/open-game-server';
import { serverFileFor } from '@palatine/testing/start-attached-service';
import { until } from '@palatine/testing/until';
import { between } from '@palatine/world/random';
import { type Order, startModerator, startServerLife, startShop } from './attached-callers.ts';
import {
  expectedErrors,
  PLAYERS_SECONDS,
  readExpected,
  readLog,
  statusWatch,
  WRONG_STATUS_MS,
} from './attached-checks.ts';
import {
  type AttachedTarget,
  callerOf,
  Findings,
  type Program,
  replyOf,
  reportOf,
  type SoakReport,
  startProgram,
} from './target.ts';

/** The secret of the token with which everybody calls the service. */
const TOKEN = 'soak-secret-of-the-callers';
/** The AdminPassword of the stand-in: no log of the program may hold it. */
const PASSWORD = 'soak-password-of-the-server';
/** Nothing that is secret may be seen in a log, the Basic credentials neither. */
const SECRETS = [PASSWORD, Buffer.from(`admin:${PASSWORD}`).toString('base64'), TOKEN];
const PLAYERS = 10;
/** Longer than the 2 s for which files have to stand still before the server is stopped; 30 s in the game. */
const AUTOSAVE_MS = 5000;
/** So long after an end the supervisor of the stand-in starts it again. */
const RESTART_MS = 500;
const LOOK_MS = 500;
/** The longest time between two polls after failures. */
const MAX_BACK_OFF_MS = 60_000;
const MAX_SETTLING_MS = MAX_BACK_OFF_MS + WRONG_STATUS_MS;
/** From its start to its end, restarts of the program included. */
const MAX_MAINTENANCE_MS = 240_000;
const MAX_START_MS = 120_000;
const MAX_REST_MS = 30_000;
/** Share of maintenances during which the program is killed. */
const KILLED = 0.5;
const KILL_WITHIN_MS = 8_000;
const DOWN_MS = 3_000;
const LAST_ATTEMPTS = 4;
const SHOWN_VIOLATIONS = 3;

interface AttachedSoakOptions {
  readonly seed: number;
  /** Faults, kills and maintenances. */
  readonly stormMs: number;
  /** Then the same without kills, so that the memory of one process can be compared. */
  readonly steadyMs: number;
  /** Bytes that caches and tables may still take in a soak too short to fill them. */
  readonly unfilledBytes: number;
  /** Between maintenances; by chance unless given. */
  readonly maintenanceEveryMs?: number;
}

/** Soaks the program beside a stand-in in players, faults, deliveries, maintenances and kills. */
export async function soakAttached(options: AttachedSoakOptions): Promise<SoakReport> {
  await using gameServer = await openGameServer({
    seed: options.seed,
    password: PASSWORD,
    world: { players: PLAYERS },
    restartMs: RESTART_MS,
    // No file is missing while it is replaced: a game that is killed just then has lost it, whoever stands beside.
    variants: { autosaveMs: AUTOSAVE_MS, loadingMs: 1000, fileGapMs: 10, halfWrittenMs: 5 },
  });
  await using program = await startAttached(gameServer);
  using caller = callerOf(program, TOKEN);
  return await run({ program, gameServer, caller }, options);
}

/** Starts the program over a data folder that is attached to the stand-in. */
async function startAttached(gameServer: RunningGameServer): Promise<Program> {
  const settings = serverFileFor(gameServer, {
    Polls: { PlayersSeconds: PLAYERS_SECONDS, PlayersWhenEmptySeconds: PLAYERS_SECONDS },
    Backups: { KeepDays: 0, KeepAtLeast: 3 },
  });
  const files = { 'Config.json': { playerResolution: 'Known' }, 'Server.json': settings };
  return startProgram({ Soak: TOKEN }, files, ['--port', String(await freePort())]);
}

async function run(target: AttachedTarget, options: AttachedSoakOptions): Promise<SoakReport> {
  const { program, gameServer } = target;
  const { seed } = options;
  const findings = new Findings();
  /** The server before anything was ordered. */
  const first = await gameServer.control('audit');
  const players = Object.values(first.players);
  const half = players.length >> 1;
  const orders = new Map<string, Order>();
  const shops = [players.slice(0, half), players.slice(half)].map((customers, index) =>
    startShop(target, customers, orders, findings, seed + index),
  );
  const troublemakers = players.filter((_, index) => index % 3 === 0).map(({ userId }) => userId);
  const moderator = startModerator(target, troublemakers, findings, seed);
  const life = await startServerLife(gameServer, findings, seed);
  const statuses = statusWatch(target, players.length, findings);
  const operator = operatorOf(target, Object.keys(first.players), findings);
  let isWatching = true;

  /** Looks at statuses and kicks until the end. The program may be down for a moment. */
  async function watch(): Promise<void> {
    for (; isWatching; await delay(LOOK_MS)) {
      await statuses.look().catch(() => {});
      await moderator.look();
    }
  }

  /** Maintains the server now and then, for so long. In the storm the program is killed in some maintenances. */
  async function during(name: 'storm' | 'steady', ms: number): Promise<void> {
    const endAt = performance.now() + ms;
    for (;;) {
      const pauseMs = options.maintenanceEveryMs ?? between(life.random, 15_000, 40_000);
      await delay(Math.min(pauseMs, Math.max(0, endAt - performance.now())));
      if (performance.now() >= endAt) return;
      const isKilled = name === 'storm' && life.random() < KILLED;
      await life.whileMaintained(() => operator.maintain(isKilled ? life.random : undefined));
      await operator.checkSave();
      await checkExpected(false);
    }
  }

  async function checkExpected(atEnd: boolean): Promise<void> {
    try {
      const expected = await readExpected(target, orders);
      if (expected !== undefined) findings.errors.push(...expectedErrors(expected, first, atEnd));
      else if (atEnd) findings.errors.push('the deliveries could not be counted at the end');
    } catch (error) {
      if (atEnd) findings.errors.push(`the deliveries could not be counted: ${String(error)}`);
    }
  }

  /** Without faults: everything is delivered, everybody is shown right, and the save is sound. */
  async function finish(): Promise<void> {
    await settles(findings, 'the server is online', MAX_SETTLING_MS, async () => {
      // After a crash that the service has not seen yet, the server is started by its supervisor.
      if (!(await gameServer.control('supervision')).serving) return false;
      const { State, Maintenance: maintenance } = await operator.status();
      return State === 'Online' && maintenance.Running === undefined;
    });
    let waits = true;
    for (let attempt = 0; attempt < LAST_ATTEMPTS && waits; attempt++) {
      const failure = await operator.maintain();
      if (failure !== '') findings.errors.push(`a maintenance without faults: ${failure}`);
      const { Deliveries } = await operator.status();
      waits = Deliveries.Pending + Deliveries.Delivering > 0;
    }
    await checkExpected(true);
    await settles(findings, 'nobody is shown wrong', MAX_SETTLING_MS, async () => !(await statuses.look()));
    await settles(findings, 'no ban is left at the server', MAX_SETTLING_MS, async () => {
      return (await gameServer.control('audit')).banned.length === 0;
    });
    await operator.checkSave();
  }

  const watching = watch();
  await during('storm', options.stormMs);
  await during('steady', options.steadyMs * 0.3);
  const before = await program.memory();
  await during('steady', options.steadyMs * 0.7);
  await Promise.all([...shops, moderator.stop].map((stop) => stop()));
  await life.stopFaults();
  await moderator.unbanAll();
  await finish();
  await life.stop();
  isWatching = false;
  await watching;
  const after = await program.memory();
  findings.count('orders', orders.size);
  findings.errors.push(...(await program.end()));
  readLog(program.output(), SECRETS, findings);
  return reportOf(findings, before, after, options.unfilledBytes);
}

/** Lets the service deliver, kills it meanwhile, and looks at the save afterwards. `playerIds`: of all players. None ever goes. */
function operatorOf(
  { program, gameServer, caller }: AttachedTarget,
  playerIds: readonly string[],
  findings: Findings,
) {
  const { control, saveFolder } = gameServer;
  const status = () => caller.read<ServerStatus>('/v1/palatine/server');

  /** Two rounds of saving that were written whole: the one before may have met a fault of the disk. */
  async function untilSaved(): Promise<void> {
    const end = performance.now() + MAX_REST_MS;
    let whole = 0;
    while (whole < 2 && performance.now() < end) {
      const { saves } = await control('status');
      await control('save');
      whole = (await control('status')).saves > saves ? whole + 1 : 0;
    }
  }

  function failed(why: string): string {
    findings.count(`maintenance ${why}`);
    return why;
  }

  return {
    status,

    /**
     * One maintenance from its start to its end. `chance`: the program is killed once meanwhile, and started again.
     * @returns why it failed; '' when it was done
     */
    async maintain(chance?: () => number): Promise<string> {
      const body = { Action: 'Deliver', CountdownSeconds: 0 };
      let before: string | undefined;
      try {
        before = (await status()).Maintenance.Last?.Id;
        replyOf(await caller.request('POST', '/v1/palatine/server/maintenance', body));
      } catch (error) {
        return failed(`not begun: ${(error as Error).message}`); // the server is down just now
      }
      if (chance !== undefined) {
        await delay(KILL_WITHIN_MS * chance());
        await program.killAndStart(DOWN_MS * chance());
      }
      let ended: Maintenance | undefined;
      await settles(findings, 'a maintenance ends', MAX_MAINTENANCE_MS, async () => {
        const { Running, Last } = (await status()).Maintenance;
        if (Running === undefined && Last?.Id !== before) ended = Last;
        return ended !== undefined;
      });
      if (ended === undefined) return failed('it does not end');
      const { Outcome, Message, Delivered = 0 } = ended;
      findings.count('delivered', Delivered);
      const isServing = async () => (await control('supervision')).serving;
      await settles(findings, 'the server is up after a maintenance', MAX_START_MS, isServing);
      if (Outcome !== 'Done') return failed(`${Outcome}: ${Message}`);
      findings.count('maintenances');
      return '';
    },

    /** Checks the save with its files at rest: the server does not save meanwhile. Does nothing while it is down. */
    async checkSave(): Promise<void> {
      try {
        await control('variants', { autosaveMs: 0 });
        try {
          await untilSaved();
          const { files } = await openSave(saveFolder);
          const violations = checkSave(files).slice(0, SHOWN_VIOLATIONS);
          const missing = playerIds.filter((id) => !files.has(`Players/${id}.sav`));
          findings.errors.push(
            ...violations.map(({ code, file, message }) => `the save: ${code} ${file}: ${message}`),
            ...missing.map((id) => `the save: the file of player ${id} is gone`),
          );
          findings.count('saves checked');
        } finally {
          await control('variants', { autosaveMs: AUTOSAVE_MS });
        }
      } catch (error) {
        if (/is down|still booting/.test(String(error))) return;
        findings.errors.push(`the save: ${String(error)}`);
      }
    },
  };
}

/** Waits until something holds; that it does not is an error. */
async function settles(
  { errors }: Findings,
  what: string,
  longestMs: number,
  holds: () => Promise<boolean>,
): Promise<void> {
  const isSettled = () => holds().catch(() => false); // the program or the server starts
  await until(what, isSettled, longestMs).catch(({ message }: Error) => errors.push(message));
}
