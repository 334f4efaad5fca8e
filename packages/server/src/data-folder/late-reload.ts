import { BANLIST } from './banlist-file.ts';
import { configFile } from './config.ts';
import { restConfigFile } from './rest-config.ts';

/** Why a ReloadConfig took nothing from any file that it reads. */
export const LATE_RELOAD = 'the game did not get to the reload in time, so nothing was read; reload again';

/** The files that a reload reads. */
export const RELOADED_FILES = [configFile.name, restConfigFile.name, BANLIST];
