import type { InvariantCode } from '@palatine/save/violation';

// What the commands say in their help: flags that several have, then each command by its name in the code.

export const START_HELP = `Palatine, an administration server for Palworld worlds

  npm start                          serve the world of ./data; the first time, create a demo world
  npm start -- --import DIR          fill the data folder from a Palworld save folder (the one with Level.sav)
  npm start -- --attach DIR          connect to a running game server with this world folder
  npm start -- --join LINE           join a fleet of many worlds with a line from its gateway
  npx palatine                       the other commands: tokens, bans, backups, doctor
`;

/** The end of the overview. */
export const EVERY_COMMAND = `  palatine COMMAND --help lists the flags of a command; palatine --version prints the version.
  Every command takes --data DIR: the data folder (PALATINE_DATA, default ./data), or for the commands of a fleet
  the folder of its gateway (PALATINE_FLEET, default ./fleet). All but serve and fleet start take --json.
  Exit codes: 0 success, 1 error (printed in one line), 2 usage error.`;

const DEMO_FLAGS = {
  'demo SIZES':
    'create a demo world: players=32,palsPerPlayer=24,online=10,guilds=6,camps=8; the others are derived from players',
  'seed N': 'the seed of a demo world (default 1); the same seed creates the same world',
} as const;

/** For --attach and for `palatine attach`. */
const REST_FLAGS = {
  'rest URL': "the game server's REST interface (default: as its settings say, else http://127.0.0.1:8212)",
  'password-file FILE': 'a file with the AdminPassword of the game server (or set PALATINE_SERVER_PASSWORD)',
} as const;

/** The flags of `npm start` and of `palatine serve`. */
export const SERVICE_FLAGS = {
  'data DIR': 'the data folder (PALATINE_DATA, default ./data)',
  'port N': 'the port, 0 for any free one (PALATINE_PORT, default: RESTAPI/RESTConfig.json, else 17993)',
  'address HOST': 'where to listen (PALATINE_ADDRESS, default: RESTAPI/RESTConfig.json, else 127.0.0.1)',
  'import DIR': 'import a Palworld save folder (the one with Level.sav) before serving',
  'attach DIR': 'connect to a running game server with this world folder (docs/running-server.md)',
  ...REST_FLAGS,
  'join LINE': 'join a fleet before serving, with a line from its gateway (docs/fleet.md)',
  'world-name NAME': 'with --join: the name of this world in its fleet (default: the name of this machine)',
  ...DEMO_FLAGS,
  replace: 'let --import, --attach or --demo replace the present world, which is kept under another name',
  simulate: 'simulate players who come, go and move (default for a demo world)',
  'no-simulate': 'disable the simulation',
  faults: 'open POST /v1/palatine/simulation, which injects faults, for tests of clients',
  'help -h': 'print this',
  'version -v': 'print the version',
} as const;

const UNTIL_FLAG = {
  'until TIME': 'when it expires, such as 2027-01-31 or 2027-01-31T18:00Z (default: never)',
} as const;

export const TOKEN_FILE_FLAG = {
  'token-file FILE':
    'a file that holds the secret of a token (PALATINE_TOKEN, default: a token for this call only)',
} as const;

export const SAVE_FLAGS = {
  'save DIR': 'the save folder (the one with Level.sav), or its Level.sav',
  'to DIR': 'write a changed copy to this new folder, and do not touch the save',
  'dry-run': 'check everything, list the records that would change, and write nothing',
} as const;

export const SAVE_NOTES = [
  'Stop the game server first: it would overwrite the change.',
  'The replaced files are kept beside the save folder; palatine save undo DIR restores them.',
] as const;

export const PLAYER_FLAG = { 'player PLAYER': 'the PlayerUID, or a name that no other player has' } as const;

const REPLACE_FLAG = { replace: 'replace the current world, which is kept under another name' } as const;

export const AUDIT_FILTER_FLAGS = {
  'token NAME': 'writes with this token; palatine for commands of the operator',
  'route ROUTE': 'the beginning of a route or of one of its parts: ban, give/items',
  'target TEXT': 'the beginning of the target, as the caller named it',
  'player PLAYER': 'PlayerUID, UserId or name of the player, at the time of the write',
  'outcome OUTCOME': 'OK, or an error code such as PLAYER_NOT_FOUND',
  'ip ADDRESS': 'address of the caller',
  'text TEXT': 'a part of the summary, the reason or the target, in any case',
  'from TIME': 'from this time on: 2026-11-22 or 2026-11-22T10:00:00Z',
  'to TIME': 'before this time; both are UTC unless they have an offset',
} as const;

export const FLEET_FOLDER_TEXT = 'the folder of the gateway (PALATINE_FLEET, default ./fleet)';

export const TO_BRING_BACK =
  'To restore one: stop the server, move world.db away (with world.db-wal and world.db-shm, if present), ' +
  'rename the file to world.db, start.';

const TECHNOLOGY_FLAG = { 'technology ID': 'the technology, or All; palatine find TEXT finds ids' } as const;

export const LIST_FLAG = { 'list LIST': 'the shared list (default main)' } as const;

export const MAINTENANCE_FLAGS = {
  'countdown SECONDS':
    'how long players are warned before the stop (default: see Server.json; 0 stops at once); never while nobody is online',
  'no-wait': 'return once it has started; palatine server status shows its progress',
} as const;

export const MAINTENANCE_NOTES = [
  'Where Control.Kind in Server.json is Somebody (the default), Palatine stops and starts nothing: it tells you when to',
  'do so, and waits. Players are warned only with --countdown. palatine server cancel ends the wait.',
  'It waits until the server is up again and prints each step; Ctrl-C ends the waiting, not the maintenance.',
  'Exit code 1 when it failed or was canceled: the save is then as it was before.',
];

// Fleet

export const fleetStart = {
  description: 'start a gateway for many worlds, with its own broker',
  flags: {
    'data DIR': FLEET_FOLDER_TEXT,
    'port N': 'port of API and console (default: RESTConfig.json, else 17990)',
    'address HOST': 'address of API and console (default: RESTConfig.json, else 127.0.0.1)',
    'advertise HOST': 'how worlds reach this machine (default: its first address)',
    'broker-address HOST': 'address of the broker and of joining (default 0.0.0.0)',
    'broker-port N': 'the port of the broker (default 4222)',
    'join-port N': 'the port on which worlds join (default 4223)',
    'nats URL': 'an existing broker, such as nats://host:4222; comma-separated',
    'creds FILE': 'with --nats: credentials for the account of the worlds',
    'control-creds FILE': 'with --nats: credentials for the account of the gateway',
    'ca FILE': "with --nats: the certificate that signed the broker's",
    'help -h': 'print this',
  },
  notes: [
    'The broker is nats-server 2.10.27 or newer, from the PATH or PALATINE_NATS_SERVER.',
    'The API and the console listen on this machine only, unless --address says otherwise.',
  ],
} as const;

export const fleetTag = {
  description: 'replace the tags of a world; without tags all are removed',
  notes: ['WORLD is its key or name. Tags select several worlds, in tokens and in writes to many worlds.'],
} as const;

export const fleetJoinCode = {
  description: 'create a line with which one world can join once within 15 minutes',
  flags: {
    'tag T...': 'a tag of the world; repeatable',
    'list L...': 'a list that it enforces; repeatable (default main)',
    'world WORLD': 'for a world that joins again: its key or its name',
  },
  notes: ['The line is a secret until it is used. --world revokes the former credentials of that world.'],
} as const;

export const fleetFind = {
  description: 'find players of all worlds by a part of their name, a UserId or a PlayerUID',
  flags: { online: 'only players who are online' },
  empty: 'No player matches.',
} as const;

export const fleetLists = {
  description: 'list the shared bans and whitelists',
  empty: 'There are no lists. palatine fleet ban creates main, palatine fleet list create any other.',
} as const;

export const fleetListCreate = {
  sends: {
    Kind: 'Ban, or Allow for a whitelist (default Ban)',
    Title: 'a title for people',
    Adopt: 'bans of its worlds: Adopt, Offer or Ignore (default Ignore)',
    LocalUnban: 'whether a world may lift a ban locally (default yes)',
  },
  notes: ['A name has 1 to 32 of the characters a to z, 0 to 9 and -. The kind of a list cannot be changed.'],
} as const;

export const fleetBan = {
  description: 'ban a user or an address in every world that enforces a list',
  flags: {
    ...LIST_FLAG,
    'reason TEXT': 'the reason, for the record and for the banned player',
    ...UNTIL_FLAG,
  },
  notes: ['Connected worlds apply it within a second, the others when they reconnect.'],
} as const;

export const fleetTokenCreate = {
  flags: {
    'permission P...': 'a permission, such as REST.Items.*; repeatable',
    'world W...': "key or tag, '*' for all, even later; repeatable",
    ...UNTIL_FLAG,
  },
  notes: [
    'The secret is printed once. Worlds accept the token within a second, within the limits of Allow in fleet.json.',
  ],
} as const;

export const fleetTokenList = {
  flags: { all: 'also the revoked ones' },
  empty: 'There are no fleet tokens. palatine fleet token create creates one.',
} as const;

// Save folders

export const saveDeleteBase = {
  description: 'delete a base camp of a save folder with everything built in it and its workers',
  flags: { ...SAVE_FLAGS, 'base ID': 'the id of the base camp' },
  notes: [
    'Rocks, trees, treasure and the chest of the guild stay. An unknown id lists the bases of the save.',
    ...SAVE_NOTES,
  ],
} as const;

export const saveGive = {
  description: 'give an item to a player of a save folder',
  flags: { 'item ID': 'the item; palatine find TEXT finds ids', 'count N': 'how many (default 1)' },
} as const;

export const saveEgg = {
  description: 'give a Pal egg to a player of a save folder',
  flags: {
    'egg ID': 'the egg, such as PalEgg_Fire_01',
    'pal ID': 'the species inside; palatine find TEXT finds ids',
  },
  notes: ['A save has no level of a Pal in an egg: it hatches at level 1.'],
} as const;

export const savePal = {
  description: 'give a Pal to a player of a save folder',
  flags: {
    'pal ID': 'the species; palatine find TEXT finds ids',
    'level N': 'its level (default 1)',
    'template FILE': 'a Pal template, as in Pals/Templates of a data folder',
  },
  notes: ['--template sets everything of the Pal; --pal and --level override the file.'],
} as const;

export const saveExp = {
  description: 'give experience to a player of a save folder',
  flags: { 'amount N': 'experience to add; the level and the status points follow' },
} as const;

export const savePoints = {
  description: 'give technology points to a player of a save folder',
  flags: { 'technology N': 'technology points to add', 'ancient N': 'ancient technology points to add' },
} as const;

export const saveRelics = {
  description: 'give relics, such as effigies, to a player of a save folder',
  notes: ['CapturePower are the effigies of Lifmunk.'],
} as const;

export const saveLearn = {
  description: 'unlock a technology for a player of a save folder',
  flags: TECHNOLOGY_FLAG,
  notes: ['It costs no points, and needs no level or other technology.'],
} as const;

export const saveForget = {
  description: 'lock a technology again for a player of a save folder',
  flags: TECHNOLOGY_FLAG,
  notes: ['It refunds no points.'],
} as const;

export const saveApply = {
  description: "write the changes of the data folder's world since its import into its save",
  flags: { ...SAVE_FLAGS, skip: 'skip changes that conflict with what the game has saved since' },
  notes: [
    'Stop the Palatine server of the data folder first: Ctrl+C in its terminal, or systemctl stop palatine.',
    'When the game has written the save since the import, the changes are applied to the new save, and the result ' +
      'becomes the world of the data folder. Conflicting changes are listed; without --skip nothing is written then, ' +
      'with exit code 1.',
    ...SAVE_NOTES,
  ],
} as const;

export const saveUndo = {
  description: 'undo the last change of a save folder',
  notes: [
    'Stop the game server first. The current files are kept as a backup, so an undo can be undone.',
    'It refuses a save that the game has written since: its progress would be lost.',
    'After an interrupted change it finishes or undoes that one only.',
  ],
} as const;

export const saveCheck = {
  description: 'check a save folder for damage and inconsistencies',
  notes: [
    'The save is only read. Exit code 1 when it is broken.',
    'Leftovers of the game itself are listed; they are harmless, and the exit code is 0.',
  ],
} as const;

export const saveDiff = {
  description: 'list the differences between two save folders, record by record',
  notes: ['Both are only read. Exit code 1 when they differ.'],
} as const;

// A server

export const audit = {
  description: 'list who changed what, newest first, with or without a running server',
  notes: [
    'It reads the world file. Several filters combine with AND. csv and jsonl have every field,',
    'the table most. GET /v1/palatine/audit has the same for programs.',
  ],
} as const;

export const banChange = {
  flags: { 'reason TEXT': 'the reason, for the record and for the banned player' },
  notes: [
    'A running server does it at once, also by the name of a player; otherwise Banlist.json is changed for the next start.',
  ],
} as const;

export const PENDING_BANS_NOTE =
  'A ban by PlayerUID moves to Banlist.json once the UserId of the player is known. palatine ban remove <PlayerUID> lifts it at a running server.';

export const banList = {
  description: 'list the active bans',
  flags: { all: 'include lifted bans' },
} as const;

export const doctor = {
  description: 'check the installation and the data folder, with a remedy for each problem',
  flags: {
    'port N': 'the port of the server, if it differs from RESTAPI/RESTConfig.json (PALATINE_PORT)',
    'address HOST': 'likewise its address (PALATINE_ADDRESS)',
  },
  notes: ['It changes nothing. Exit code 1 when a check fails; warnings are not failures.'],
} as const;

export const serverStatus = {
  description: 'show the state of the game server, its save and pending deliveries',
  notes: ['Control.Kind Somebody means: Palatine asks you to stop and start it.'],
} as const;

export const serverRestore = {
  description: 'stop the game server, restore a backup of its save, and start it again',
  notes: [
    'palatine server backups lists the names. The current save is kept as a backup. Deliveries since that backup are',
    'lost with the progress of everybody since, and are not repeated.',
  ],
} as const;

export const deliveriesList = {
  description: 'list pending and past deliveries to the game server',
  sends: { State: '', Player: '', Limit: 'maximum number, 1 to 500 (default 100)' },
} as const;

export const deliveriesCancel = {
  description: 'cancel pending deliveries',
  notes: ['One that is being delivered or has ended is refused; those before it stay canceled.'],
} as const;

export const players = {
  description: 'list the players who are online',
  flags: { all: 'include players who are offline' },
} as const;

export const kick = {
  notes: ['PLAYER is a UserId, a PlayerUID or a name; the reason is shown to the player.'],
  flags: { 'reason TEXT': 'the reason, as one argument' },
} as const;

export const say = {
  description: 'send a chat message to everyone online, or to one player',
  flags: { 'to PLAYER': 'only to this player: a UserId, a PlayerUID or a name' },
} as const;

export const reload = {
  description: 'make the running server reload its settings, bans and templates',
  notes: ['An invalid file is ignored, and the exit code is 1.'],
} as const;

export const give = {
  description: 'give items, Pals or points to a player: all of it, or nothing',
  flags: {
    'pal ID[:LEVEL]...': 'a Pal, level 1 by default; repeatable',
    'exp N': 'experience',
    'technology-points N': 'technology points',
  },
  notes: [
    'The player has to be online, unless "playerResolution" in Config.json is "Known". Beside a game server it waits as a',
    'delivery, and is in the game after its next restart.',
    'PLAYER is a UserId, a PlayerUID or a name. palatine find TEXT finds ids. Example:',
    '  palatine give steam_76561198000000001 PalSphere=20 Wood --pal SheepBall:5',
  ],
} as const;

// Data folders

export const archiveList = {
  description: 'list the archives of deleted bases, newest first',
  notes: ['It reads the folder Archives, with or without a running server.'],
} as const;

export const archiveRestore = {
  notes: [
    'FILE is a name that palatine archive list shows. The base is restored with its objects, items and Pals,',
    'or not at all; the refusal says why.',
  ],
} as const;

export const attach = {
  description: 'connect to a running Palworld server: find and test its parts, and write Server.json',
  flags: {
    'save DIR': 'the world folder (the one with Level.sav) or the installation (default: searched)',
    ...REST_FLAGS,
    'store-password': 'store the password of PALATINE_SERVER_PASSWORD in the data folder, for this user only',
    'control WHO': 'how to stop and start the server: docker:NAME, docker:NAME@SOCKET, commands or somebody',
    'offline-ok': 'attach even if the server does not answer',
    replace: 'replace the current world, which is kept under another name',
    yes: 'write without confirmation, even for a folder that was searched for',
  },
  notes: [
    'It sends GET /info to the server and does not change it. While parts are missing nothing is written (exit code 1).',
    'Existing settings of Server.json stay as they are; commands are taken from it.',
  ],
} as const;

export const find = {
  description: 'find ids of items, Pals, technologies and so on, by name or spelling',
  notes: [
    'It searches names of every language, or of one with --language.',
    'It needs no server and no data folder. Files in the Catalogue folder of the data folder are included.',
    'GET /v1/palatine/catalogue has everything that can be found.',
  ],
} as const;

export const init = {
  description: 'create the data folder with its settings and an administrator token, without starting',
  notes: [
    '--from only reads that folder, checks each file as a start would, and reports settings without effect here. It',
    'copies nothing if the data folder has another, changed file of the same name.',
    'Existing files are not changed, except for the two settings of --for.',
    'Clients of PalDefender 1.8 and newer read AnswerForm Wrapped; panels that show offline players need',
    'playerResolution Known. "other" sets the defaults: Flat and Online.',
  ],
} as const;

export const worldCheck = {
  description: 'check the world file for damage and every reference in the world',
  notes: ['It reads a copy, so a server may be running. Exit code 1 when there are problems.'],
} as const;

export const worldList = {
  description: 'list the world, and former ones that were kept aside',
  notes: [TO_BRING_BACK],
} as const;

export const worldImport = {
  description: 'fill the data folder from a Palworld save folder (the one with Level.sav)',
  flags: { 'name NAME': "the name of the world (default: the save's own)", ...REPLACE_FLAG },
  notes: [
    'The save is only read, and the game may be running. An interrupted import changes nothing.',
    'An unchanged demo world is replaced without --replace, with its bans.',
  ],
} as const;

export const worldDemo = {
  description: 'fill the data folder with a demo world',
  flags: { ...DEMO_FLAGS, ...REPLACE_FLAG },
} as const;

export const worldBackup = {
  description: 'copy world and operator files into DIR, or Backups/<time>; a server may be running',
  flags: {
    archives: 'include the archives of deleted bases',
    secrets: 'include server-password, keys, and token files with a plain token',
  },
  notes: [
    'It has everything the server had answered when the backup began, with bans, settings, hashed tokens, Pal',
    'templates, import rules, Catalogue and Console. Files that are left out are listed.',
  ],
} as const;

export const worldRestore = {
  description: 'restore a backup; DIR is its folder, or its name in Backups',
  flags: {
    ...REPLACE_FLAG,
    'world-only': 'restore world and bans only; all other files stay as they are',
    settings: 'include RESTConfig.json, Server.json, fleet.json and secrets: they can set programs to run',
    tokens: 'include the token files: the author of the backup has these tokens',
  },
  notes: [
    'Stop the server first. Without --settings and --tokens this folder keeps its own, so a backup of somebody else',
    'brings neither programs nor tokens. The replaced files are kept in Backups/replaced-<time>.',
  ],
} as const;

/**
 * Harmless leftovers of the game itself (docs/save-format.md#invariants). Of I1, P4 and P6 only those with that grade.
 */
export const LEFTOVERS: Partial<Record<InvariantCode, string>> = {
  C3: 'slots that name Pals that are gone',
  C7: 'entries in the lists of guilds that name characters that are gone, or one twice',
  I1: 'accessories whose records have their tier from before 1.0',
  I3: 'records of weapons, armor and eggs that are in no slot',
  M2: 'objects that name containers that are gone',
  M3: 'objects that name works that are gone',
  M6: 'objects that belong to objects that are gone',
  P4: 'players with relics that were collected before 1.0 counted them',
  P6: 'players with fewer status points than their level gave',
  W2: 'works that are given to Pals that are gone',
  W3: 'entries in the work lists of bases that name works that are gone',
};
