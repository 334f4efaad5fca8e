import assert from 'node:assert/strict';
import { existsSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { readBaseStates } from '@palatine/engine/base-states';
import { loadWorld } from '@palatine/engine/store';
import { readSaveFolder } from '@palatine/save/read-save-folder';
import { SOUND } from '@palatine/save/testing';
import {
  aCopyOfWorld,
  applied,
  aWorldOf,
  CHEST_OF_GAME,
  chestOf,
  fullInventory,
  type Installation,
  itemsOfZoe,
  stonesInWorld,
} from '@palatine/testing/applied-worlds';
import { contentsOf } from '@palatine/testing/folder-contents';
import { isRefused, runCommand, runJson, succeeds } from '@palatine/testing/run-cli';
import { settle } from '@palatine/testing/sound-save-folders';
import { startProcess } from '@palatine/testing/start-process';

const imported = await aWorldOf();
after(() => imported[Symbol.dispose]());

/** A copy in whose world Zoe has got 5 Wood since the import. */
async function aGrant() {
  const installation = aCopyOfWorld(imported);
  await installation.grant([{ ItemID: 'Wood', Count: 5 }]);
  return installation;
}

async function cannotBeApplied(installation: Installation, message: RegExp): Promise<void> {
  const { code, text } = await applied(installation);
  assert.equal(code, 1);
  assert.match(text, message);
}

interface WorldInfo {
  base: { folder: string } | null;
  pendingChangeCount: number | null;
}

test('world info says which save the world comes from, and how many changes wait for it', async () => {
  using installation = aCopyOfWorld(imported);
  const info = async () => (await runJson<WorldInfo>(['world', 'info', '--data', installation.data])).answer;
  assert.deepEqual([(await info()).base?.folder, (await info()).pendingChangeCount], [installation.save, 0]);
  await installation.grant([{ ItemID: 'Wood', Count: 5 }]);
  assert.equal((await info()).pendingChangeCount, 1);
  await applied(installation);
  assert.equal((await info()).pendingChangeCount, 0);
});

test('what a service has granted is in the save after an apply, and a second apply has nothing to do', async () => {
  using installation = await aGrant();
  const before = contentsOf(installation.save);
  const first = await applied(installation);
  assert.equal(first.code, 0, first.text);
  assert.deepEqual(first.answer.files, ['Level.sav']);
  assert.ok(existsSync(String(first.answer.backup)));
  assert.deepEqual(await itemsOfZoe(installation.save), [['Wood', 5]]);
  const unchanged = [...before.keys()].filter((path) => path !== 'Level.sav');
  const after = contentsOf(installation.save);
  for (const path of unchanged) assert.equal(after.get(path), before.get(path), path);
  const second = await applied(installation);
  assert.equal(second.code, 0, second.text);
  assert.equal(second.answer.written, false);
  assert.deepEqual(contentsOf(installation.save), after);
});

test('grants of every kind reach the save in one apply, and further ones in the next', async () => {
  using installation = aCopyOfWorld(imported);
  await installation.grant([
    { ItemID: 'Wood', Count: 5 },
    { ItemID: 'AssaultRifle_Default1', Count: 1 },
  ]);
  await installation.post(`give/pals/${installation.zoe}`, { Pals: [{ PalID: 'SheepBall', Level: 7 }] });
  await installation.post(`give/progression/${installation.zoe}`, { TechnologyPoints: 3 });
  assert.equal((await applied(installation)).code, 0);
  assert.equal((await applied(installation)).answer.written, false);
  await installation.grant([{ ItemID: 'Stone', Count: 2 }]);
  assert.equal((await applied(installation)).answer.written, true);
  const items = new Map(await itemsOfZoe(installation.save));
  assert.deepEqual([items.get('Wood'), items.get('Stone')], [5, 2]);
  const { characters } = await readSaveFolder(installation.save);
  assert.equal(characters.filter(({ characterId }) => /^sheepball$/i.test(characterId)).length, 1);
});

test('a dry run lists what would change and writes nothing, neither in the save nor in the data folder', async () => {
  using installation = await aGrant();
  const [save, states] = [contentsOf(installation.save), readBaseStates(installation.world)];
  const { code, answer } = await applied(installation, '--dry-run');
  assert.equal(code, 0);
  assert.equal(answer.written, false);
  assert.ok(answer.records.some(({ section }) => section === 'ItemContainerSaveData'));
  assert.deepEqual(contentsOf(installation.save), save);
  assert.deepEqual(readBaseStates(installation.world), states);
});

test('a copy gets the changes, the save stays, and neither gets them twice', async () => {
  using installation = await aGrant();
  const before = contentsOf(installation.save);
  const copy = join(installation.above, 'copy');
  assert.equal((await applied(installation, '--to', copy)).answer.save, copy);
  assert.deepEqual(contentsOf(installation.save), before);
  settle(copy);
  const again = await applied({ ...installation, save: copy });
  assert.equal(again.answer.written, false, again.text);
  assert.deepEqual(await itemsOfZoe(copy), [['Wood', 5]]);
  const original = await applied(installation);
  assert.equal(original.answer.written, true, original.text);
  assert.deepEqual(await itemsOfZoe(installation.save), [['Wood', 5]]);
});

test('once a copy has the changes, a save that the game has written since is refused: it may come from that copy', async () => {
  using installation = await aGrant();
  await applied(installation, '--to', join(installation.above, 'copy'));
  await installation.gameSaves();
  const before = contentsOf(installation.save);
  await cannotBeApplied(installation, /were written into the copy .*world import .* --replace/);
  assert.deepEqual(contentsOf(installation.save), before);
});

test('changes are applied to what the game has saved since, which becomes the world of the data folder', async () => {
  using installation = await aGrant();
  await installation.post(`give/progression/${installation.zoe}`, { TechnologyPoints: 3 });
  await installation.gameSaves();
  const { code, answer, text } = await applied(installation);
  assert.equal(code, 0, text);
  assert.deepEqual([answer.replayed, answer.rejected], [true, []]);
  assert.match(String(answer.keptAside), /^world-.*\.db$/);
  assert.deepEqual(await itemsOfZoe(installation.save), [['Wood', 5]]);
  assert.deepEqual(await chestOf(installation.save), CHEST_OF_GAME);
  assert.equal(stonesInWorld(installation), 3);
  const after = contentsOf(installation.save);
  const again = await applied(installation);
  assert.deepEqual([again.code, again.answer.written, again.answer.replayed], [0, false, false], again.text);
  assert.deepEqual(contentsOf(installation.save), after);
  const audit = await runCommand(['audit', '--data', installation.data]);
  assert.match(audit.stdout, /palatine save apply/);
  assert.match(audit.stdout, /give\/items/);
});

test('a change that no longer fits is listed and nothing is written, until it is to be left out', async () => {
  using installation = await aGrant();
  await installation.post(`learntech/${installation.zoe}`, { Technology: ['Product_Axe_Grade_01'] });
  await installation.gameSaves([fullInventory()]);
  const [save, states] = [contentsOf(installation.save), readBaseStates(installation.world)];
  const stopped = await applied(installation);
  assert.equal(stopped.code, 1);
  assert.equal(stopped.answer.written, false);
  assert.match(stopped.answer.rejected.join('\n'), /^5 Wood for Zo/);
  assert.deepEqual(contentsOf(installation.save), save);
  assert.deepEqual(readBaseStates(installation.world), states);
  const skipped = await applied(installation, '--skip');
  assert.deepEqual([skipped.code, skipped.answer.written], [0, true], skipped.text);
  assert.deepEqual(skipped.answer.rejected, stopped.answer.rejected);
  const { players } = await readSaveFolder(installation.save);
  const { unlockedTechnologies = [] } = players.find(({ uid }) => uid === SOUND.zoe) ?? {};
  assert.ok(unlockedTechnologies.includes('Product_Axe_Grade_01'));
  assert.equal((await applied(installation)).answer.written, false);
});

test('a save that only the game has changed needs no apply, and the world stays', async () => {
  using installation = aCopyOfWorld(imported);
  await installation.gameSaves();
  const save = contentsOf(installation.save);
  const { code, answer, text } = await applied(installation);
  assert.deepEqual([code, answer.written, answer.keptAside], [0, false, null], text);
  assert.deepEqual(contentsOf(installation.save), save);
});

for (const replayed of [false, true]) {
  const onto = replayed ? 'to what the game has saved since' : 'to the save of the import';
  test(`an apply ${onto} that was undone says so, and writes its changes again`, async () => {
    using installation = await aGrant();
    if (replayed) await installation.gameSaves();
    await applied(installation);
    await succeeds(['save', 'undo', installation.save]);
    assert.deepEqual(await itemsOfZoe(installation.save), []);
    const { code, answer, text } = await applied(installation);
    assert.equal(code, 0, text);
    assert.match(answer.notes.join(' '), /was undone, so its changes are pending again/);
    assert.deepEqual(await itemsOfZoe(installation.save), [['Wood', 5]]);
    if (replayed) assert.deepEqual(await chestOf(installation.save), CHEST_OF_GAME);
    assert.equal((await applied(installation)).answer.written, false);
  });
}

test('changes that were undone are not applied again once the game has written the save', async () => {
  using installation = await aGrant();
  await applied(installation);
  await succeeds(['save', 'undo', installation.save]);
  await installation.gameSaves();
  await cannotBeApplied(installation, /was undone at .* and the game has written/);
});

test('a restored backup of before an apply does not write the changes a second time', async () => {
  using installation = await aGrant();
  const backup = join(installation.above, 'backup');
  await succeeds(['world', 'backup', backup, '--data', installation.data]);
  await applied(installation);
  await succeeds(['world', 'restore', backup, '--replace', '--data', installation.data]);
  const after = contentsOf(installation.save);
  await cannotBeApplied(installation, /already, from a world that this one has replaced/);
  const elsewhere: Installation = { ...installation, data: join(installation.above, 'elsewhere') };
  await succeeds(['world', 'restore', backup, '--data', elsewhere.data]);
  await cannotBeApplied(elsewhere, /already, from another data folder/);
  assert.deepEqual(contentsOf(installation.save), after);
});

test('a running server, a save in use, a demo world and a world without a base are refused by name', async () => {
  using installation = aCopyOfWorld(imported);
  {
    await using _server = await startProcess(['--data', installation.data, '--no-simulate']);
    await cannotBeApplied(installation, /another server is using the data folder .*stop it first/);
  }
  await installation.grant([{ ItemID: 'Wood', Count: 5 }]);
  const now = new Date();
  utimesSync(join(installation.save, 'Level.sav'), now, now);
  await cannotBeApplied(installation, /changed \d+ seconds? ago/);
  settle(installation.save);
  installation.changeRecords((database) => database.exec('delete from bases'));
  const expected = /does not hold the save that it was imported from.*world import DIR --replace/;
  await cannotBeApplied(installation, expected);
  const demo = { ...installation, data: join(installation.above, 'demo') };
  const sizes = ['--demo', 'players=2,palsPerPlayer=1'];
  await succeeds(['world', 'demo', ...sizes, '--data', demo.data]);
  await cannotBeApplied(demo, /is a demo world/);
});

test('a change that no save holds is refused by name, and the save stays as it is', async () => {
  using installation = await aGrant();
  const bodies = [...loadWorld(installation.world).world.characters.values()].filter(
    (character) => character.playerUid !== null,
  );
  installation.changeRecords((database) => {
    const replace = database.prepare('update characters set record = ? where key = ?');
    for (const body of bodies) replace.run(JSON.stringify({ ...body, unusedStatusPoints: 70_000 }), body.id);
  });
  const before = contentsOf(installation.save);
  await cannotBeApplied(installation, /70,000 unused status points/);
  assert.deepEqual(contentsOf(installation.save), before);
  assert.equal(readBaseStates(installation.world)?.pending, undefined);
});

test('a world that another version has imported otherwise is refused', async () => {
  using installation = aCopyOfWorld(imported);
  installation.changeRecords((database) => database.exec("update bases set records = 'other'"));
  await installation.grant([{ ItemID: 'Wood', Count: 5 }]);
  await cannotBeApplied(installation, /reads the save otherwise/);
});

test('the world of a folder that is attached to a game server is not applied', async () => {
  using installation = aCopyOfWorld(imported);
  writeFileSync(join(installation.data, 'Server.json'), JSON.stringify({ SaveFolder: installation.save }));
  const before = contentsOf(installation.save);
  const args = ['save', 'apply', '--data', installation.data, '--save', installation.save];
  await isRefused(args, /attached to a game server.*palatine server deliver/);
  assert.deepEqual(contentsOf(installation.save), before);
  const { answer } = await runJson<WorldInfo>(['world', 'info', '--data', installation.data]);
  assert.equal(answer.pendingChangeCount, null);
});
