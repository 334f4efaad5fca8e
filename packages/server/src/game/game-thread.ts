import { randomUUID } from 'node:crypto';
import { type MessagePort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { parseGuid, Refusal } from '@palisade/contract';
import { type Game, loadCatalogue, QUESTIONS, type Simulation, startSimulation } from '@palisade/world';
import { openStore } from '../store/store.ts';
import { inForm, toAnswer } from './answer.ts';
import {
  APPLIED,
  type Ask,
  type GameThreadData,
  type Reply,
  WAITING,
  type WorldFigures,
} from './protocol.ts';

/**
 * The game thread: it owns the world and the store, and nothing else touches either. It takes all that
 * waits, runs it against the world, and answers.
 */

const STEP_MS = 100;
const SAVE_LOCATIONS_MS = 30_000;
/** What is taken at once before answers go out. */
const BATCH = 256;

const { port, worldFile, rules, words, version, simulate, banlist } = workerData as GameThreadData & {
  port: MessagePort;
};
const store = openStore(worldFile);
const world = store.load();
const game: Game = {
  world,
  catalogue: loadCatalogue(),
  rules,
  now: Date.now,
  random: Math.random,
  newId: () => parseGuid(randomUUID()) as string, // a UUID is a GUID in its standard spelling
};
const simulation = chooseSimulation();

port.on('message', (first: Ask) => {
  let ask: Ask | undefined = first;
  for (let taken = 0; ask !== undefined; taken++) {
    handle(ask);
    ask = taken < BATCH ? (receiveMessageOnPort(port)?.message as Ask | undefined) : undefined;
  }
});

step(0);
const stepping = simulation && setInterval(() => step(STEP_MS / 1000), STEP_MS);
const savingLocations = simulation && setInterval(saveLocations, SAVE_LOCATIONS_MS);

post({ type: 'ready', figures: figures() });

function handle(ask: Ask): void {
  switch (ask.type) {
    case 'question':
      return answer(ask);
    case 'rules':
      game.rules = ask.rules;
      return touch();
    case 'stop':
      return stop();
  }
}

function answer({ place, name, params, form }: Ask & { type: 'question' }): void {
  if (Atomics.compareExchange(words, place, WAITING, APPLIED) !== WAITING) {
    return post({ type: 'skipped', place });
  }
  try {
    const question = QUESTIONS[name as keyof typeof QUESTIONS];
    // The route table vouches for the parameters: the HTTP side fills every one the path names.
    const value = question(game, params as never);
    const reply = toAnswer(inForm(name, form, value));
    post({ type: 'answer', place, answer: reply, version: Atomics.load(version, 0) });
  } catch (error) {
    if (error instanceof Refusal) {
      const { code, message, details } = error;
      return post({ type: 'refused', place, code, message, details });
    }
    post({ type: 'failed', place, cause: causeOf(error) });
  }
}

/** The world is another one now: no answer given before counts any more. */
function touch(): void {
  Atomics.add(version, 0, 1);
}

function chooseSimulation(): Simulation | undefined {
  const wanted = simulate === 'Demo' ? world.info.origin === 'demo' : simulate !== 'Never';
  if (!wanted) return undefined;
  return startSimulation(game, { comingAndGoing: simulate !== 'Moving', mayJoin });
}

/** Whether no ban stands against a user or an address. */
function mayJoin(userId: string, ip: string): boolean {
  const banned = ({ Active }: { Active: boolean }) => Active;
  return !(
    banlist.UserEntries.filter(banned).some((entry) => entry.UserId === userId) ||
    banlist.IPEntries.filter(banned).some((entry) => entry.IP === ip)
  );
}

function step(seconds: number): void {
  if (simulation === undefined) return;
  try {
    const { moved, changed } = simulation.step(seconds);
    if (changed) {
      store.commit(world.changes());
      world.forget();
    }
    if (moved || changed) touch();
  } catch (error) {
    world.undoTo(0);
    post({ type: 'trouble', message: `a step of the simulation failed: ${causeOf(error)}` });
  }
}

function saveLocations(): void {
  try {
    store.saveLocations(world.locations.values());
  } catch (error) {
    post({ type: 'trouble', message: `player locations could not be saved: ${causeOf(error)}` });
  }
}

function stop(): void {
  clearInterval(stepping);
  clearInterval(savingLocations);
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

function post(reply: Reply): void {
  // The bytes are handed over, not copied; small ones share their pool with others and have to be copied.
  const bytes = reply.type === 'answer' ? reply.answer.bytes : undefined;
  const whole = bytes !== undefined && bytes.byteLength === bytes.buffer.byteLength;
  port.postMessage(reply, whole ? [bytes.buffer as ArrayBuffer] : []);
}

function causeOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
