import assert from 'node:assert/strict';
import {
  closeSync,
  ftruncateSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Banlist, UserBan } from '@palatine/contract';
import { formerBanlistName, readBanlist } from '@palatine/data-dir/banlist-file';
import { systemClock } from '@palatine/platform/clock';
import { sha256Of } from '@palatine/platform/read-file';
import { testFolder } from '@palatine/platform/testing';
import { aBan, aBanlist } from '@palatine/testing/banlist-builder';
import { aGameContext, aWorld } from '@palatine/world/testing/worlds';
import { BAN_TABLE_NAMES } from '@palatine/world/world';
import { operatorFiles } from '../files/operator-files.ts';
import { type Batch, createStore, openStore } from '../store/store.ts';
import { Bans } from './bans.ts';
import { DeferredWrites } from './system-tasks.ts';
import { BanlistWriteError, CommitError, GameMetrics, type UnitTools, unitOfWork } from './unit-of-work.ts';

const ban = (UserId: string): UserBan => aBan({ UserId });

/** A world started with an empty Banlist.json. */
function aStartedWorld() {
  const folder = testFolder();
  const [file, path] = [join(folder, 'world'), join(folder, 'Banlist.json')];
  createStore(file, aWorld());
  let store = openStore(file);
  const game = aGameContext(store.load());
  let fault: Error | undefined;
  let beforeCommit = () => {};
  const reports: string[] = [];
  const bans = new Bans(game, path, store.banlistDigests(), systemClock);
  const parts: (() => void)[] = [];
  const commit = (batch: Batch) => {
    beforeCommit();
    if (fault !== undefined) throw fault;
    store.commit(batch);
  };
  const report = (message: string) => void reports.push(message);
  const banWrites = new DeferredWrites({
    tables: BAN_TABLE_NAMES,
    world: game.world,
    store: { commit },
    clock: systemClock,
    later: (part) => void parts.push(part),
    report,
    last: () => ({ banlistDigest: bans.confirmedDigest }),
  });
  const tools: UnitTools = {
    game,
    store: { ...store, commit },
    banWrites,
    bans,
    files: operatorFiles({ path: folder, templates: folder, importRules: folder }),
    metrics: new GameMetrics(),
    discard: () => {},
    report,
  };
  const edit = (banlist: Banlist) => writeFileSync(path, JSON.stringify(banlist));
  const editor = (banlist: Banlist) => {
    const handle = openSync(path, 'r+');
    return () => {
      ftruncateSync(handle);
      writeSync(handle, JSON.stringify(banlist), 0);
      closeSync(handle);
    };
  };
  const run = (work: () => void) =>
    unitOfWork(tools, () => {
      work();
      return {};
    });
  edit(aBanlist());
  run(() => tools.bans.start());
  return {
    ...tools,
    path,
    reports,
    edit,
    /** Opens the file to write a list into it later. */
    editor,
    run,
    duringCommits(work: () => void) {
      beforeCommit = work;
    },
    leftovers: () => readdirSync(folder).filter((name) => name.endsWith('.writing')),
    /** A unit of work unrelated to bans. */
    runOther: () => run(() => game.world.emit('config.reloaded', 0, { files: [], issuer: '' })),
    /** Users and addresses in the file, whose digest must be stored. */
    inFile() {
      const text = readFileSync(path);
      assert.equal(store.banlistDigests().stored, sha256Of(text), 'the digest of the file is stored');
      const { UserEntries, IPEntries } = JSON.parse(text.toString()) as Banlist;
      return [...UserEntries.map(({ UserId }) => UserId), ...IPEntries.map(({ IP }) => IP)];
    },
    runParts() {
      while (parts.length > 0) parts.shift()?.();
    },
    /** Stops without a further write, and starts again. @returns the users that were stored, and those after the start. */
    restart() {
      store.close();
      store = openStore(file);
      const { world } = aGameContext(store.load());
      const stored = [...world.userBans.keys()];
      new Bans({ ...game, world }, path, store.banlistDigests(), systemClock).start();
      return { stored, started: [...world.userBans.keys()] };
    },
    removeFile: () => rmSync(path),
    fail(error?: Error) {
      fault = error;
    },
    [Symbol.dispose]: () => store.close(),
  };
}

test('a ban is in the file once its unit of work is committed, whoever made it', () => {
  using world = aStartedWorld();
  world.run(() => world.game.world.userBans.put(ban('steam_1')));
  assert.deepEqual(world.inFile(), ['steam_1']);
  world.run(() => world.game.world.userBans.remove('steam_1'));
  assert.deepEqual(world.inFile(), []);
  world.run(() => world.game.world.ipBans.put(aBan({ IP: '192.0.2.1' })));
  assert.deepEqual(world.inFile(), ['192.0.2.1']);
});

test('an edit that changes no row is applied too, and the next one is detected', () => {
  using world = aStartedWorld();
  for (const BannedMessage of ['Gone', 'Gone for good']) {
    world.edit(aBanlist({ BannedMessage }));
    assert.equal(world.run(() => world.bans.readEdits()).tookEdit, true);
    assert.equal(world.game.world.banlistHead.BannedMessage, BannedMessage);
    assert.deepEqual(world.inFile(), []);
    assert.equal(world.runOther().tookEdit, false);
  }
});

test('a ban whose commit fails is not in the file, and a later edit is detected', () => {
  using world = aStartedWorld();
  world.fail(new Error('no space'));
  assert.throws(() => world.run(() => world.game.world.userBans.put(ban('steam_1'))), CommitError);
  world.fail();
  assert.deepEqual([world.inFile(), world.reports], [[], []]);
  world.runOther();
  world.edit(aBanlist({ UserEntries: [ban('steam_2')] }));
  world.run(() => {
    world.bans.readEdits();
    world.game.world.userBans.put(ban('steam_3'));
  });
  assert.deepEqual(world.inFile(), ['steam_2', 'steam_3']);
});

for (const [what, fails] of [
  ['rolled back', false],
  ['written with a ban and rolled back', true],
] as const) {
  test(`an edit that was applied, ${what} is applied again`, () => {
    using world = aStartedWorld();
    world.edit(aBanlist({ UserEntries: [ban('steam_2')] }));
    const fault = new Error('of the work');
    if (fails) world.fail(new Error('no space'));
    const work = () => {
      world.bans.readEdits();
      if (!fails) throw fault;
      world.game.world.userBans.put(ban('steam_1'));
    };
    assert.throws(() => world.run(work), fails ? CommitError : fault);
    world.fail();
    assert.equal(world.game.world.userBans.size, 0);
    world.runOther();
    assert.equal(world.run(() => world.bans.readEdits()).tookEdit, true);
    assert.deepEqual(world.inFile(), ['steam_2']);
  });
}

/** Edits of the file after a ban was written into it and before the ban is committed. */
const EDITS: Record<string, (world: ReturnType<typeof aStartedWorld>, list: Banlist) => () => void> = {
  'an editor that had the file open': ({ editor }, list) => editor(list),
  'an editor that writes a new file': ({ path }, list) => {
    writeFileSync(`${path}.new`, JSON.stringify(list));
    return () => renameSync(`${path}.new`, path);
  },
};

for (const [name, prepare] of Object.entries(EDITS)) {
  for (const fault of [undefined, new Error('no space')]) {
    test(`an edit by ${name} during a ban is applied next${fault ? ', even if the commit fails' : ''}`, () => {
      using world = aStartedWorld();
      world.duringCommits(prepare(world, aBanlist({ UserEntries: [ban('steam_2')] })));
      world.fail(fault);
      const work = () => world.run(() => world.game.world.userBans.put(ban('steam_1')));
      if (fault === undefined) work();
      else assert.throws(work, CommitError);
      world.fail();
      world.duringCommits(() => {});
      assert.equal(world.run(() => world.bans.readEdits()).tookEdit, true);
      assert.deepEqual([world.inFile(), world.leftovers(), world.reports], [['steam_2'], [], []]);
    });
  }
}

test('a file that a crash left without its name is found at the start, with its edits', () => {
  using world = aStartedWorld();
  world.edit(aBanlist({ UserEntries: [ban('steam_2')], BannedMessage: 'Gone' }));
  renameSync(world.path, formerBanlistName(world.path));
  assert.equal(readBanlist(world.path, '').BannedMessage, 'Gone');
  world.run(() => world.bans.start());
  assert.equal(world.game.world.banlistHead.BannedMessage, 'Gone');
  assert.deepEqual([world.inFile(), world.leftovers()], [['steam_2'], []]);
});

const MANY = Array.from({ length: 2500 }, (_, at) => `steam_${at}`);

test('a long edit is applied in one turn and stored in parts; a start in between reads the file', async () => {
  for (const areStored of [true, false]) {
    using world = aStartedWorld();
    world.edit(aBanlist({ UserEntries: MANY.map(ban) }));
    await world.bans.prepare();
    assert.equal(world.game.world.userBans.size, 0);
    assert.equal(world.run(() => world.bans.readEdits()).tookEdit, true);
    assert.deepEqual([...world.game.world.userBans.keys()], MANY);
    if (areStored) world.runParts();
    const { stored, started } = world.restart();
    assert.deepEqual([stored, started], [areStored ? MANY : [], MANY]);
  }
});

test('a ban after a long edit is stored with all of it', async () => {
  using world = aStartedWorld();
  world.edit(aBanlist({ UserEntries: MANY.map(ban) }));
  await world.bans.prepare();
  world.run(() => world.bans.readEdits());
  world.fail(new Error('no space'));
  const more = () => world.run(() => world.game.world.userBans.put(ban('steam_more')));
  assert.throws(more, CommitError);
  world.fail();
  more();
  world.inFile();
  assert.deepEqual(world.restart().stored.sort(), [...MANY, 'steam_more'].sort());
});

test('a long edit that is invalid is named, and one that changes again is read again', async () => {
  using world = aStartedWorld();
  const users = MANY.map(ban);
  world.edit(aBanlist({ UserEntries: [...users, { ...ban('steam_x'), Active: 'yes' as never }] }));
  await world.bans.prepare();
  world.run(() => {
    world.bans.readEdits();
    assert.match(world.bans.unit.rejected ?? '', /UserEntries\.2500\.Active/);
  });
  world.edit(aBanlist({ UserEntries: users }));
  await world.bans.prepare();
  world.edit(aBanlist({ UserEntries: users.slice(1) }));
  world.run(() => world.bans.readEdits());
  assert.equal(world.game.world.userBans.size, MANY.length - 1);
});

test('the last file that was written is an edit when an operator brings it back', () => {
  using world = aStartedWorld();
  world.run(() => world.game.world.userBans.put(ban('steam_1')));
  const written = readFileSync(world.path);
  world.edit(aBanlist());
  world.run(() => world.bans.readEdits());
  writeFileSync(world.path, written);
  assert.deepEqual(world.restart(), { stored: [], started: ['steam_1'] });
});

test('a ban that would overwrite an edit is not committed, and the edit is applied next', () => {
  using world = aStartedWorld();
  world.edit(aBanlist({ UserEntries: [ban('steam_2')] }));
  assert.throws(() => world.run(() => world.game.world.userBans.put(ban('steam_1'))), BanlistWriteError);
  world.run(() => world.bans.readEdits());
  assert.deepEqual([...world.game.world.userBans.keys()], ['steam_2']);
});

test('an unrelated change neither reads nor writes the file', () => {
  using world = aStartedWorld();
  world.removeFile();
  world.runOther();
  assert.throws(() => world.inFile(), { code: 'ENOENT' });
  assert.equal(world.bans.unit.is, 'Idle');
});
