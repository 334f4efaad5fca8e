import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkSave } from '@palatine/save/check-save';
import { openSave } from '@palatine/save/read-save-folder';
import { runs, sharedSave } from '@palatine/save/testing';
import { newViolations } from '@palatine/save/violation';
import fc from 'fast-check';
import { seededChance } from '../src/chance.ts';
import { RANDOM_KINDS, type RandomKind } from '../src/control/commands.ts';
import { type GameFolderOptions, makeGameFolder } from '../src/game-folder.ts';
import { GameServer } from '../src/game-server.ts';
import { HAPPENINGS } from '../src/random-events.ts';
import { restServer } from '../src/rest/rest-server.ts';
import { DEFAULT_VARIANTS } from '../src/variants.ts';
import { auditPlayers } from '../src/world/audit.ts';
import { WorldMemory } from '../src/world/memory.ts';

const ROUNDS = 100;

/** A booted server without REST in this process, which saves only when it is told to. */
async function aServer(options: GameFolderOptions = {}) {
  const folder = await makeGameFolder({ ...options, restEnabled: false });
  const game = new GameServer({
    serveRest: restServer,
    saveFolder: folder.saveFolder,
    password: null,
    port: 0,
    bootMs: 0,
    fails: false,
    seed: 1,
    variants: { ...DEFAULT_VARIANTS, autosaveMs: 0, loadingMs: 0, generations: false },
    print: () => {},
    exit: () => {},
  });
  await game.boot();
  return {
    game,
    folder: folder.saveFolder,
    [Symbol.dispose]: () => {
      game.halt();
      folder[Symbol.dispose]();
    },
  };
}

async function play(
  game: GameServer,
  seed: number,
  rounds: readonly (readonly RandomKind[])[],
): Promise<void> {
  const chance = seededChance(seed);
  for (const kinds of rounds) {
    for (const kind of kinds) HAPPENINGS[kind](game, chance);
    await game.save();
  }
}

const audit = (memory: WorldMemory) => auditPlayers(memory, () => '');

const anyRounds = (count: number) =>
  fc.array(fc.array(fc.constantFrom(...RANDOM_KINDS), { maxLength: 4 }), {
    minLength: count,
    maxLength: count,
  });

test('a save of 100 random rounds is sound, and holds what the memory holds', async () => {
  const property = fc.asyncProperty(fc.integer(), anyRounds(ROUNDS), async (seed, rounds) => {
    using server = await aServer();
    const first = audit(server.game.memory);
    await play(server.game, seed, rounds);
    assert.notDeepEqual(audit(server.game.memory), first, 'somebody has played');
    assert.deepEqual([server.game.rounds.written, server.game.rounds.failed], [ROUNDS, 0]);
    const { files, save } = await openSave(server.folder);
    assert.deepEqual(checkSave(files), []);
    assert.deepEqual(save.warnings, []);
    assert.deepEqual(audit(new WorldMemory(files, save)), audit(server.game.memory));
  });
  await fc.assert(property, { ...runs(1), endOnFailure: true });
});

for (const name of ['world1', 'v1_relics']) {
  const { folder, skip } = sharedSave(name);
  test(`random rounds break nothing in ${name}`, { skip }, async () => {
    using server = await aServer({ world: { copyOf: folder } });
    const before = checkSave(server.game.memory.files);
    const [rounds = []] = fc.sample(anyRounds(4), { numRuns: 1, seed: 7 });
    await play(server.game, 7, [['join', 'join', 'catchPal', 'gainItem'], ...rounds]);
    assert.equal(server.game.rounds.failed, 0);
    const { files, save } = await openSave(server.folder);
    assert.deepEqual(newViolations(before, checkSave(files)), []);
    assert.deepEqual(audit(new WorldMemory(files, save)), audit(server.game.memory));
  });
}
