import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isPublishedSecret } from '@palatine/data-dir/token-files';
import { shellWord } from '@palatine/platform/format';
import type { CallFailure, CallOutcome } from '../rest/outcome.ts';
import type { GameServerInfo } from '../rest/read-responses.ts';
import {
  type AttachCheck,
  missing,
  ok,
  PASSWORD_VARIABLE,
  type ServerPassword,
  warning,
} from './attachment.ts';
import { type FoundServer, type FoundWorld, START_IT, WRITE_SO, whyNotStarted } from './discover.ts';

interface ServerFacts extends Pick<FoundServer, 'settings' | 'dedicatedName'> {
  readonly url: string;
  readonly world: FoundWorld | undefined;
  readonly password: ServerPassword | undefined;
  /** Response to GET /info; undefined if it was not sent. */
  readonly info: CallOutcome<GameServerInfo> | undefined;
  readonly offlineOk: boolean;
}

/** REST, password, the server's response, and whether it plays the world of the folder. */
export function serverChecks(facts: ServerFacts): AttachCheck[] {
  return [
    settingsCheck(facts),
    ...restCheck(facts),
    passwordCheck(facts),
    ...passwordFileCheck(facts),
    ...worldOptionCheck(facts),
    ...answerCheck(facts),
    ...worldCheck(facts),
  ];
}

const IMAGES =
  'REST_API_ENABLED=true for the image of thijsvanloef, RESTAPI_ENABLED=true for those of jammsen and ripps818';

function settingsCheck({ settings }: ServerFacts): AttachCheck {
  const check = 'PalWorldSettings.ini';
  if (settings === undefined) {
    const found = 'it cannot be seen from here, so its port and whether REST is on are unknown';
    return warning(check, found, 'mount the whole Pal/Saved folder, or name the address with --rest');
  }
  const { file, filled, unread, keepsGenerations, autoSaveSeconds } = settings;
  if (unread.length > 0) return warning(check, `${file}: ${unread.join('; ')}`, WRITE_SO);
  if (!filled) return ok(check, `${file} has no settings, so the server uses its defaults or its arguments`);
  if (keepsGenerations === false) {
    const found = `bIsUseBackupSaveData is off in ${file}: the game keeps no backups to fall back on`;
    const todo =
      'set it to True (ENABLE_WORLD_BACKUP=true for the images of jammsen and ripps818), and restart the server';
    return warning(check, found, todo);
  }
  const span = autoSaveSeconds === undefined ? '' : `; the game saves every ${autoSaveSeconds} s`;
  return ok(check, `${file}${span}`);
}

/** The file does not matter once the server has responded: arguments may override it. */
function restCheck({ settings, info, url }: ServerFacts): AttachCheck[] {
  const check = 'REST interface';
  if (info?.ok === true || info?.failure.kind === 'unauthorized') return [ok(check, `is on at ${url}`)];
  if (settings?.restEnabled === true)
    return [ok(check, `is on in ${settings.file}, port ${settings.restPort ?? 8212}`)];
  if (settings === undefined) return [];
  const where = settings.restEnabled === false ? 'is off' : 'is not switched on';
  const todo = `set RESTAPIEnabled=True and RESTAPIPort there, or ${IMAGES}, or start the server with -restapi -restapiport=8212; then restart it`;
  return [missing(check, `${where} in ${settings.file}`, todo)];
}

function passwordCheck({ password, settings }: ServerFacts): AttachCheck {
  const check = 'password';
  if (password === undefined) {
    const todo = `put the AdminPassword of the game server into a separate file and name that with --password-file, or set ${PASSWORD_VARIABLE}`;
    return missing(check, 'none was given', todo);
  }
  if (settings?.adminPasswordEmpty === true) {
    return warning(check, `AdminPassword is empty in ${settings.file}`, EMPTY_PASSWORD);
  }
  const from = password.from === 'environment' ? PASSWORD_VARIABLE : password.passwordFile;
  if (isPublishedSecret(password.secret)) {
    const found = `the one of ${from} is a published example, or one that is easily guessed`;
    return warning(check, found, 'choose another AdminPassword: whoever knows it controls the server');
  }
  return ok(check, `from ${from}`);
}

const READ_BY_OTHERS = 0o004;

function passwordFileCheck({ password }: ServerFacts): AttachCheck[] {
  const file = password?.from === 'file' ? password.file : undefined;
  if (file === undefined || process.platform === 'win32') return [];
  const mode = statSync(file, { throwIfNoEntry: false })?.mode ?? 0;
  if ((mode & READ_BY_OTHERS) === 0) return [];
  return [warning('password file', `other users can read ${file}`, `chmod 600 ${shellWord(file)}`)];
}

const EMPTY_PASSWORD =
  'set AdminPassword in PalWorldSettings.ini (ADMIN_PASSWORD for the images of thijsvanloef, jammsen and ripps818), and restart the game server';

const WORLD_OPTION = 'WorldOption.sav';

/** Part of worlds imported from a local game; silently overrides the settings. */
function worldOptionCheck({ world, info }: ServerFacts): AttachCheck[] {
  if (world === undefined || !existsSync(join(world.folder, WORLD_OPTION))) return [];
  const found = `${join(world.folder, WORLD_OPTION)} overrides PalWorldSettings.ini, its AdminPassword too`;
  const todo = `stop the game server, rename the file to ${WORLD_OPTION}.bak, and start it`;
  const isRejected = info?.ok === false && info.failure.kind === 'unauthorized';
  if (isRejected) return [missing(WORLD_OPTION, `${found}, and the server rejects the password`, todo)];
  return [warning(WORLD_OPTION, found, `${todo}, if the settings of the file should not apply`)];
}

const SERVER = 'game server';

function answerCheck({ info, url, offlineOk }: ServerFacts): AttachCheck[] {
  if (info === undefined) return []; // the invalid address has its own line
  if (info.ok) {
    const { name, version = 'of an unknown version' } = info.value;
    return [ok(SERVER, `"${name}" ${version} answers at ${url}`)];
  }
  const { kind } = info.failure;
  if (kind === 'unauthorized') return [rejectedCheck(info.failure, url)];
  if (kind === 'refused' || kind === 'timeout' || kind === 'unreachable')
    return [silentCheck(info.failure, url, offlineOk)];
  const todo =
    'name the RESTAPIPort of the game server with --rest; 8211 is the port of the game, 25575 that of RCON';
  return [missing(SERVER, `${url} does not answer as the game does: ${info.failure.text}`, todo)];
}

function rejectedCheck({ text }: CallFailure, url: string): AttachCheck {
  if (/AdminPassword is empty/i.test(text)) {
    return missing(SERVER, `the server at ${url} runs, and has no AdminPassword: ${text}`, EMPTY_PASSWORD);
  }
  const todo =
    'give the AdminPassword that the server was started with; it reads its settings at a start only';
  return missing(SERVER, `the server at ${url} runs, and rejects the password: ${text}`, todo);
}

function silentCheck({ kind, text }: CallFailure, url: string, offlineOk: boolean): AttachCheck {
  const found = `no answer at ${url}: ${text}`;
  const why =
    kind === 'timeout'
      ? 'it takes connections and does not respond, like one that is booting or paused by its image: try again once a player can join'
      : 'start it, or name the address with --rest; in a container, 127.0.0.1 is the container itself';
  if (offlineOk) return warning(SERVER, found, `${why}; its world was not compared`);
  return missing(SERVER, found, `${why}; --offline-ok attaches to a server that is off`);
}

const WORLD = 'world';

function worldCheck({ world, info, dedicatedName }: ServerFacts): AttachCheck[] {
  if (world === undefined) return []; // the search has a line about it
  const { guid, folder } = world;
  if (guid === undefined) {
    const found =
      "the folder does not have the name that the game gave it, so it was not compared with the server's";
    return [warning(WORLD, found, 'mount SaveGames/0 and name the folder in it')];
  }
  const played = info?.ok ? info.value.worldGuid : undefined;
  if (played === guid) return [ok(WORLD, `the server plays ${guid}, the one of the folder`)];
  if (played !== undefined) {
    const todo = `name the folder ${played} with --save; if that is not there, the address is that of another server`;
    return [missing(WORLD, `the server plays the world ${played}, and ${folder} is another one`, todo)];
  }
  if (dedicatedName === guid) return [ok(WORLD, `GameUserSettings.ini names ${guid}, the one of the folder`)];
  const why = whyNotStarted(folder);
  if (why !== undefined) return [missing(WORLD, why, START_IT)];
  return [warning(WORLD, `${guid}; it was not compared with the server`, 'run this again while it runs')];
}
