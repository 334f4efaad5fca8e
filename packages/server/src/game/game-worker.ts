import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type MessagePort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { parseGuid, Refusal } from '@palatine/contract';
import {
  FaultInjector,
  forgetIdentities,
  type GameContext,
  logOut,
  mayJoin,
  QUERIES,
  type QueryName,
  type Simulation,
  startSimulation,
} from '@palatine/world';
import { openCatalogue } from '../data-folder/catalogue.ts';
import { dataPaths } from '../data-folder/data-folder.ts';
import { operatorFiles } from '../data-folder/operator-files.ts';
import type { NewAuditEntry } from '../store/audit-store.ts';
import { openStore, type StoredChange } from '../store/store.ts';
import { GameMetrics } from '../telemetry/game-metrics.ts';
import { startBans } from './bans.ts';
import { type BatchTools, causeOf, eventsOf, runBatch } from './command-batch.ts';
import { control } from './control.ts';
import {
  CLAIMED,
  type CommandAsk,
  type FromWorker,
  type GameThreadData,
  PENDING,
  type Question,
  type RecordsAsk,
  type ReloadInput,
  type ToWorker,
  type WorldFigures,
} from './protocol.ts';
import { applyResponseFormat, serialize } from './response-format.ts';
import { readRecords } from './store-queries.ts';
import { timedStore } from './timed-store.ts';

/**
 * The game thread: it owns the world and the store, and nothing else touches either. It takes all that waits,
 * runs the commands, keeps them with one commit, answers them, and then answers the questions.
 */

const STEP_MS = 100;
const SAVE_LOCATIONS_MS = 30_000;
const FORGET_MS = 3_600_000;
/** What is taken at once before answers go out; 1 keeps every command with a commit of its own, for measuring. */
const BATCH = Number(process.env.PALATINE_BATCH ?? 256);

const data = workerData as GameThreadData & { port: MessagePort };
const { port, words, version, simulate } = data;
const tally = new GameMetrics(data.tally);
const store = timedStore(openStore(data.worldFile), tally);
const world = store.load();
const files = operatorFiles({
  data: data.dataFolder,
  templates: data.templatesFolder,
  importRules: data.importRulesFolder,
});
const game: GameContext = {
  world,
  catalogue: openCatalogue(dataPaths(data.dataFolder)),
  rules: data.rules,
  now: Date.now,
  random: Math.random,
  newId: () => parseGuid(randomUUID()) as string, // a UUID is a GUID in its standard spelling
  files,
  faults: new FaultInjector(),
};
const bans = startBans(game, data.banlistFile);
const tools: BatchTools = {
  game,
  store,
  bans,
  files,
  claim,
  discard: (archives) => {
    for (const path of archives) rmSync(join(data.dataFolder, path), { force: true });
  },
  report: (message) => post({ type: 'trouble', message }),
  serverCommands: { controlSimulation, reloadConfig: reload },
};
/** The version of the bans the HTTP side knows. */
let bansTold = -1;
const simulation = chooseSimulation();
tally.measureWorld(world);

port.on('message', (first: ToWorker) => {
  const asks = [first];
  while (asks.length < BATCH) {
    const next = receiveMessageOnPort(port);
    if (next === undefined) break;
    asks.push(next.message as ToWorker);
  }
  take(asks);
});

forgetOld();
disconnectBanned();
if (world.savepoint() > 0) commitOwnChanges();
step(0);
const timers = [
  ...(simulation
    ? [setInterval(() => step(STEP_MS / 1000), STEP_MS), setInterval(saveLocations, SAVE_LOCATIONS_MS)]
    : []),
  setInterval(forgetOld, FORGET_MS),
];

tellBans();
post({ type: 'ready', figures: figures() });

/** Commands first, then the questions: they see the world as it is on disk. */
function take(asks: readonly ToWorker[]): void {
  const commands: CommandAsk[] = [];
  const entries: NewAuditEntry[] = [];
  const rest: (Question | RecordsAsk)[] = [];
  let stopping = false;
  for (const ask of asks) {
    switch (ask.type) {
      case 'command':
        commands.push(ask);
        break;
      case 'question':
      case 'records':
        rest.push(ask);
        break;
      case 'refused':
        entries.push(ask.entry);
        break;
      case 'stop':
        stopping = true;
    }
  }
  if (commands.length + entries.length > 0) runCommands(commands, entries);
  for (const ask of rest) if (claim(ask.place)) answer(ask);
  if (stopping) stop();
}

function tellBans(): void {
  if (bans.version === bansTold) return;
  bansTold = bans.version;
  post({ type: 'banlist', banlist: bans.answer() });
}

/** Asked right before the work: whether the caller still waits, and from here on will wait for what comes of it. */
function claim(place: number): boolean {
  if (Atomics.compareExchange(words, place, PENDING, CLAIMED) === PENDING) return true;
  post({ type: 'skipped', place });
  return false;
}

function runCommands(commands: readonly CommandAsk[], entries: readonly NewAuditEntry[]): void {
  if (commands.length > 0) tally.batchSizes.observe(commands.length);
  const { outcomes, changed, events } = runBatch(commands, entries, tools);
  if (changed) touch();
  tellBans();
  if (outcomes.length > 0) post({ type: 'outcomes', outcomes });
  if (events.length > 0) post({ type: 'events', events });
}

function answer(ask: Question | RecordsAsk): void {
  const { place } = ask;
  try {
    if (ask.type === 'records') {
      post({ type: 'records', place, records: readRecords(ask, store, world) });
      return;
    }
    const question = QUERIES[ask.name as keyof typeof QUERIES];
    // The route table vouches for the parameters: the HTTP side fills every one the path names.
    const value = question(game, ask.params as never);
    const reply = serialize(applyResponseFormat(ask.name as QueryName, ask.form, value));
    post({ type: 'answer', place, answer: reply, version: Atomics.load(version, 0) });
  } catch (error) {
    if (error instanceof Refusal) {
      const { code, message, details } = error;
      post({ type: 'refused', place, code, message, details });
    } else {
      post({ type: 'failed', place, cause: causeOf(error) });
    }
  }
}

/** The world is another one now: no answer given before counts any more. */
function touch(): void {
  Atomics.add(version, 0, 1);
  tally.measureWorld(world);
}

/** Whoever a hand edit of the file has banned is not online any more. */
function disconnectBanned(): void {
  const allowed = mayJoin(world);
  for (const { uid, userId, ip } of [...world.sessions.values()]) {
    if (!allowed(userId, ip)) logOut(game, uid, { reason: 'banned' });
  }
}

/** What a fault changes is in no table, but answers given before it do not count any more. */
function controlSimulation(ask: CommandAsk): { Success: boolean } {
  touch();
  return control(game, ask);
}

/**
 * Puts the rules in force that the HTTP side has read, and reads Banlist.json again. Each file that was
 * rejected, there or here, makes one event.
 */
function reload({ body }: CommandAsk): { Success: boolean } {
  const { rules, rejected } = body as ReloadInput; // made by the write route
  game.rules = rules;
  const reason = bans.reload();
  if (reason !== undefined) tools.report(reason);
  const files = reason === undefined ? rejected : [...rejected, { file: 'Banlist.json', reason }];
  for (const file of files) world.emit('config.rejected', game.now(), file);
  disconnectBanned();
  touch();
  return { Success: files.length === 0 };
}

function chooseSimulation(): Simulation | undefined {
  const wanted = simulate === 'Demo' ? world.info.origin === 'demo' : simulate !== 'Never';
  if (!wanted) {
    if (forgetIdentities(world)) commitOwnChanges();
    return undefined;
  }
  return startSimulation(game, { comingAndGoing: simulate !== 'Moving' });
}

function step(seconds: number): void {
  if (simulation === undefined) return;
  const startedMs = performance.now();
  try {
    const { moved, changed } = simulation.step(seconds);
    if (changed) commitOwnChanges();
    if (moved || changed) touch();
  } catch (error) {
    world.rollbackTo(0);
    post({ type: 'trouble', message: `a step of the simulation failed: ${causeOf(error)}` });
  } finally {
    tally.stepSeconds.observe((performance.now() - startedMs) / 1000);
  }
}

/** Keeps what the thread itself has changed; commands are kept by their batch. */
function commitOwnChanges(): void {
  const changes = world.pendingChanges() as StoredChange[]; // only commands ban
  store.commit({ changes });
  world.clearJournal();
  const events = eventsOf(changes);
  if (events.length > 0) post({ type: 'events', events });
}

function saveLocations(): void {
  try {
    store.saveLocations(world.locations.values());
  } catch (error) {
    post({ type: 'trouble', message: `player locations could not be saved: ${causeOf(error)}` });
  }
}

function forgetOld(): void {
  try {
    store.prune(game.now(), data.auditKeptMs);
  } catch (error) {
    post({ type: 'trouble', message: `what is kept no longer could not be forgotten: ${causeOf(error)}` });
  }
}

function stop(): void {
  for (const timer of timers) clearInterval(timer);
  if (simulation) saveLocations();
  store.close();
  post({ type: 'stopped' });
  port.close();
}

function figures(): WorldFigures {
  return {
    name: world.info.name,
    origin: world.info.origin,
    players: world.accounts.size,
    online: world.sessions.size,
    guilds: world.guilds.size,
    camps: world.camps.size,
    characters: world.characters.size,
    simulated: simulation !== undefined,
  };
}

function post(reply: FromWorker): void {
  // The bytes are handed over, not copied; small ones share their pool with others and have to be copied.
  const bytes = reply.type === 'answer' ? reply.answer.bytes : undefined;
  const whole = bytes !== undefined && bytes.byteLength === bytes.buffer.byteLength;
  port.postMessage(reply, whole ? [bytes.buffer as ArrayBuffer] : []);
}
