import { statSync } from 'node:fs';
import { join } from 'node:path';
import { isInUse } from '@palatine/data-dir/data-folder';
import { isAttached } from '@palatine/data-dir/server-file';
import { backupsIn } from '@palatine/engine/backup-files';
import { readBaseSave, readBaseStates } from '@palatine/engine/base-states';
import { TO_RECOVER } from '@palatine/engine/open-world-file';
import { bytesOf, figuresOf, readWorldSnapshot } from '@palatine/engine/world-readers';
import { bytesText } from '@palatine/platform/format';
import { namesInFolder } from '@palatine/platform/json';
import { pendingChangeCount } from '@palatine/save-tools/apply-world';
import { loadCatalogue } from '@palatine/world/catalogue';
import { checkWorld } from '@palatine/world/check-world';
import { command, requireDataFolder, requireWorld } from '../command/command.ts';
import { answerLines, columns, firstLines, paint } from '../command/terminal.ts';
import * as words from '../texts/commands.ts';

const MAX_LINES = 20;
/** A former world, by the time when another one took its place. */
const KEPT_ASIDE = /^world-\d{8}T\d{6}.*\.db$/;

export const worldInfo = command('world info', {
  description: 'show the contents of the world, older worlds and backups',
  async run({ data, terminal }) {
    requireWorld(data);
    const { world, writes } = await readWorldSnapshot(data);
    const figures = figuresOf(world);
    const base = readBaseSave(data.world);
    const attached = isAttached(data);
    const catalogue = () => loadCatalogue({ overlay: data.catalogue });
    const waiting = base && !attached ? await pendingChangeCount(world, base, catalogue()) : undefined;
    const value = {
      file: data.world,
      bytes: bytesOf(data.world) + bytesOf(`${data.world}-wal`),
      inUse: isInUse(data.path),
      ...figures,
      writes,
      base: base ? { at: new Date(base.atMs).toISOString(), folder: base.folder } : null,
      pendingChangeCount: waiting ?? null,
      applying: readBaseStates(data.world)?.pending?.folder ?? null,
      keptAside: worldsAsideIn(data.path),
      backups: backupsIn(data.backups).map(({ name }) => name),
    };
    terminal.show(value, ...answerLines(value));
    if (attached) terminal.print('The world follows the save of the game server in Server.json.');
    else if (base === undefined && figures.origin !== 'demo') terminal.print(NOT_KEPT);
    else if (base && waiting === undefined) terminal.print('This version reads the save differently.');
  },
});

const NOT_KEPT = 'The save is not kept, so changes cannot be written into it (palatine save apply).';

export const worldCheck = command('world check', {
  ...words.worldCheck,
  async run({ data, terminal }) {
    requireWorld(data);
    const { problems, damage } = await terminal.progress(async (show) => {
      const copying = (done: number, of: number) => show({ doing: 'copying the world', done, of });
      const { world, damage } = await readWorldSnapshot(data, copying);
      show({ doing: 'checking the world' });
      return { problems: checkWorld(world, loadCatalogue({ overlay: data.catalogue })), damage };
    });
    const ok = problems.length === 0 && damage.length === 0;
    terminal.show({ ok, damage, problems });
    if (damage.length > 0) {
      terminal.print([paint('red', 'damaged'), `: ${data.world}: ${TO_RECOVER}`], ...indented(damage));
    }
    if (problems.length > 0) {
      const noun = problems.length === 1 ? 'inconsistency' : 'inconsistencies';
      terminal.print([paint('red', `${problems.length} ${noun}`), ':'], ...indented(problems));
    }
    if (ok) terminal.print([paint('green', 'sound'), ': the file is intact, and the world is consistent']);
    return ok ? 0 : 1;
  },
});

function indented(lines: readonly string[]): readonly string[] {
  return firstLines(
    lines.map((line) => `  ${line}`),
    MAX_LINES,
  );
}

export const worldList = command('world list', {
  ...words.worldList,
  run({ data, terminal }) {
    requireDataFolder(data);
    const inUse = isInUse(data.path, { waitMs: 0 });
    const worlds = worldsIn(data.path);
    const rows = worlds.map(({ file, bytes, changedAt, kind }) => {
      const state = kind === 'present' && inUse ? 'present, in use by a server' : kind;
      return [file, bytesText(bytes), changedAt, state];
    });
    const lines = rows.length > 0 ? columns(rows) : [`${data.path} holds no world.`];
    terminal.show({ folder: data.path, inUse, worlds }, ...lines);
    if (worlds.some(({ kind }) => kind === 'kept aside')) terminal.print(words.TO_BRING_BACK);
  },
});

/** Former worlds that were kept aside, oldest first. */
function worldsAsideIn(folder: string): string[] {
  return namesInFolder(folder)
    .filter((name) => KEPT_ASIDE.test(name))
    .sort();
}

/** The current world first, then those kept aside, newest first, with their journals. Opens none of them. */
function worldsIn(folder: string) {
  return ['world.db', ...worldsAsideIn(folder).reverse()].flatMap((file) => {
    const stats = statSync(join(folder, file), { throwIfNoEntry: false });
    if (!stats?.isFile()) return [];
    const journal = statSync(join(folder, `${file}-wal`), { throwIfNoEntry: false });
    const kind =
      file === 'world.db' ? 'present' : file.endsWith('.damaged.db') ? 'kept aside, damaged' : 'kept aside';
    const changedAt = new Date(Math.max(stats.mtimeMs, journal?.mtimeMs ?? 0)).toISOString();
    return [{ file, bytes: stats.size + (journal?.size ?? 0), changedAt, kind }];
  });
}
