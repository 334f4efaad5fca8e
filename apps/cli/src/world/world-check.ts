import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { openCatalogue } from '@palatine/data-dir/catalogue';
import { isInUse } from '@palatine/data-dir/data-folder';
import { isAttached } from '@palatine/data-dir/server-file';
import { readBaseSave } from '@palatine/engine/base-save';
import { readBaseStates } from '@palatine/engine/base-states';
import { backupsIn } from '@palatine/engine/manifest';
import { figuresOf } from '@palatine/engine/world-figures';
import { TO_RECOVER } from '@palatine/engine/world-file-error';
import { bytesOf } from '@palatine/engine/world-readers';
import { readWorldSnapshot } from '@palatine/engine/world-snapshot';
import { bytesText, counted } from '@palatine/platform/format';
import { namesInFolder } from '@palatine/platform/json';
import { pendingChangeCount } from '@palatine/save-tools/apply-changes';
import { checkWorld } from '@palatine/world';
import { command, requireDataFolder, requireWorld } from '../command/command.ts';
import { columns, firstLines, paint } from '../command/terminal.ts';

const MAX_LINES = 20;

export const worldInfo = command('world info', {
  description: 'show the contents of the world, older worlds and backups',
  async run({ data, terminal }) {
    requireWorld(data);
    const { world, writes } = await readWorldSnapshot(data);
    const figures = figuresOf(world);
    const bytes = bytesOf(data.world) + bytesOf(`${data.world}-wal`);
    const base = readBaseSave(data.world);
    const pending = readBaseStates(data.world)?.pending;
    const attached = isAttached(data);
    const waiting =
      base && !attached ? await pendingChangeCount(world, base, openCatalogue(data)) : undefined;
    const inUse = isInUse(data.path);
    const keptAside = readdirSync(data.path).filter((name) => /^world-.*\.db$/.test(name));
    const backups = backupsIn(data.backups).map(({ name }) => name);
    const baseSave = base && { at: new Date(base.atMs).toISOString(), folder: base.folder };
    const value = {
      file: data.world,
      bytes,
      inUse,
      ...figures,
      writes,
      base: baseSave ?? null,
      pendingChangeCount: waiting ?? null,
      applying: pending?.folder ?? null,
      keptAside,
      backups,
    };
    terminal.show(
      value,
      ...columns([
        ['world', figures.name],
        ['file', `${data.world}, ${bytesText(bytes)}`],
        ['in use', inUse ? 'by a server' : 'no'],
        [figures.origin === 'demo' ? 'made' : 'imported', figures.madeAt],
        ['players', `${figures.players}, ${figures.online} online`],
        ['guilds', `${figures.guilds} with ${counted(figures.camps, 'camp')}`],
        ['characters', `${figures.characters}`],
        ['containers', `${figures.containers}`],
        ['writes', `${writes}`],
        ...(figures.origin === 'demo'
          ? []
          : [['save', attached ? ATTACHED : baseText(baseSave, waiting, pending?.folder)]]),
        ['kept aside', keptAside.join(', ') || 'none'],
        ['backups', backups.join(', ') || 'none'],
      ]),
    );
  },
});

const ATTACHED = 'that of the game server in Server.json, which it follows';

function baseText(
  base: { at: string; folder: string } | undefined,
  waiting: number | undefined,
  applying: string | undefined,
): string {
  if (base === undefined) return 'not kept, so changes cannot be written into it (palatine save apply)';
  if (applying !== undefined) return `writing the changes into ${applying} was interrupted`;
  const state = `${base.folder}, as it was at ${base.at}`;
  if (waiting === undefined) return `${state}, which this version reads differently`;
  if (waiting === 0) return `${state}; no change waits for it`;
  return `${state}; ${waiting === 1 ? 'one change waits' : `${waiting} changes wait`} for palatine save apply`;
}

export const worldCheck = command('world check', {
  description: 'check the world file for damage and every reference in the world',
  notes: ['It reads a copy, so a server may be running. Exit code 1 when there are problems.'],
  async run({ data, terminal }) {
    requireWorld(data);
    const { problems, damage } = await terminal.progress(async (show) => {
      const copying = (done: number, of: number) => show({ doing: 'copying the world', done, of });
      const { world, damage } = await readWorldSnapshot(data, copying);
      show({ doing: 'checking the world' });
      return { problems: checkWorld(world, openCatalogue(data)), damage };
    });
    const ok = problems.length === 0 && damage.length === 0;
    terminal.show({ ok, damage, problems });
    if (damage.length > 0) {
      terminal.print([paint('red', 'damaged'), `: ${data.world}: ${TO_RECOVER}`], ...indented(damage));
    }
    if (problems.length > 0) {
      terminal.print([paint('red', `${problems.length} inconsistencies`), ':'], ...indented(problems));
    }
    if (ok) terminal.print([paint('green', 'sound'), ': the file is intact, and the world is consistent']);
    return ok ? 0 : 1;
  },
});

function indented(lines: readonly string[]): readonly string[] {
  const all = lines.map((line) => `  ${line}`);
  return firstLines(all, MAX_LINES);
}

const TO_BRING_BACK =
  'To restore one: stop the server, move world.db away (with world.db-wal and world.db-shm, if present), ' +
  'rename the file to world.db, start.';

export const worldList = command('world list', {
  description: 'list the world, and former ones that were kept aside',
  notes: [TO_BRING_BACK],
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
    if (worlds.some(({ kind }) => kind === 'kept aside')) terminal.print(TO_BRING_BACK);
  },
});

/** The current world first, then those kept aside, newest first, with their journals. Opens none of them. */
function worldsIn(folder: string) {
  const names = namesInFolder(folder);
  const keptAside = names.filter((name) => /^world-\d{8}T\d{6}.*\.db$/.test(name)).sort();
  return ['world.db', ...keptAside.reverse()].flatMap((file) => {
    const stats = statSync(join(folder, file), { throwIfNoEntry: false });
    if (!stats?.isFile()) return [];
    const journal = statSync(join(folder, `${file}-wal`), { throwIfNoEntry: false });
    const kind =
      file === 'world.db' ? 'present' : file.endsWith('.damaged.db') ? 'kept aside, damaged' : 'kept aside';
    const changedAt = new Date(Math.max(stats.mtimeMs, journal?.mtimeMs ?? 0)).toISOString();
    return [{ file, bytes: stats.size + (journal?.size ?? 0), changedAt, kind }];
  });
}
