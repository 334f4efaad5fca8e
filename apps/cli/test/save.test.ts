import assert from 'node:assert/strict';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { shellWord } from '@palatine/platform/format';
import { HOST_NOTE, HOST_UID } from '@palatine/save/folder-files';
import { readSaveFolder } from '@palatine/save/read-save-folder';
import type { SaveWorld } from '@palatine/save/save-types';
import { SOUND, twoPlayersOneCamp, writeSaveFolder } from '@palatine/save/testing';
import { contentsOf } from '@palatine/testing/folder-contents';
import { pluck } from '@palatine/testing/pluck';
import { runCommand, runJson, succeeds } from '@palatine/testing/run-cli';
import { aSaveFolder, fillSaveFolder, newSaveFolder, settle } from '@palatine/testing/sound-save-folders';

const ZOE = SOUND.zoe.replaceAll('-', '');
/** The container of Zoe's Items in the sound save. */
const ITEMS = '000003E8-00000000-00000000-0000ABCD';

interface Report {
  written: boolean;
  save: string;
  did: string;
  details: object;
  era: string;
  files: string[];
  records: { file: string; section: string; id: string; what: string; change: string }[];
  changedBytes: number;
  gvasBytes: number;
  backup: string | null;
  undo: string | null;
  next: string | null;
}

/** Runs a command of `palatine save`, and requires that it succeeds. */
async function done(args: readonly string[]): Promise<Report> {
  const { stdout } = await succeeds(['save', ...args, '--json']);
  return JSON.parse(stdout) as Report;
}

/** Runs a command of `palatine save`, and requires that it fails. @returns its message. */
async function refused(args: readonly string[], exitCode = 1): Promise<string> {
  const { code, stdout } = await runCommand(['save', ...args, '--json']);
  assert.equal(code, exitCode, `${args.join(' ')}: ${stdout}`);
  return (JSON.parse(stdout) as { error: string }).error;
}

interface CheckReport {
  ok: boolean;
  grade: string;
  broken: { code: string; file: string; message: string }[];
  habits: { code: string }[];
  warnings: { message: string }[];
}

const check = (folder: string) => runJson<CheckReport>(['save', 'check', folder]);

/** The arguments that give a wood. */
const giveWood = (folder: string, player = ZOE) =>
  ['give', '--save', folder, '--player', player, '--item', 'Wood'] as const;

function itemsOf({ itemContainers }: SaveWorld): [string, number][] {
  const slots = itemContainers.find(({ id }) => id === ITEMS)?.slots ?? [];
  return slots.map(({ itemId, count }) => [itemId, count]);
}

function fileOf({ players }: SaveWorld) {
  const file = players.find(({ uid }) => uid === SOUND.zoe);
  assert.ok(file);
  return file;
}

/** The effect of each command on Zoe of the sound save. */
const COMMANDS: Readonly<Record<string, (save: SaveWorld) => void>> = {
  'give --item wood --count 5': (save) => assert.deepEqual(itemsOf(save), [['Wood', 5]]),
  'pal --pal sheepball --level 3': ({ characters }) => {
    const pal = characters.find(({ characterId }) => characterId === 'Sheepball');
    assert.deepEqual([pal?.level, pal?.ownerPlayerUid], [3, SOUND.zoe]);
  },
  'egg --egg PalEgg_Fire_01 --pal Kitsunebi': (save) => {
    assert.deepEqual(itemsOf(save), [['PalEgg_Fire_01', 1]]);
    const body = save.dynamicItems.find(({ itemId }) => itemId === 'PalEgg_Fire_01')?.body;
    assert.equal(body?.kind === 'egg' && body.characterId, 'Kitsunebi');
  },
  'exp --amount 100000': ({ characters }) => {
    const body = characters.find(({ instanceId }) => instanceId === SOUND.zoeBody);
    assert.ok(body !== undefined && body.level > 5);
    assert.equal(body.unusedStatusPoints, 3 + body.level - 5);
  },
  'points --technology 5 --ancient 2': (save) => {
    const { technologyPoints, ancientTechnologyPoints } = fileOf(save);
    assert.deepEqual([technologyPoints, ancientTechnologyPoints], [5, 2]);
  },
  'learn --technology product_axe_grade_01': (save) => {
    assert.deepEqual(fileOf(save).unlockedTechnologies, ['Workbench', 'Sphere', 'Product_Axe_Grade_01']);
  },
  'forget --technology Workbench': (save) => assert.deepEqual(fileOf(save).unlockedTechnologies, ['Sphere']),
  'relics --type capturepower --count 6': (save) => {
    const { relics, relicPossessNum } = fileOf(save).records;
    assert.deepEqual([relics.CapturePower, relicPossessNum], [10, 10]);
  },
};
/** Those that change the file of the player; the others change the world. */
const OF_THE_PLAYER = ['points', 'learn', 'forget', 'relics'];

for (const [typed, holds] of Object.entries(COMMANDS)) {
  const [name = '', ...flags] = typed.split(' ');
  const files = [OF_THE_PLAYER.includes(name) ? `Players/${ZOE}.sav` : 'Level.sav'];

  test(`save ${typed} changes ${files.join(' and ')} alone, and undo brings it back`, async () => {
    using made = aSaveFolder();
    const before = contentsOf(made.folder);

    const report = await done([name, '--save', made.folder, '--player', ZOE, ...flags]);

    holds(await readSaveFolder(made.folder));
    assert.deepEqual(report.files, files);
    assert.deepEqual(changedPaths(before, contentsOf(made.folder)), files);
    assert.ok(report.written && report.records.length > 0);
    assert.ok(report.changedBytes > 0 && report.changedBytes < report.gvasBytes);
    assert.match(report.did, /^Zoë has /);
    assert.match(report.next ?? '', /^Next: start the game server; .*Zoë/);
    assert.equal(report.undo, `palatine save undo ${shellWord(made.folder)}`);
    await succeeds(['save', 'undo', made.folder]);
    assert.deepEqual(contentsOf(made.folder), before);
  });
}

test('a dry run lists the records that would change, and writes nothing anywhere', async () => {
  using made = aSaveFolder();
  const before = contentsOf(made.beside);
  const typed = ['--save', made.folder, '--player', ZOE, '--item', 'Wood', '--count', '5'];
  const planned = await done(['give', ...typed, '--dry-run']);
  assert.deepEqual(contentsOf(made.beside), before);
  assert.deepEqual(readdirSync(made.beside), ['world']);
  const expected = [false, null, null, null, 'Zoë would get 5 Wood.'];
  assert.deepEqual([planned.written, planned.backup, planned.undo, planned.next, planned.did], expected);
  const record = { file: 'Level.sav', section: 'ItemContainerSaveData', id: ITEMS };
  assert.equal(planned.records.length, 1);
  assert.partialDeepStrictEqual(planned.records[0], { ...record, change: 'changed', what: 'Items of Zoë' });
  const report = await done(['give', ...typed]);
  assert.deepEqual(report.records, planned.records);
});

test('--to writes a changed copy and leaves the original as it is, byte for byte', async () => {
  using made = aSaveFolder({ container: 'PlZ2' });
  writeFileSync(join(made.folder, 'WorldOption.sav'), 'kept');
  settle(made.folder);
  const before = contentsOf(made.folder);
  const copy = join(made.beside, 'copy');
  const report = await done(['give', '--save', made.folder, '--to', copy, '--player', ZOE, '--item', 'Wood']);
  assert.deepEqual(contentsOf(made.folder), before);
  assert.deepEqual(changedPaths(before, contentsOf(copy)), ['Level.sav']);
  assert.deepEqual(itemsOf(await readSaveFolder(copy)), [['Wood', 1]]);
  assert.deepEqual([report.save, report.backup], [copy, null]);
  assert.deepEqual(readdirSync(made.beside).sort(), ['copy', 'world']);
});

test('a save or a copy that a command has just written can be changed at once', async () => {
  using made = aSaveFolder();
  const copy = join(made.beside, 'copy');
  const give = (...args: string[]) =>
    done(['give', ...args, '--player', ZOE, '--item', 'Wood', '--count', '5']);
  await give('--save', made.folder);
  await give('--save', made.folder, '--to', copy);
  await give('--save', copy);
  assert.deepEqual(itemsOf(await readSaveFolder(copy)), [['Wood', 15]]);
});

test('a template file gives its Pal; --pal and --level count instead of what it says', async () => {
  using made = aSaveFolder();
  const template = join(made.beside, 'rex.json');
  writeFileSync(template, JSON.stringify({ PalID: 'Anubis', Level: 12, Nickname: 'Rex', Gender: 'Male' }));
  const args = ['pal', '--save', made.folder, '--player', ZOE, '--template', template];
  await done(args);
  await done([...args, '--pal', 'Sheepball', '--level', '4']);
  const { characters } = await readSaveFolder(made.folder);
  const pals = characters.filter(({ nickname }) => nickname === 'Rex');
  assert.deepEqual(pluck(pals, 'characterId'), ['Anubis', 'Sheepball']);
  assert.deepEqual(pluck(pals, 'level'), [12, 4]);
  assert.deepEqual(pluck(pals, 'gender'), ['Male', 'Male']);
});

test('a base is deleted by its id, and a wrong id is answered with the bases of the save', async () => {
  using made = aSaveFolder({
    change({ level }) {
      for (const character of level.characters) character.stationId = '00000000-00000000-00000000-00000000';
    },
  });
  const base = (id: string) => ['delete-base', '--save', made.folder, '--base', id];
  const message = await refused(base('nope'));
  const of = `${SOUND.camp} of the guild Zoë’s guild`;
  assert.ok(message.startsWith(`there is no base "nope" in this save; it has ${of}`), message);
  const report = await done(base(SOUND.camp));
  const deleted = `The base ${SOUND.camp} is deleted. Base camp of the guild Zoë’s guild`;
  assert.ok(report.did.startsWith(deleted), report.did);
  assert.match(report.next ?? '', /the base and everything built in it are gone/);
  const { camps, mapObjects } = await readSaveFolder(made.folder);
  assert.deepEqual([camps, mapObjects], [[], []]);
});

test('a player is named by PlayerUID in any spelling or by a unique name; a refusal lists who may be meant', async () => {
  using made = aSaveFolder();
  const give = (player: string, ...more: string[]) =>
    ['give', '--save', made.folder, '--item', 'Wood', '--player', player, ...more] as const;
  for (const spelling of [
    SOUND.zoe,
    ZOE.toLowerCase(),
    '0000000b-0000-0000-0000-00000000abcd',
    'Zoë',
    'zOË',
  ]) {
    assert.match((await done([...give(spelling), '--dry-run'])).did, /^Zoë would get/);
  }
  const zoe = `Zoë is ${SOUND.zoe}`;
  for (const [typed, message] of [
    ['zo', `"zo" is neither a PlayerUID nor a name in this save; ${zoe}`],
    ['Xena', `"Xena" is neither a PlayerUID nor a name in this save; Fury is ${SOUND.fury}, ${zoe}`],
    [
      'steam_76561198000000001',
      `a save has no UserIds such as steam_76561198000000001; use the PlayerUID: Fury is ${SOUND.fury}, ${zoe}`,
    ],
    [SOUND.guild, `the save has no player ${SOUND.guild}; Fury is ${SOUND.fury}, ${zoe}`],
    [
      '1'.padStart(32, '0'),
      `the save has no player ${HOST_UID}; Fury is ${SOUND.fury}, ${zoe}; ${HOST_UID} is ${HOST_NOTE}`,
    ],
  ] as const) {
    assert.equal(await refused(give(typed)), message);
  }
  using twins = aSaveFolder({
    change: ({ level }) => {
      for (const character of level.characters)
        if (character.id === SOUND.furyBody) character.nickname = 'ZOË';
    },
  });
  const toTwin = (name: string) => ['give', '--save', twins.folder, '--item', 'Wood', '--player', name];
  const both = `2 players have the name "zoë"; use the PlayerUID: ZOË is ${SOUND.fury}, ${zoe}`;
  assert.equal(await refused(toTwin('zoë')), both);
  assert.match((await done([...toTwin('ZOË'), '--dry-run'])).did, /^ZOË would get/);
});

test('what the service refuses is refused in its words, and nothing is changed', async () => {
  using made = aSaveFolder({
    change({ level }) {
      const items = level.itemContainers.find(({ id }) => id === ITEMS);
      for (let index = 0; index < 45; index++) {
        const zero = '00000000-00000000-00000000-00000000';
        items?.slots.push({ index, count: 9999, itemId: 'Stone', worldId: zero, localId: zero });
      }
    },
  });
  const before = contentsOf(made.beside);
  const onZoe = ['--save', made.folder, '--player', ZOE];
  for (const [args, message] of [
    [['give', ...onZoe, '--item', 'Woood'], /unknown ItemID "Woood"; did you mean Wood\b/],
    [['give', ...onZoe, '--item', 'Wood'], /does not fit/],
    [['give', ...onZoe, '--item', 'PalEgg_Fire_01'], /needs a Pal inside/],
    [['pal', ...onZoe, '--pal', 'Anubiss'], /unknown PalID "Anubiss"; did you mean Anubis/],
    [['pal', ...onZoe, '--pal', 'Anubis', '--level', '81'], /must be 1 to 80/],
    [['egg', ...onZoe, '--egg', 'Wood', '--pal', 'Kitsunebi'], /is an item, but not an egg/],
    [['learn', ...onZoe, '--technology', 'Workbench'], /^Zoë knows Workbench already; nothing was changed$/],
    [
      ['forget', ...onZoe, '--technology', 'Product_Axe_Grade_01'],
      /^Zoë does not know Product_Axe_Grade_01; nothing was changed$/,
    ],
  ] as const) {
    assert.match(await refused(args), message);
  }
  assert.deepEqual(contentsOf(made.beside), before);
  assert.deepEqual(readdirSync(made.beside), ['world']);
});

test('a command line that says too little or nonsense ends with exit code 2', async () => {
  const calls = [
    [['give', '--player', ZOE, '--item', 'Wood'], 'save give needs --save'],
    [['give', '--save', '.', '--item', 'Wood'], 'save give needs --player'],
    [['give', '--save', '.', '--player', ZOE], 'save give needs --item'],
    [
      ['give', '--save', '.', '--player', ZOE, '--item', 'Wood', '--count', '0'],
      'save give: --count must be a whole number from 1 to 2147483647, not "0"',
    ],
    [['pal', '--save', '.', '--player', ZOE], 'save pal needs --pal or --template'],
    [['points', '--save', '.', '--player', ZOE], 'save points needs --technology or --ancient'],
    [
      ['relics', '--save', '.', '--player', ZOE, '--type', 'CapturPower'],
      'save relics: there is no relic type "CapturPower"; is CapturePower meant?',
    ],
    [['delete-base', '--save', '.'], 'save delete-base needs --base'],
    [['diff', '.'], 'save diff needs B'],
  ] as const;
  await Promise.all(calls.map(async ([args, message]) => assert.equal(await refused(args, 2), message)));
});

for (const [era, year] of [
  ['A', '2024'],
  ['B', 'late 2024 or early 2025'],
] as const) {
  test(`a save of era ${era} is left alone, with the advice to let the game save it once`, async () => {
    using made = newSaveFolder();
    await writeSaveFolder(made.folder, twoPlayersOneCamp(era), { era });
    settle(made.folder);
    const before = contentsOf(made.beside);
    const message = await refused(['points', '--save', made.folder, '--player', ZOE, '--technology', '5']);
    assert.match(
      message,
      new RegExp(`game of ${year}: start the game with it once and let it save the world`),
    );
    assert.deepEqual(contentsOf(made.beside), before);
  });
}

test('a save of mid 2025 takes what does not depend on the experience table', async () => {
  using made = aSaveFolder({ era: 'C' });
  const onZoe = ['--save', made.folder, '--player', ZOE];
  const report = await done(['give', ...onZoe, '--item', 'Wood']);
  assert.equal(report.era, 'C');
  const before = contentsOf(made.folder);
  for (const args of [
    ['exp', ...onZoe, '--amount', '5000'],
    ['pal', ...onZoe, '--pal', 'Anubis', '--level', '2'],
  ]) {
    assert.match(await refused(args), /nothing was changed$/);
  }
  assert.deepEqual(contentsOf(made.folder), before);
});

test('a damaged save is named and left alone', async () => {
  for (const [damage, message] of [
    [(folder: string) => truncateSync(join(folder, 'Level.sav'), 400), /Level\.sav: .*nothing was changed$/],
    [
      (folder: string) => truncateSync(join(folder, 'Players', `${ZOE}.sav`), 100),
      /^.* holds what Palatine cannot read, so it changes nothing there: Players\/\w+\.sav: .*the file was left out$/,
    ],
  ] as const) {
    using made = aSaveFolder();
    damage(made.folder);
    settle(made.folder);
    const before = contentsOf(made.beside);
    assert.match(await refused(giveWood(made.folder)), message);
    assert.deepEqual(contentsOf(made.beside), before);
    assert.deepEqual(readdirSync(made.beside), ['world']);
  }
});

test('a file of the game that cannot be read is broken, and a LevelMeta.sav bars no change of another file', async () => {
  const zoes = join('Players', `${ZOE}.sav`);
  for (const [file, bytes, message] of [
    [zoes, 0, 'The file of Zoë cannot be read (the file is empty): the game takes it as missing.'],
    [
      zoes,
      100,
      'The file of Zoë cannot be read (88 packed bytes, the header promises SIZE): the game takes it as missing.',
    ],
    [
      'LevelMeta.sav',
      0,
      'The file with the name of the world cannot be read (the file is empty): the world is shown without its name.',
    ],
  ] as const) {
    using made = aSaveFolder();
    const path = join(made.folder, file);
    const whole = file === zoes ? readFileSync(path) : Buffer.from('');
    writeFileSync(path, whole.subarray(0, bytes));
    settle(made.folder);
    const { code, answer } = await check(made.folder);
    assert.deepEqual([code, answer.grade], [1, 'broken']);
    const actual = answer.broken.map((problem) => [problem.file, problem.message]);
    assert.deepEqual(actual, [[file, message.replace('SIZE', String(whole.length - 12))]]);
    if (file === zoes) continue;
    await done(giveWood(made.folder));
    assert.equal(readFileSync(path).length, 0);
  }
});

test('save check lists what the game itself leaves behind, and ends with 0', async () => {
  using made = aSaveFolder({
    change({ level }) {
      const missing = '00000FFF-00000000-00000000-0000ABCD';
      for (const group of level.groups) if (group.guild !== null) group.handles.push(missing);
      for (const work of level.works) work.assignedIds.push(missing);
    },
  });
  const { code, answer } = await check(made.folder);
  assert.deepEqual([code, answer.ok, answer.grade, answer.broken], [0, true, 'left by the game', []]);
  assert.deepEqual(pluck(answer.habits, 'code'), ['C7', 'W2']);
  const text = await succeeds(['save', 'check', made.folder]);
  assert.match(
    text.stdout,
    /^left by the game: works that are given to Pals that are gone \(1\)\n {2}W2 Level\.sav: The work /m,
  );
  assert.match(text.stdout, /^sound except for harmless leftovers of the game\n$/m);
});

test('a player without a file cannot be changed, and everybody else can', async () => {
  using made = aSaveFolder({
    change(save) {
      save.players.pop(); // Fury's
    },
  });
  const expected = /^Fury has no file Players\/0000000C0+ABCD\.sav in this save/;
  assert.match(await refused(giveWood(made.folder, SOUND.fury)), expected);
  await done(giveWood(made.folder));
});

test('a file under the name of another player hinders changes of that player only', async () => {
  using made = aSaveFolder();
  const fury = join(made.folder, 'Players', `${SOUND.fury.replaceAll('-', '')}.sav`);
  const stray = join(made.folder, 'Players', 'FF000000000000000000000000000000.sav');
  writeFileSync(stray, readFileSync(fury));
  settle(made.folder);
  assert.match(
    await refused(giveWood(made.folder, SOUND.fury)),
    /remove the file that the game does not use from Players/,
  );
  await done(giveWood(made.folder));
});

test('save check calls a sound save sound, and says in words what is broken in another', async () => {
  using sound = aSaveFolder();
  const { code, stdout } = await runCommand(['save', 'check', sound.folder]);
  assert.deepEqual([code, stdout], [0, 'sound: this save is consistent\n']);
  using broken = aSaveFolder({
    change({ level }) {
      level.characters = level.characters.filter(({ id }) => id !== SOUND.worker);
      for (const group of level.groups) group.handles = group.handles.filter((id) => id !== SOUND.anubis);
    },
  });
  const { code: found, answer } = await check(broken.folder);
  assert.deepEqual([found, answer.ok], [1, false]);
  const holds = answer.broken.some(({ message }) => message.includes(SOUND.anubis));
  assert.ok(holds, JSON.stringify(answer.broken));
  const text = await runCommand(['save', 'check', broken.folder]);
  assert.equal(text.code, 1);
  assert.match(text.stdout, /^broken: The group of a Pal or a player exists and lists it\.$/m);
});

test('each way in which the player files are missing has one sentence, and files of a co-op world are named', async () => {
  using made = aSaveFolder();
  const [players, away] = [join(made.folder, 'Players'), join(made.folder, 'players')];
  const messages = async () => {
    const { code, answer } = await check(made.folder);
    return [code, ...pluck([...answer.broken, ...answer.warnings], 'message')];
  };
  const none = (reason: string) =>
    `There are no player files at all, as in a backup without Players${reason}: all 2 players would start over.`;
  renameSync(players, away);
  const renamed = ' (Players: it is named players, and the game on Linux wants Players)';
  if (!existsSync(players)) assert.deepEqual(await messages(), [1, none(renamed)]);
  const data = join(made.beside, 'data');
  const imported = await runCommand(['world', 'import', made.folder, '--data', data]);
  assert.match(
    imported.stderr,
    /^warning: Players: it is named .*: place, .* of all 2 players are unknown$/m,
  );
  assert.doesNotMatch(imported.stderr, /ENOENT|no usable file/);
  rmSync(away, { recursive: true });
  assert.deepEqual(await messages(), [1, none(' (Players: it does not exist)')]);
  writeFileSync(players, '');
  assert.deepEqual(await messages(), [1, 'Players: it is not a folder, so no player was checked.']);
  rmSync(players);
  mkdirSync(players);
  assert.deepEqual(await messages(), [1, none('')]);
  fillSaveFolder(made.folder);
  const zoes = join(players, `${ZOE}.sav`);
  writeFileSync(join(made.folder, 'LocalData.sav'), '');
  writeFileSync(join(players, `${HOST_UID.replaceAll('-', '')}.sav`), readFileSync(zoes));
  const [, ...found] = await messages();
  assert.ok(found.includes(`it belongs to ${HOST_NOTE}`), found.join('\n'));
  assert.ok(found.includes('it is the explored map of a client, which a server does not read'));
  const again = await runCommand(['world', 'import', made.folder, '--replace', '--data', data]);
  assert.match(again.stderr, /^warning: Players.0{31}1\.sav: it belongs to the host of a co-op world/m);
  assert.match(again.stderr, /^warning: LocalData\.sav: it is the explored map/m);
});

test('save diff prints what differs, record by record', async () => {
  using made = aSaveFolder();
  const copy = join(made.beside, 'copy');
  await done(['give', '--save', made.folder, '--to', copy, '--player', ZOE, '--item', 'Wood']);
  const same = await runCommand(['save', 'diff', made.folder, made.folder]);
  assert.deepEqual([same.code, same.stdout], [0, 'The two saves hold the same records, byte for byte.\n']);
  const { code, stdout } = await runCommand(['save', 'diff', made.folder, copy]);
  assert.equal(code, 1);
  assert.match(stdout, /^1 record differs\.$/m);
  assert.match(stdout, new RegExp(`^ {2}changed +Level\\.sav +ItemContainerSaveData +${ITEMS} .*Slots`, 'm'));
});

function changedPaths(before: Map<string, string>, after: Map<string, string>): string[] {
  const paths = new Set([...before.keys(), ...after.keys()]);
  return [...paths].filter((path) => before.get(path) !== after.get(path)).sort();
}
