import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type WorldOptions, writeGeneratedWorld } from './world/generated-world.ts';

export const WORLD_GUID = '5AD1A0CC1A1614048B76A4CE931342C8';

export interface GameFolderOptions {
  /** A folder that is there; else a new one in the folder for temporary files. */
  root?: string;
  /** A world that is made; or a save folder that is copied. */
  world?: WorldOptions | { copyOf: string };
  /** 32 upper hex digits, the name of the save folder. */
  worldGuid?: string;
  /** `AdminPassword`; '' for a server that has none. */
  password?: string;
  port?: number;
  restEnabled?: boolean;
  /** Puts a `WorldOption.sav` into the save folder, which overrides the settings with an empty password. */
  worldOption?: boolean;
}

/** The folder of a dedicated server: `<root>/Pal/Saved` with one world and its settings. `using` removes it. */
export interface GameFolder extends Disposable {
  readonly root: string;
  readonly saveFolder: string;
  readonly worldGuid: string;
  readonly settingsFile: string;
  /** Beside the server's folders, not of the game: the password alone. */
  readonly passwordFile: string;
  readonly password: string;
}

/** Makes the folders and files of a dedicated server that has run before. A world that is there stays. */
export async function makeGameFolder(options: GameFolderOptions = {}): Promise<GameFolder> {
  const { worldGuid = WORLD_GUID, password = 'stand-in', world = {} } = options;
  const root = options.root ?? mkdtempSync(join(tmpdir(), 'palatine-game-'));
  const saved = join(root, 'Pal', 'Saved');
  const saveFolder = join(saved, 'SaveGames', '0', worldGuid);
  mkdirSync(saveFolder, { recursive: true });
  const isThere = existsSync(join(saveFolder, 'Level.sav'));
  if (!isThere && 'copyOf' in world) copySave(world.copyOf, saveFolder);
  else if (!isThere) await writeGeneratedWorld(saveFolder, world as WorldOptions);
  if (options.worldOption === true) writeFileSync(join(saveFolder, 'WorldOption.sav'), 'options');
  const settingsFile = join(saved, 'Config', 'LinuxServer', 'PalWorldSettings.ini');
  mkdirSync(dirname(settingsFile), { recursive: true });
  writeFileSync(settingsFile, settingsText(options, password));
  writeFileSync(
    join(dirname(settingsFile), 'GameUserSettings.ini'),
    `[/Script/Pal.PalGameLocalSettings]\nAudioSettings=(Master=0.5)\nDedicatedServerName=${worldGuid}\n`,
  );
  const passwordFile = join(root, 'admin-password');
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  return {
    root,
    saveFolder,
    worldGuid,
    settingsFile,
    passwordFile,
    password,
    [Symbol.dispose]: () => rmSync(root, { recursive: true, force: true }),
  };
}

function settingsText({ port = 8212, restEnabled = true }: GameFolderOptions, password: string): string {
  const settings = [
    'Difficulty=None',
    'DeathPenalty=Item',
    'AutoSaveSpan=30.000000',
    'ServerPlayerMaxNum=32',
    'ServerName="Stand-in (not the game)"',
    'ServerDescription=""',
    `AdminPassword="${password}"`,
    'ServerPassword=""',
    'CrossplayPlatforms=(Steam,Xbox,PS5,Mac)',
    `RESTAPIEnabled=${restEnabled ? 'True' : 'False'}`,
    `RESTAPIPort=${port}`,
    'bIsUseBackupSaveData=True',
    'LogFormatType=Text',
  ];
  return `[/Script/Pal.PalGameWorldSettings]\nOptionSettings=(${settings.join(',')})\n`;
}

export function copySave(from: string, to: string): void {
  cpSync(from, to, { recursive: true });
  for (const path of filesBelow(to)) {
    chmodSync(dirname(join(to, path)), 0o755);
    chmodSync(join(to, path), 0o644);
  }
}

/** The paths of all files below a folder, with slashes, sorted; none where there is no folder. */
export function filesBelow(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    )
    .sort();
}
