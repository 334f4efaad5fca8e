// The long notes on routes in the API document, by the names of the routes.

/** Players that a route with a `player_identifier` serves. */
export const SERVES_ONLINE_PLAYERS =
  'Serves players who are online and whose character is loaded. With `"playerResolution": "Known"` in Config.json it ' +
  'serves everybody the world knows, online or not.';

const ALL_OR_NOTHING = 'All of the request is applied, or none of it.';

/** Follows the names of ids. */
const COME_FROM_CATALOGUE =
  ' are in `GET /v1/palatine/catalogue` with their names; `palatine find NAME` searches them on the ' +
  'command line. Ids match in any case. An unknown one is refused, with up to three suggestions.';

/** Meaning of REQUEST_FAILED where the shared resolver looks up the player of the path. */
export const NO_SUCH_PLAYER = {
  REQUEST_FAILED:
    'No player whom the route serves has this identifier, or the character is not loaded yet; `Details.Reason` says which: ' +
    '`UNKNOWN_PLAYER`, which no retry helps, `PLAYER_OFFLINE` or `CHARACTER_NOT_LOADED`. Without it the work failed, and the ' +
    'log of the service says why.',
} as const;

export const REPLACES_A_VERSION =
  'The write names the version that it replaces: `If-Match` with the `ETag` of the file, or `If-None-Match: *` for a file ' +
  'that is not there yet. Without either it is refused with `PRECONDITION_REQUIRED`; when the file has ' +
  'changed since, also by hand, with `FILE_CHANGED`. Sending the current text again succeeds. The file is ' +
  'replaced whole or not at all.';

// Audit

export const getAudit =
  'Filters combine with AND. `Format=csv` and `Format=jsonl` answer with all matching entries as one stream, and ' +
  'take neither `Limit` nor `Cursor`. The audit holds the texts of messages, reasons of bans and addresses: give ' +
  'this permission only to those who may read them.';

// Backups

export const getBackups =
  '`palatine world restore NAME` restores one. `GET /v1/palatine/server/backups` lists those of the save folder of a ' +
  'running game server.';

export const makeBackup =
  'Answers at once; `GET /v1/palatine/backups` shows its progress, and a `backup.made` event reports its end. ' +
  'Everything answered before the call is in it. A second call while one is running is refused with `BACKUP_RUNNING`.';

// Bases

export const deleteBase =
  'Cannot be undone: Pals, storage and everything that players put into the camp go, but not the ' +
  'guild chest. Rocks, logs and treasure boxes stay, and are not counted. A base with a Pal of a ' +
  'player in one of its booths, or dropped on its ground, is not deleted: `DELETE_BASE_FAILED` ' +
  'names the Pal. Ids of camps stand in `GET /v1/pdapi/guilds`. Everything is archived first, in ' +
  '`Archives` of the data directory; without an archive nothing is deleted.';

export const getArchives =
  'Every deletion of a base writes an archive first. Only the beginning of each file is read for this list, so an ' +
  'archive that is damaged further on shows no `Problem` here and is refused when it is restored.';

export const restoreBase =
  'The camp, its objects, their containers with all items, and its worker Pals come back as they were archived, ' +
  'with their ids, and the camp belongs to its guild again; rocks and treasure boxes that stayed ' +
  'are part of it again. All of it comes back, or nothing: `ARCHIVE_CONFLICT` ' +
  'when the base is there, its guild is gone, the archive is of another world, or one of its Pals, objects, ' +
  'containers or items has come into the world by another way. A base that was restored and deleted again has ' +
  'two archives; the newer one holds its last state.';

// Camps

export const searchCamps =
  '`SeenBefore` finds the bases of guilds whose members have all been away since, as in the list of guilds. ' +
  'Names that the game gives to camps are templates, and are not shown.';

export const getCampDetails =
  'A row of `Objects` has one cell for each of `Columns`. Rocks and treasure boxes in the area are not ' +
  'among them. An object with a `ContainerId` that is not in `Storages` is a production in progress or a dropped item.';

export const previewBaseDeletion =
  '`BaseCamp` and `Deleted` are what Delete base would answer now. It would be refused with `DELETE_BASE_FAILED` ' +
  'when `Obstacle` says why. Whether the archive can be written shows only then.';

// Catalogue

/** The paragraphs before the list of tables. */
export const getCatalogue = [
  'This is where ids come from. The service matches them in any case and answers with the spelling of this list. ' +
    "Files in the operator's `Catalogue` folder are added at start-up. On the command line " +
    '`palatine find NAME` searches the same list.',
  'An entry without a name in a language has its English one, as do NPCs, expeditions and towers in every language.',
  'The answer is large and changes only with the service or its files: keep it, and send its ETag in ' +
    '`If-None-Match`. A table has `Columns` and `Rows`, each row with one cell per column. ' +
    'An empty text means none or unknown, also in a column of numbers.',
];

// Deliveries

export const getDeliveries =
  'Beside a running game server, grants, technologies and base deletions are delivered into the save while the ' +
  'server is stopped. Until then they are in no other answer. Filters combine with AND. A service with a world of ' +
  'its own has none.';

// Doctor

export const getFindings =
  'The checks read the whole world and every backup, so they may take a while and run at most once a minute, in the ' +
  'background. `Running` is true while they run; the findings are those of the previous run, if any.';

// Find

export const find =
  'Each kind is looked for only when the token may read it. Players are found by their name, ' +
  'former names and PlayerUID, and with `Palatine.Players.Read.Private` by UserId and address too.';

// Fleet join

export const createJoinCode =
  'The line in the answer is a secret, and is shown this once. It is given to the world as `--join LINE`. It names the ' +
  'certificate of this gateway, which is all the world needs to trust it. With `World`, the code lets a world that ' +
  'has joined before join again under its key, with new credentials in place of the old ones.';

// Fleet lists

const STORED =
  'The entry is on disk when this is answered; worlds have it within a second, and those that are away when they come back.';

export const putFleetList =
  'A name has 1 to 32 of the characters a to z, 0 to 9 and `-`. Worlds subscribe to lists in their `fleet.json`. `Kind` cannot ' +
  'be changed later. `Adopt` says what becomes of bans that these worlds give by themselves: `Adopt` puts them on the list, ' +
  '`Offer` keeps them for a decision, `Ignore` skips them. `LocalUnban`: whether a ban that a world lifts stays lifted there.';

export const addFleetBan =
  'A list of kind `Allow` takes users only. One that is on the list already gets the new reason and end. ' +
  STORED;

export const removeFleetBan = `\`id\` is a UserId or an address. The entry stays with \`State\` \`Lifted\` and who lifted it. ${STORED}`;

export const importFleetList =
  'The text is a Banlist.json, an export of a shared list, or plain lines: a UserId or an address first, then a reason if ' +
  'there is one; `#` begins a comment. Existing entries are unchanged; nothing is lifted.';

// Fleet search

export const searchFleetPlayers =
  'Each world lists its own players, so that one person has a row for each world. A gateway keeps these lists: they ' +
  'are up to fifteen seconds old, and those of a world that is away are as it left them.';

export const getFleetAudit =
  'In the order in which this gateway received the entries; with `From` or `To` in the order of their times. What a ' +
  'world did while it was away arrives when it is back. Filters combine with AND, and are those of ' +
  '`GET /v1/palatine/audit`. `Player` finds a PlayerUID, a UserId or a whole name. `Format=csv` and `Format=jsonl` ' +
  'answer with all matching entries as one stream, and take neither `Limit` nor `Cursor`. A cursor belongs to the ' +
  'gateway that gave it.';

export const getFleetEvents =
  'In the order in which this gateway received the events; with `From` or `To` in the order of their times. Filters ' +
  'combine with AND. `Format=csv` and `Format=jsonl` answer with all matching events as one stream, and take neither ' +
  '`Limit` nor `Cursor`. With filters a page may hold fewer events than `Limit`, or none, and still have a `Next`: the ' +
  'gateway scans a limited number of events for a page.';

// Fleet tokens

export const createFleetToken =
  'The secret is shown only in this response. A token cannot grant permissions or worlds that it lacks itself. ' +
  'Within a moment the token is also valid at the port of a world, as far as the owner of that world permits the fleet.';

export const revokeFleetToken =
  'A world that is cut off hears of it when it is back, or refuses the token when its hours of grace are over.';

// Fleet worlds

export const getFleetSession =
  'The first question of a page for people, and needs no permission itself. A world may allow the fleet less: ' +
  '`GET /worlds/<World>/v1/palatine/session` says what the token may do there.';

export const removeWorld =
  'Its credentials are revoked. The world itself continues standalone and enforces its last copy of the lists. It ' +
  'comes back with a new join code. What its events and its audit say stays.';

// Game server

export const getServer =
  'Figures that the game server does not report are left out. `State` is `Disabled` for a service with its own world.';

export const startMaintenance =
  'Answers at once; `GET /v1/palatine/server` shows its progress. The countdown is announced in the game and is ' +
  'skipped when nobody is online. Where somebody else stops and starts the server (`Control.Kind` is `Somebody`), only a ' +
  'countdown that the request names is counted, and `Message` says when they have to. A second one while one is running ' +
  'is refused with `MAINTENANCE_RUNNING`.';

export const backUpServer =
  'While the server runs, the copy is one moment of the save: files that change meanwhile are read again.';

export const getWhitelist =
  'The file is read again when it changes; while it is invalid, its last valid state stays active, and `Problems` lists the errors. While it ' +
  'lists nobody, nobody is kicked.';

export const changeWhitelist =
  'Only the named entries change; the rest of the file stays. An online player who is removed is kicked.';

// Guilds

export const getGuilds =
  'A snapshot. The keys are what `GET /v1/pdapi/guild/{guild_id}` takes; the ids of `camps` are what Delete base takes.';

export const getGuild =
  '`items` is the guild chest, one key for each slot. `missions` and `researches` list every one ' +
  'of the game. `status` of a member is `Online` or `Logout`.';

export const searchGuilds =
  'A guild without a name is known by its head: `HeadName`, which is what it is sorted by then. ' +
  '`SeenBefore` finds the guilds whose members have all been away since: nobody of them is online, and the last ' +
  'one who is known to have left did so before. A guild without a known time is not among them.';

export const getGuildDetails =
  'The work that a research needs is in the catalogue. A save does not say which expeditions are under way, only ' +
  'which are released and how many have been finished.';

// Health

export const getHealthDetails =
  'The probes `/healthz` and `/readyz` need no token and say less. Answers also while the game is frozen.';

/** The recorded series, each with its unit. */
export const SERIES = {
  online: 'Players online',
  queue: 'Requests that wait for the game or run on it',
  stepP95Ms: 'A step of the simulation in ms: 95 of 100 were shorter',
  holdP95Ms: '95th percentile of the time that a request held the game, in ms',
  commitP95Ms: 'A commit until it was on disk, in ms: 95 of 100 were shorter',
  answerP95Ms: 'From the head of a request to the head of its answer, in ms: 95 of 100 were shorter',
  answers: 'Requests answered, per second',
  errors: 'Requests answered with a status of 500 or more, per second',
  refusals: 'Requests answered with a status of 400 to 499, per second',
  rssBytes: 'Memory that the process holds',
  eventLoopP99Ms: 'How late the event loop of the HTTP side was, in ms: 99 of 100 turns were less late',
  watchers: 'Streams of events and positions that are open',
} as const;

export const getSeries = (): string =>
  [
    'Kept every 5 seconds for an hour, every minute for two days and every quarter of an hour for 90 days. The reply ' +
      'takes the finest of these that goes back to `From` and has at most `Points` values in the range; values beyond ' +
      'that are merged. A value is `null` where the service was not running, or had nothing to measure.',
    Object.entries(SERIES)
      .map(([name, meaning]) => `- \`${name}\`: ${meaning}`)
      .join('\n'),
  ].join('\n\n');

// Import rules

export const OF_A_SPECIES =
  '`Default` holds for every species; a file with the name of a PalID is laid over it for that one, but for ' +
  '`PalSelectionMode`, `AllowedPalIDs` and `BannedPalIDs`, which apply in `Default` only.';

export const getImportRules = `${OF_A_SPECIES} Files are read on each call, so changes by other programs take effect at once.`;

export const putImportRule =
  'The body has either `Rules` or `Text`. A file with a wrong value, an id that nothing has or a ' +
  'key that is no rule would refuse every import, so it is not saved. The rules count from the next ' +
  'request on. ' +
  OF_A_SPECIES;

// Items

export const getItems =
  SERVES_ONLINE_PLAYERS +
  '\n\n' +
  'A container that the player lacks has `Available` false. `Slots` holds the occupied slots ' +
  'only, by their index from 0.';

export const giveItems =
  SERVES_ONLINE_PLAYERS +
  '\n\n' +
  ALL_OR_NOTHING +
  '\n\n`ItemID`s' +
  COME_FROM_CATALOGUE +
  '\n\n' +
  'Key items go to `KeyItems`, everything else to `Items`: stacks of the same item are filled ' +
  'first, then free slots, up to the stack size of the item. What has no room is refused. Eggs have ' +
  'their own route.';

export const getItemHolders =
  'Players, storages of bases, guild chests, dropped items, and the rest: treasure boxes, workbenches, death ' +
  'chests. The id matches in any case; an item that nobody holds has no rows. What a player carries whose ' +
  'file was missing at the import is not known.';

// Legacy give

export const legacyGive =
  ALL_OR_NOTHING +
  ' The player has to be online, unless `playerResolution` is `Known`. Newer ' +
  'clients use the routes of the single sections. A section needs the permission of its route. An ' +
  'empty section (an array, an object or a text) is treated as absent, and a request without ' +
  'sections succeeds. All invalid entries are reported: status 400, `Errors` with their count, ' +
  '`Error` with the messages by section; a body that is missing or not an object has no `UserID`.';

// Map

export const getMapPictures =
  'The pictures are `Console/map-main` and `Console/map-tree` in the data folder, as png, webp or jpg of at most 32 MiB. ' +
  'Each covers its region.';

// Messages

export const sendPlayerMessage =
  'Each player named has to be online, whatever `playerResolution` says, or nobody receives ' +
  'anything. Exactly one of `UserID` and `UserIDs` is given. `SendType` decides where the screen ' +
  'shows the message, not who receives it, and which permission the token needs.';

export const broadcast =
  'Everybody who is online reads it in the chat; with nobody online it succeeds as well. Beside a running game server it ' +
  'is an announcement of that server, one for each line, at most ten, with the sender before the text.';

export const alert =
  'The message may hold line breaks. With nobody online it succeeds as well. A running game server has no alerts: beside ' +
  'one it is refused, or sent as a broadcast where Server.json says `"AlertAs": "Broadcast"`.';

// Pal search

export const searchPals =
  'Filters combine with AND. Lists of ids are separated by commas. `Facets` is on the first page only, and counts what the filters let through.';

// Pals

export const getPals =
  SERVES_ONLINE_PLAYERS +
  '\n\n`Team` and `Palbox` are keyed by instance ID, as are the workers of the base camps of the guild.';

export const givePals =
  SERVES_ONLINE_PLAYERS +
  '\n\n' +
  ALL_OR_NOTHING +
  '\n\n`PalID`s' +
  COME_FROM_CATALOGUE +
  '\n\n' +
  '`Level` is 1 to 80, the level cap of the catalogue. A Pal goes into the team (5 slots) while it ' +
  'has room, then into the Palbox (960 slots). Gender follows the ratio of the species; IVs are ' +
  'random, 0 to 100.';

export const givePalTemplates =
  `${SERVES_ONLINE_PLAYERS}\n\n${ALL_OR_NOTHING} A name is that of a file in \`Pals/Templates\` of ` +
  'the data directory, with or without `.json`; the file is read when the request names it. ' +
  '`Pals/ImportRules` decide what of it is clamped, removed or refused. Team and Palbox need room, ' +
  'as for Give Pals.';

export const givePalEggs =
  SERVES_ONLINE_PLAYERS +
  '\n\n' +
  ALL_OR_NOTHING +
  '\n\n`EggID`s and `PalID`s' +
  COME_FROM_CATALOGUE +
  '\n\n' +
  'Each egg takes a free slot of `Items`. An egg holds a `PalID` with a `Level` (1 to 80, 1 ' +
  'unless given), or a `PalTemplate` with its own level; one of the two, not both.';

// Player belongings

export const KNOWN_NOTES =
  'Answers for every player the world knows, whatever `playerResolution` is. With `Known` false the ' +
  'world does not hold this of the player, and the rest is left out: unknown is not none.';

export const getPlayerPals = `${KNOWN_NOTES}\n\n\`Text\` is looked for in nickname and species, in any case; it filters no row, but says which pages have hits.`;

export const getPlayerProgress =
  KNOWN_NOTES +
  '\n\n' +
  'Bosses, Pals and items are keyed by ids of `GET /v1/palatine/catalogue`, fast travel points and ' +
  'relics by those of its places.';

// Player search

export const searchPlayers =
  'Filters combine with AND. Unknown values are left out of a row. ' +
  'The column `LastSeen` treats online players as seen now; `Place` sorts by the east-west axis of the map.';

export const getPlayerDetails =
  'Answers for every player the world knows, whatever `playerResolution` is. Fields that the world does not know are left out.';

export const getPlayerSessions =
  'Recorded since this version of the service, and kept for a year. When the service was down during a session, the gap ' +
  'is included only if it was shorter than ten minutes.';

// Players

export const getPlayers =
  'Whether a player is online is `Status`, also with `"playerResolution": "Known"`. A `PlayerUID` ' +
  'or `UserId` of this list is what other routes take as `player_identifier`. Locations of players ' +
  'who are offline are the last saved ones.';

// Positions

export const getTrails =
  'A point is recorded every 10 seconds (every minute while more than 500 players are online) of each player who ' +
  'has moved more than 5 m since their last one: a gap is a rest, or an absence. After a day a trail has a point ' +
  'a minute, and after a week it is gone; the heat remains. Coordinates are world coordinates in whole meters.';

export const getHeat =
  'Covers all online players, moving or not. Kept by the hour for 8 days, then by the day for 90: a range takes ' +
  'in every hour or day that it touches.';

// Progression

export const getProgression = `${SERVES_ONLINE_PLAYERS}\n\nBosses, Pals and items are keyed by ids of \`GET /v1/palatine/catalogue\`.`;

export const giveProgression = (maxStatusPoints: number): string =>
  SERVES_ONLINE_PLAYERS +
  '\n\n' +
  ALL_OR_NOTHING +
  ' At least one amount has to be given. EXP raises the ' +
  'level along the table of the game up to level 80; each level gained is one unused status point. ' +
  '`Granted.EXP` is what was added: EXP beyond the cap is not kept. A total above 2147483647 is ' +
  `refused, and so is a level whose status point would be one above ${maxStatusPoints}. \`Totals\` ` +
  'has the new totals of what was given.';

// Punishments

const ENFORCEMENT_NOTE =
  ' Beside a running game server the header `Palatine-Enforcement` says whether that server has done it: `done`, or ' +
  '`pending; <why>`, and the request is repeated until it has.';

export const getBanlist =
  'Filters combine with AND, and an empty or invalid one is ignored. A lifted ban stays in the ' +
  'list with `Active` false. An issuer filter matches who gave the ban or who lifted it.';

export const banPlayer =
  'Takes effect at once: everybody online whom the ban covers is disconnected and reads the ' +
  'reason. A `UserId` is banned even if the world has never seen it. A `PlayerUID` stands for ' +
  'the last known UserId of the player; while none is known, the ban counts by PlayerUID and the ' +
  'answer has `Pending`. Banning again replaces reason and issuer. With `IP` true the address ' +
  'that the player is online from is banned too; when none is known the answer is ' +
  '`IP_UNAVAILABLE` and nobody is banned.' +
  ENFORCEMENT_NOTE;

export const unbanPlayer =
  'The entry stays in the ban list with `Active` false and who lifted it. A ban of the address ' +
  'stays: lift it by Unban address. A PlayerUID lifts a ban that was given by PlayerUID.' +
  ENFORCEMENT_NOTE;

export const banIP =
  'Everybody online from the address is disconnected and reads the reason. Any spelling of an IPv6 ' +
  'address is accepted; one with a zone is refused. Banning again replaces reason and issuer.' +
  ENFORCEMENT_NOTE;

export const unbanIP =
  'Any spelling of the address is accepted. The entry stays in the ban list with `Active` false and who lifted it.' +
  ENFORCEMENT_NOTE;

export const kickPlayer =
  'For players who are online, whatever `playerResolution` says. The player reads the reason, and may come back at once. ' +
  'At a running game server, the kick is repeated while the player stays.';

// Service

export const LIMITS_OF_TOKENS =
  'A token cannot give a permission that it lacks itself, nor change one that has more than it has, nor itself.';

export const getVersion =
  'Needs no game work, so it answers also while the world is busy: use it as a check of address ' +
  'and token. `major` and `minor` are those of the interface.';

export const reloadConfig =
  'Reads Config.json, RESTConfig.json with its certificate, and Banlist.json. Of a file that is ' +
  'wrong nothing is taken and its last good state stays: the answer is 200 with `Success` false, ' +
  'and the reason is in a `config.rejected` event, the log and `palatine doctor`. So it is for all ' +
  'files when the game does not get to the reload in time. Address, port, origins, queue and ' +
  'whether there is TLS count at the next start. Token files count within a second, without a ' +
  'reload.';

export const getSession =
  'The first question of a page for people: it offers what the permissions cover, and needs no permission itself. ' +
  'A permission that ends in `.*` covers all names below it, and `*` covers every one.';

export const createToken =
  'The secret is in the first response and nowhere else: a repeated request is answered without it. ' +
  LIMITS_OF_TOKENS;

export const controlSimulation =
  'Each field that is given is applied, `FreezeMs` last. `LogIn` loads the character too. A ' +
  'manager stays unavailable until it is restored or the server stops.';

// Settings

export const getSettings =
  '`Server.json` is there beside a running game server only. No secret is in these files, nor in the answer: a password ' +
  'and the tokens have their own files.';

export const putSettings =
  '`Values` has the settings that change, by their keys; null removes one from the file, so that its default applies. Every ' +
  'other key of the file stays, also one that the service does not know; its layout becomes that of `JSON.stringify`. The whole ' +
  'file is checked before it is replaced. What a schedule does needs the permission to do it: those of `Maintenance` ' +
  '`Palatine.Server.Maintain`, `Backups.EveryHours` `Palatine.Backups.Make`. Saving does not apply ' +
  'them: `POST /ReloadConfig` or the next start does.';

// Summon

export const summonPal =
  '`PalID`s' +
  COME_FROM_CATALOGUE +
  '\n\n' +
  'Exactly one of `PalID` and `PalTemplate` is given; a template brings its own level, and its ' +
  '`HP` is the maximum of the Pal. Coordinates are those of the in-game map. The Pal belongs to ' +
  'nobody.';

export const summonNPC =
  '`NPCID`s' +
  COME_FROM_CATALOGUE +
  '\n\nCoordinates are those of the in-game map. `Level` is 1 to 80, 1 unless given.';

// Technologies

export const learnTechnologies =
  SERVES_ONLINE_PLAYERS +
  '\n\n' +
  ALL_OR_NOTHING +
  '\n\nTechnologies' +
  COME_FROM_CATALOGUE +
  '\n\n' +
  'Level, cost and prerequisites are ignored. Those in `bannedTechnologies` of Config.json are ' +
  'refused when named and left out of `All`. `Skipped` are those that the player knew already.';

export const forgetTechnologies =
  SERVES_ONLINE_PLAYERS +
  '\n\n' +
  ALL_OR_NOTHING +
  '\n\nTechnologies' +
  COME_FROM_CATALOGUE +
  '\n\n' +
  'Spent technology points do not come back. `Skipped` are those that the player had not learned.';

// Templates

export const checkTemplate =
  'Read by the reader of `POST /give/paltemplates` under the import rules of this moment. `Pal` is left out when the ' +
  'import is refused. What a template leaves to chance differs from call to call. The body has either `Template` or `Text`.';

export const putTemplate =
  'The body has either `Template` or `Text`. A template that the import rules refuse is saved as ' +
  'well: `Problems` of the answer lists the reasons.';

// World

export const getWorld =
  'Unknown values are left out: a demo world has no save, and so no in-game day. `Store` and `Disk` are read once a second at most, so they may be up to a second old.';

// Streams

/** Bounds of a stream. */
interface StreamBounds {
  heartbeatMs: number;
  stallMs: number;
  streams: number;
}

/** Also in docs/events.md. */
export const getEvents = ({
  heartbeatMs,
  stallMs,
  streams,
  keptEvents,
  keptBytes,
}: StreamBounds & { keptEvents: string; keptBytes: number }): string =>
  `
Every event that happens while you watch is sent once, in order, as a message of three lines and an empty one:

\`\`\`
id: 4711
event: player.joined
data: {"Id":4711,"Time":"2026-07-12T18:15:02.113Z","Type":"player.joined","Data":{…}}
\`\`\`

\`data\` is one line of JSON that holds everything, so a client needs no other line. A newer service may send types that are not listed here: skip them.

- **Begin.** The first message is a comment with the id at which the stream begins, without \`data\`. Without \`Last-Event-ID\` that is the newest event: you receive what happens from now on.
- **Resume.** After a lost connection, connect again with the \`Id\` of the last event that you have seen as \`Last-Event-ID\`, as \`EventSource\` does by itself. You receive what you have missed, then what happens. Ids count up over restarts of the service. \`Last-Event-ID: 0\` sends everything that is kept. An empty header counts as none; anything but a whole number is 400 \`VALIDATION_FAILED\`.
- **Gap.** The service keeps the last ${keptEvents} events, at most ${keptBytes / 1024 / 1024} MiB of them as JSON. If events that you had not seen were dropped, the stream continues with the oldest kept event, and its \`Id\` is more than one above yours: read the state again. An id above the newest belongs to another world (a restored backup or a replaced world): the stream then begins with the oldest kept event.
- **Heartbeat.** A comment (\`: \`) comes every ${heartbeatMs / 1000} seconds. After ${(3 * heartbeatMs) / 1000} seconds without a byte, connect again.
- **Limits.** ${streams} streams at once; one more is 503 \`SERVER_BUSY\`. A connection that reads nothing for ${stallMs / 1000} seconds is closed, and can resume. One event is below 1 MiB.
- **Rights.** A token with the permission \`Palatine.Events.Read\` sees every event of every type, addresses of banned players included.
`.trim();

export const getPositions = ({
  heartbeatMs,
  stallMs,
  streams,
  parts,
}: StreamBounds & { parts: number }): string =>
  `
Messages of two lines and an empty one; \`data\` is one line of JSON that holds everything:

\`\`\`
event: snapshot
data: {"Type":"snapshot","At":"2026-07-12T18:15:02.113Z","Rows":[["D894F2B1-00000000-00000000-00000000",-3217,2142,2,1]]}

event: moves
data: {"Type":"moves","At":"2026-07-12T18:15:03.114Z","Rows":[[0,-3211,2139,2]]}
\`\`\`

- **Unit.** Coordinates are world coordinates in whole meters; times 100 they are the cm of the other routes.
- **Snapshot.** The first message lists every player whose place is known, online or not. Keep the list: later messages name players by their index in it. Another snapshot, which comes after a pause of the service, or for a reader that was too slow, replaces the list.
- **Moves.** Once a second, unless nothing has changed: who has moved more than 1 m since their last row. \`Added\` are players who were not in the list: put them at its end first. \`Online\` says who has come (1) or gone (0).
- **Filter.** With \`Region\` or \`Box\` the list holds who is inside. Somebody who walks in is in \`Added\`, or moves again where the list has them already; somebody who walks out gets one last row, outside.
- **No history.** There are no ids and nothing to resume: connect again and begin with the snapshot.
- **Heartbeat.** A comment (\`: \`) comes every ${heartbeatMs / 1000} seconds. After ${(3 * heartbeatMs) / 1000} seconds without a byte, connect again.
- **Limits.** ${streams} streams at once, with ${parts} different filters; one more is 503 \`SERVER_BUSY\`. Those with the same \`Region\` and \`Box\` share one. A connection that reads nothing for ${stallMs / 1000} seconds is closed.
- **Rights.** The stream ends within a second when its token goes or loses the permission.
`.trim();

export const watchFleetEvents = ({ heartbeatMs, stallMs, streams }: StreamBounds): string =>
  `
Like \`GET /v1/palatine/events\`, with the world beside each event, as \`GET /v1/fleet/events/past\` lists it.

- **Order.** The events of one world come in their order; those of different worlds in the order in which the gateway receives them.
- **Begin.** The first message is a comment with the id at which the stream begins. Without \`Last-Event-ID\` that is the newest event.
- **Resume.** \`Last-Event-ID\` is the \`Id\` of the last event that you have seen: you receive what you have missed, then what happens. Ids belong to one gateway and to its file; with an id of another one, or of a file that was deleted, the stream begins with the oldest event that is kept, so that you may see events again and miss none. \`World\`, \`Incarnation\` and the \`Id\` of the event itself tell them apart everywhere.
- **Bounds.** A comment comes every ${heartbeatMs / 1000} seconds. ${streams} streams at once; one more is 503 \`SERVER_BUSY\`. A connection that reads nothing for ${stallMs / 1000} seconds is closed, and can resume.
`.trim();
