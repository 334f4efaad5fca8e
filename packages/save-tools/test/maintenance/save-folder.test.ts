import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, dirname, join } from 'node:path';
import { test } from 'node:test';
import { sha256Of } from '@palatine/platform/read-file';
import { testFolder } from '@palatine/platform/testing';
import { findSaveFolders } from '@palatine/save/folder-files';
import { CLOSED_PORT, contentsOf, filesBelow } from '@palatine/testing/folder-contents';
import { isRefused } from '@palatine/testing/run-cli';
import { aWorldFolder, changedFilesOf, NOW_MS, SAVED_AT_MS, WORLD } from '@palatine/testing/save-folders';
import { copySaveFolder } from '../../src/folder/copy-save-folder.ts';
import { settleInterrupted } from '../../src/folder/edit-journal.ts';
import { installSave, undoSave } from '../../src/folder/install-files.ts';
import { digestSave } from '../../src/folder/save-files.ts';
import { assertNotInterrupted, lockSave } from '../../src/folder/save-folder.ts';

const root = testFolder();

let worlds = 0;
const aWorld = () => aWorldFolder(join(root, `${worlds++}`));
const ROOT_ONLY = process.geteuid?.() !== 0 && 'only root can give files to another user';
const NOBODY = 65_534;
const running = { restPort: CLOSED_PORT };

/** Installs changed files. @returns the backup. */
function edit(world: string, { mark = 1, nowMs = NOW_MS, step = (_did: string) => {} } = {}): string {
  using save = lockSave(world);
  const facts = { nowMs, command: 'save give', expected: digestSave(world), step };
  return installSave(save, changedFilesOf(world, mark), facts).backup;
}

async function undo(world: string, nowMs = Date.now()) {
  using save = lockSave(world);
  return await undoSave(save, { nowMs, ...running });
}

async function finish(world: string, options = running) {
  using save = lockSave(world);
  return (await settleInterrupted(save, options))?.message;
}

/** Stops an edit after a step, as if the process had been killed there. */
function interrupt(world: string, at: string): void {
  // An error would be cleaned up, so the state of that moment is moved aside and restored.
  const copy = `${dirname(world)}-stopped`;
  const stop = (did: string) => {
    if (did.startsWith(at)) cpFolder(dirname(world), copy);
  };
  edit(world, { step: stop });
  rmSync(dirname(world), { recursive: true });
  cpFolder(copy, dirname(world));
  rmSync(copy, { recursive: true });
}

function cpFolder(from: string, to: string): void {
  for (const path of filesBelow(from)) {
    mkdirSync(dirname(join(to, path)), { recursive: true });
    writeFileSync(join(to, path), readFileSync(join(from, path)));
    chmodSync(join(to, path), lstatSync(join(from, path)).mode);
  }
}

test('changed files are installed with the former modes, owners and names, and nothing else changes', async () => {
  const world = await aWorld();
  const changed = changedFilesOf(world);
  const [player = ''] = [...changed.keys()].filter((path) => path.startsWith('Players/'));
  chmodSync(join(world, 'Level.sav'), 0o640);
  chmodSync(join(world, player), 0o444);
  if (!ROOT_ONLY) chownSync(join(world, 'Level.sav'), 1234, 5678);
  const before = contentsOf(world);
  const times = filesBelow(world).map((path) => lstatSync(join(world, path)).mtimeMs);
  assert.ok(times.every((ms) => ms === SAVED_AT_MS));
  edit(world);
  const after = contentsOf(world);
  assert.deepEqual([...after.keys()], [...before.keys()]);
  for (const [path, content] of before) {
    const bytes = changed.get(path);
    const [mode, owner] = content.split(' ');
    assert.equal(after.get(path), bytes === undefined ? content : `${mode} ${owner} ${sha256Of(bytes)}`);
    if (bytes === undefined) assert.equal(lstatSync(join(world, path)).mtimeMs, SAVED_AT_MS, path);
  }
});

test('the former files are kept beside the world folder, by its name and the time, with a manifest', async () => {
  const world = await aWorld();
  const digests = digestSave(world);
  const before = contentsOf(world);
  const backup = edit(world);
  assert.equal(backup, join(dirname(world), 'palatine-backups', WORLD, '20260712T000000Z'));
  const backedUp = contentsOf(backup);
  assert.deepEqual([...backedUp.keys()].sort(), [...digests.keys(), 'palatine-backup.json'].sort());
  for (const path of digests.keys()) {
    assert.equal(backedUp.get(path), before.get(path));
    assert.equal(lstatSync(join(backup, path)).mtimeMs, SAVED_AT_MS);
    assert.notEqual(lstatSync(join(backup, path)).ino, lstatSync(join(world, path)).ino, 'no hard links');
  }
  const manifest = JSON.parse(readFileSync(join(backup, 'palatine-backup.json'), 'utf8'));
  const { format, doing, world: name, madeAt, command, version } = manifest;
  assert.deepEqual([format, doing, name, madeAt], [1, 'edit', WORLD, '2026-07-12T00:00:00.000Z']);
  assert.deepEqual([command, version], ['save give', '0.1.0']);
  const states = [...digests.values()].map(({ changedAtMs, ...state }) => state);
  assert.deepEqual(manifest.before, states);
  assert.deepEqual(manifest.changes.at(-1), {
    path: 'Level.sav',
    before: digests.get('Level.sav')?.sha256,
    after: sha256Of(readFileSync(join(world, 'Level.sav'))),
  });
  const paths = (await findSaveFolders(dirname(world))).map(({ path }) => path);
  assert.deepEqual(paths, [WORLD], 'not a world');
});

test('the backups of two worlds in one folder never mix', async () => {
  const first = await aWorldFolder(join(root, 'both'), WORLD);
  const second = await aWorldFolder(join(root, 'both'), 'D09CACDB477D6CE562170AA79C524138');
  const before = [contentsOf(first), contentsOf(second)];
  edit(first);
  edit(second, { mark: 2 });
  await undo(first);
  assert.deepEqual(contentsOf(first), before[0]);
  assert.notDeepEqual(contentsOf(second), before[1]);
  await undo(second);
  assert.deepEqual(contentsOf(second), before[1]);
});

test('an undo restores the former files, and can be undone', async () => {
  const world = await aWorld();
  const states = [contentsOf(world)];
  edit(world);
  states.push(contentsOf(world));
  const first = await undo(world);
  assert.deepEqual(first.undone, { doing: 'edit', command: 'save give', madeAt: '2026-07-12T00:00:00.000Z' });
  assert.equal(first.files.at(-1), 'Level.sav');
  assert.deepEqual(contentsOf(world), states[0]);
  const second = await undo(world);
  assert.equal(second.undone.doing, 'undo');
  assert.deepEqual(contentsOf(world), states[1]);
  await undo(world);
  assert.deepEqual(contentsOf(world), states[0]);
});

test('an undo refuses a backup with a link, a pipe or a name that leads out, and changes nothing', async (t) => {
  const linked = (path: string) => (backup: string) => {
    renameSync(join(backup, path), `${backup}.secret`); // its digest is in the manifest
    symlinkSync(`${backup}.secret`, join(backup, path));
  };
  const cases: Record<string, [(backup: string) => void, RegExp]> = {
    link: [linked('Level.sav'), /is damaged: Level\.sav is a link$/],
    'linked folder': [linked('Players'), /is damaged: Players is a link$/],
    pipe: [
      (backup) => {
        rmSync(join(backup, 'Level.sav'));
        execFileSync('mkfifo', [join(backup, 'Level.sav')]);
      },
      /Level\.sav is a named pipe, not a file$/,
    ],
    'name that leads out': [
      (backup) => changeManifest(backup, '"Level.sav"', '"../Level.sav"'),
      /palatine-backup\.json is damaged/,
    ],
    'backup of another world': [
      (backup) => changeManifest(backup, `"${WORLD}"`, `"${'A'.repeat(32)}"`),
      /is of the world A{32}, not of /,
    ],
  };
  for (const [name, [attack, message]] of Object.entries(cases)) {
    await t.test(name, { skip: process.platform === 'win32' && 'no pipes or links there' }, async () => {
      const world = await aWorld();
      attack(edit(world));
      const before = contentsOf(world);
      await assert.rejects(undo(world), { name: /ConfigError|UnreadableFileError/, message });
      assert.deepEqual(contentsOf(world), before);
    });
  }
});

function changeManifest(backup: string, from: string, to: string): void {
  const file = join(backup, 'palatine-backup.json');
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll(from, to));
}

test('an undo is refused when the game has saved the world since, and says how to restore by hand', async () => {
  const world = await aWorld();
  await assert.rejects(undo(world), /has no backup/);
  const backup = edit(world);
  appendFileSync(join(world, 'Level.sav'), 'played');
  const played = contentsOf(world);
  await assert.rejects(undo(world), (error: Error) => {
    assert.equal(error.name, 'ConfigError');
    const since = /has changed since the edit of 2026-07-12 00:00:00 UTC \(palatine save give\)/;
    assert.match(error.message, since);
    assert.match(error.message, /Level.sav has changed; the game has saved the world since/);
    assert.ok(error.message.includes(backup));
    return true;
  });
  assert.deepEqual(contentsOf(world), played);
});

test('an undo after a restore by hand, and one from a damaged backup, are refused', async () => {
  const world = await aWorld();
  const backup = edit(world);
  const edited = contentsOf(world);
  writeFileSync(join(backup, 'Level.sav'), 'damaged');
  await assert.rejects(undo(world), /is damaged: Level.sav is not what was backed up/);
  assert.deepEqual(contentsOf(world), edited);
  for (const [path] of changedFilesOf(world)) {
    writeFileSync(join(world, path), readFileSync(join(world, path)).subarray(0, -100));
  }
  await assert.rejects(undo(world), /is already as it was before the edit .*; there is nothing to undo/);
  writeFileSync(join(backup, 'palatine-backup.json'), '{}');
  await assert.rejects(undo(world), /palatine-backup.json is damaged, or was written by a newer version/);
});

test('an edit of files that have changed since they were read replaces nothing and leaves nothing', async () => {
  const world = await aWorld();
  using save = lockSave(world);
  const expected = digestSave(world);
  const changed = changedFilesOf(world);
  const facts = { nowMs: NOW_MS, command: 'save give', expected };
  writeFileSync(join(world, 'LevelMeta.sav'), 'by the game');
  const before = contentsOf(world);
  const differs = /no longer the save that was read: LevelMeta.sav has changed/;
  assert.throws(() => installSave(save, changed, facts), differs);
  assert.deepEqual(contentsOf(world), before);
  assert.deepEqual(readdirSync(save.backups), ['edit.lock']);
  const late = { ...facts, expected: digestSave(world), step: writeLate };
  function writeLate(did: string): void {
    if (did === 'wrote the manifest of the backup') appendFileSync(join(world, 'LevelMeta.sav'), '!');
  }
  assert.throws(() => installSave(save, changed, late), /LevelMeta.sav has changed/);
  assert.deepEqual(readdirSync(save.backups), ['edit.lock']);
  assert.equal(readFileSync(join(world, 'LevelMeta.sav'), 'utf8'), 'by the game!');
});

test('a program that writes the save during an edit keeps what it wrote, and the edit never mixes with it', async () => {
  const steps: string[] = [];
  edit(await aWorld(), { step: (did) => steps.push(did) });
  const end = steps.indexOf('settled the backup'); // the edit is whole: a later write is one after it
  for (const [index, at] of steps.entries()) {
    for (const path of ['Level.sav', 'Players/', 'LevelMeta.sav', `Players/${'A'.repeat(32)}.sav`]) {
      const world = await aWorld();
      const changed = changedFilesOf(world);
      const [file = path] = [...changed.keys()].filter((key) => path === 'Players/' && key.startsWith(path));
      const whole = contentsOf(world);
      let count = 0;
      const step = () => {
        if (count++ !== index) return;
        writeFileSync(join(world, `${file}.tmp`), 'by the game', { mode: 0o644 });
        renameSync(join(world, `${file}.tmp`), join(world, file));
        whole.set(file, contentsOf(world).get(file) ?? '');
      };
      const where = `${file} at ${index}, ${at}`;
      if (index >= end) {
        edit(world, { step });
        assert.equal(contentsOf(world).get(file), whole.get(file), where);
        continue;
      }
      assert.throws(
        () => edit(world, { step }),
        { name: 'ConfigError', message: /(has changed|is new)/ },
        where,
      );
      assert.deepEqual(contentsOf(world), new Map([...whole].sort()), where);
      assert.equal(await finish(world), undefined, where);
    }
  }
});

test('only existing, editable files are replaced', async () => {
  const world = await aWorld();
  using save = lockSave(world);
  const facts = { nowMs: NOW_MS, command: 'save give', expected: digestSave(world) };
  const before = contentsOf(dirname(world));
  for (const path of ['WorldOption.sav', '../other.sav', `Players/${'A'.repeat(32)}.sav`]) {
    assert.throws(() => installSave(save, new Map([[path, Buffer.from('x')]]), facts), {
      name: 'ConfigError',
      message: /is not a file that an edit writes|was not there when the save was read/,
    });
  }
  const takenAway = new Map([['LevelMeta.sav', null]]);
  assert.throws(() => installSave(save, takenAway, facts), /would be removed, which no edit does/);
  assert.deepEqual(contentsOf(dirname(world)), before);
});

/** Fails once, or always, after a player's file was installed. */
function failing(times: number): (did: string) => void {
  let remaining = times;
  return (did) => {
    if (did.startsWith('replaced Players/') && remaining-- > 0)
      throw new Error('EBUSY: resource busy or locked');
  };
}

test('a rename refused half way rolls the edit back', async () => {
  const world = await aWorld();
  const before = contentsOf(world);
  assert.throws(() => edit(world, { step: failing(1) }), {
    name: 'ConfigError',
    message: /EBUSY: resource busy or locked; the edit was rolled back, and the save is as it was/,
  });
  assert.deepEqual(contentsOf(world), before);
  assert.equal(await finish(world), undefined);
  await assert.rejects(undo(world), /has no backup/);
});

test('an edit that cannot be rolled back at once is undone by the next command', async () => {
  const world = await aWorld();
  const before = contentsOf(world);
  const half =
    /the edit is half done .* could not be rolled back .*; do not start the game: the next palatine command/;
  assert.throws(() => edit(world, { step: failing(2) }), half);
  const undone = /was interrupted, and has been undone: the save is as it was before/;
  assert.match((await finish(world)) ?? '', undone);
  assert.deepEqual(contentsOf(world), before);
  await assert.rejects(undo(world), /has no backup/);
});

test('files of another user, and folders that may not be written, are refused before anything is written', {
  skip: ROOT_ONLY,
}, async () => {
  const world = await aWorld();
  for (let folder = world; folder.startsWith(root); folder = dirname(folder)) chmodSync(folder, 0o755);
  const before = contentsOf(dirname(world));
  const refused = (message: RegExp) => {
    process.seteuid?.(NOBODY);
    try {
      assert.throws(() => edit(world), { name: 'ConfigError', message });
    } finally {
      process.seteuid?.(0);
    }
    assert.deepEqual(contentsOf(dirname(world)), before);
  };
  const reason =
    /are kept in .*palatine-backups.*, which cannot be written .*; run the command as the owner of the save/;
  refused(reason);
  chmodSync(dirname(world), 0o777);
  refused(/belongs to the user 0, and this command runs as 65534; run it as the owner/);
  for (const path of filesBelow(world)) chownSync(join(world, path), NOBODY, NOBODY);
  for (const [path, content] of contentsOf(dirname(world))) before.set(path, content);
  refused(/cannot be written by this user \(EACCES\); write a copy with --to/);
});

test('leftovers of an edit that replaced nothing are removed, and no foreign files', async () => {
  const world = await aWorld();
  const before = contentsOf(world);
  const [player = ''] = [...changedFilesOf(world).keys()].filter((path) => path.startsWith('Players/'));
  const foreign = ['Level.sav.tmp', 'notes.writing', 'backup/Level.sav.1-0123456789ab.writing'];
  for (const path of foreign) writeFileSync(join(world, path), path);
  for (const path of ['Level.sav', player, 'palatine-edit.json']) {
    writeFileSync(join(world, `${path}.4711-0123456789ab.writing`), 'half');
  }
  const backups = join(dirname(world), 'palatine-backups', WORLD);
  mkdirSync(join(backups, '20260712T000000Z.making', 'Players'), { recursive: true });
  mkdirSync(join(backups, 'kept by hand'));
  assert.match(
    (await finish(world)) ?? '',
    /was interrupted before it replaced a file; what it had written was removed, and the save is as it was/,
  );
  for (const path of foreign) {
    assert.equal(readFileSync(join(world, path), 'utf8'), path);
    rmSync(join(world, path));
  }
  assert.deepEqual(contentsOf(world), before);
  assert.deepEqual(readdirSync(backups), ['edit.lock', 'kept by hand']);
  assert.equal(await finish(world), undefined);
});

test('an interrupted edit waits until no game server runs', async () => {
  const world = await aWorld();
  interrupt(world, 'replaced Players/');
  const half = contentsOf(world);
  const server = createServer((_request, response) => response.writeHead(401).end('Unauthorized'));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port: restPort } = server.address() as AddressInfo; // of a TCP server
  await assert.rejects(finish(world, { restPort }), /a game server is running/);
  assert.deepEqual(contentsOf(world), half);
  server.close();
  const finished =
    /The edit of 2026-07-12 00:00:00 UTC \(palatine save give\) was interrupted, and has been finished/;
  assert.match((await finish(world)) ?? '', finished);
});

test('a save whose edit was interrupted is not imported', async () => {
  const world = await aWorld();
  interrupt(world, 'replaced Players/');
  await isRefused(
    ['world', 'import', world, '--data', join(root, 'data')],
    /an edit of .* was interrupted, so its files do not belong together/,
  );
});

test('an interrupted edit is neither finished nor undone over newer files of the game', async () => {
  for (const path of ['Level.sav', 'LevelMeta.sav']) {
    const world = await aWorld();
    interrupt(world, 'replaced Players/');
    assert.throws(() => assertNotInterrupted(world), /was interrupted, so its files do not belong together/);
    writeFileSync(join(world, path), 'by the game');
    const played = contentsOf(world);
    await assert.rejects(finish(world), (error: Error) => {
      assert.match(error.message, new RegExp(`written by something else since: ${path} has changed`));
      const back = /copy the files of .*20260712T000000Z over it; to keep the save as it is now/;
      assert.match(error.message, back);
      assert.match(error.message, /Then remove .*palatine-edit.json, .*Level.sav\..*writing/);
      return true;
    });
    assert.deepEqual(contentsOf(world), played);
  }
});

test('a damaged journal, and one that leads out of the folder, stop every edit', async () => {
  const world = await aWorld();
  interrupt(world, 'wrote the journal');
  const file = join(world, 'palatine-edit.json');
  const journal = JSON.parse(readFileSync(file, 'utf8'));
  const [replacement] = journal.replacements;
  for (const bad of [
    '{',
    JSON.stringify({ ...journal, format: 2 }),
    JSON.stringify({ ...journal, backup: '../..' }),
    JSON.stringify({ ...journal, replacements: [{ ...replacement, path: '../Level.sav' }] }),
    JSON.stringify({ ...journal, replacements: [{ ...replacement, temporary: 'WorldOption.sav' }] }),
  ]) {
    writeFileSync(file, bad);
    const before = contentsOf(world);
    const damaged = /palatine-edit.json is damaged, .*restore the files of the last backup/;
    await assert.rejects(finish(world), damaged);
    assert.deepEqual(contentsOf(world), before);
  }
});

test('a copy has the changed files, and everything else with its mode and time', async () => {
  const world = await aWorld();
  chmodSync(join(world, 'WorldOption.sav'), 0o600);
  chmodSync(join(world, 'Players'), 0o555);
  writeFileSync(join(world, 'Level.sav.1-0123456789ab.writing'), 'left by an edit');
  const changed = changedFilesOf(world);
  const before = contentsOf(world);
  const to = join(root, 'copies', 'one');
  copySaveFolder(world, to, changed, { expected: digestSave(world) });
  assert.deepEqual(contentsOf(world), before);
  chmodSync(join(world, 'Players'), 0o755); // so that any user can remove it
  before.delete('Level.sav.1-0123456789ab.writing');
  const copy = contentsOf(to);
  assert.deepEqual([...copy.keys()], [...before.keys()]);
  for (const [path, content] of before) {
    const bytes = changed.get(path);
    const [mode, owner, digest] = content.split(' ');
    assert.equal(copy.get(path), `${mode} ${owner} ${bytes ? sha256Of(bytes) : digest}`, path);
    if (!changed.has(path)) assert.equal(lstatSync(join(to, path)).mtimeMs, SAVED_AT_MS, path);
  }
  assert.equal(lstatSync(join(to, 'Players')).mode & 0o777, 0o755, 'its owner can write the copy');
  assert.deepEqual(readdirSync(join(root, 'copies')), ['one']);
});

test('a copy is refused onto an existing target, into itself, of links, and of a save that has changed', async () => {
  const world = await aWorld();
  const expected = digestSave(world);
  const before = contentsOf(world);
  const changed = changedFilesOf(world);
  const copies = join(root, 'refused');
  mkdirSync(join(copies, 'empty'), { recursive: true });
  mkdirSync(join(copies, 'full'));
  writeFileSync(join(copies, 'full', 'file'), '');
  symlinkSync(copies, join(copies, 'link'));
  const refused = (to: string, message: RegExp) =>
    assert.throws(() => copySaveFolder(world, to, changed, { expected }), { name: 'ConfigError', message });
  refused(join(copies, 'full'), /full is not empty; name a folder that does not exist yet/);
  refused(join(copies, 'full', 'file'), /is a file/);
  refused(join(copies, 'link'), /is a link/);
  refused(world, /is not empty/);
  refused(join(world, 'copy'), /contain one another/);
  symlinkSync('/etc/passwd', join(world, 'notes'));
  refused(join(copies, 'new'), /notes is a link or a special file, which is not copied/);
  rmSync(join(world, 'notes'));
  assert.deepEqual(contentsOf(world), before);
  writeFileSync(join(world, 'LevelMeta.sav'), 'by the game');
  refused(join(copies, 'new'), /no longer the save that was read: LevelMeta.sav has changed/);
  assert.deepEqual(readdirSync(copies).sort(), ['empty', 'full', 'link']);
  copySaveFolder(world, join(copies, 'empty'), changed, { expected: digestSave(world) });
  assert.equal(basename(filesBelow(join(copies, 'empty'))[0] ?? ''), 'Level.sav');
});

test('the copied files of a read-only save can be written by their owner', async () => {
  const world = await aWorld();
  const changed = changedFilesOf(world);
  const files = filesBelow(world);
  for (const file of files) chmodSync(join(world, file), 0o444);
  const to = join(root, 'writable');
  copySaveFolder(world, to, changed, { expected: digestSave(world) });
  for (const file of filesBelow(to)) assert.equal(lstatSync(join(to, file)).mode & 0o777, 0o644, file);
  for (const file of files) assert.equal(lstatSync(join(world, file)).mode & 0o777, 0o444, file);
});

test('a copy of a save whose edit was interrupted is refused', async () => {
  const world = await aWorld();
  const changed = changedFilesOf(world);
  interrupt(world, 'replaced Players/');
  const facts = { expected: digestSave(world) };
  const refused = /was interrupted, so its files do not belong together; run "palatine save undo"/;
  assert.throws(() => copySaveFolder(world, join(root, 'half'), changed, facts), refused);
});
