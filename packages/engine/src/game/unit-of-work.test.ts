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
import { operatorFiles } from '@palatine/data-dir/operator-files';
import { systemClock } from '@palatine/platform/clock';
import { sha256Of } from '@palatine/platform/read-file';
import { aBan, aBanlist } from '@palatine/testing/banlist-builder';
import { testFolder } from '@palatine/testing/test-folder';
import { aGameContext, aWorld } from '@palatine/world/testing';
import { createStore, openStore } from '../store/store.ts';
import { Bans } from './bans.ts';
import { BanlistWriteError, CommitError, GameMetrics, type UnitTools, unitOfWork } from './unit-of-work.ts';

const ban = (UserId: string): UserBan => aBan({ UserId });

/** A world started with an empty Banlist.json. */
function aStartedWorld() {
  const folder = testFolder();
  const [file, path] = [join(folder, 'world'), join(folder, 'Banlist.json')];
  createStore(file, aWorld());
  const store = openStore(file);
  const game = aGameContext(store.load());
  let fault: Error | undefined;
  let beforeCommit = () => {};
  const reports: string[] = [];
  const tools: UnitTools = {
    game,
    store: {
      ...store,
      commit(batch) {
        beforeCommit();
        if (fault !== undefined) throw fault;
        store.commit(batch);
      },
    },
    bans: new Bans(game, path, store.banlistDigests(), systemClock),
    files: operatorFiles({ path: folder, templates: folder, importRules: folder }),
    metrics: new GameMetrics(),
    discard: () => {},
    report: (message) => reports.push(message),
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

test('a missing file is written by the unit of work that checks it, and its digest is stored', () => {
  using world = aStartedWorld();
  world.run(() => world.game.world.userBans.put(ban('steam_1')));
  world.removeFile();
  world.runOther();
  world.run(() => world.bans.readEdits());
  assert.deepEqual(world.inFile(), ['steam_1']);
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

test('an edit that was applied and rolled back is applied again', () => {
  using world = aStartedWorld();
  world.edit(aBanlist({ UserEntries: [ban('steam_2')] }));
  const fault = new Error('of the work');
  const work = () => {
    world.bans.readEdits();
    throw fault;
  };
  assert.throws(() => world.run(work), fault);
  assert.equal(world.game.world.userBans.size, 0);
  world.runOther();
  assert.equal(world.run(() => world.bans.readEdits()).tookEdit, true);
  assert.deepEqual(world.inFile(), ['steam_2']);
});

test('an edit that was applied, written with a ban and rolled back is applied again', () => {
  using world = aStartedWorld();
  world.edit(aBanlist({ UserEntries: [ban('steam_2')] }));
  world.fail(new Error('no space'));
  const work = () => {
    world.bans.readEdits();
    world.game.world.userBans.put(ban('steam_1'));
  };
  assert.throws(() => world.run(work), CommitError);
  world.fail();
  assert.equal(world.run(() => world.bans.readEdits()).tookEdit, true);
  assert.deepEqual(world.inFile(), ['steam_2']);
});

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

test('bans are blocked for one unit of work', () => {
  using world = aStartedWorld();
  world.bans.block('the file cannot be written');
  world.run(() => assert.equal(world.bans.blocked, 'the file cannot be written'));
  assert.equal(world.bans.blocked, undefined);
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
  assert.equal(world.bans.inUse, false);
});
