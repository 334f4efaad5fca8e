/** The settings of the operator's files by their paths: what each is called, and what it does. */
export const SETTING_TEXTS = {
  // Config.json
  playerResolution: [
    'Give to offline players',
    'Online: actions reach online players only. Known: every player the world knows',
  ],
  bannedTechnologies: ['Banned technologies', 'Technologies that the service never teaches'],
  bannedMessage: ['Ban message', 'Shown to banned players; written into a new Banlist.json'],
  announcePunishments: ['Announce bans and kicks', 'Whether bans and kicks are announced in the chat'],
  unknownIds: [
    'Unknown IDs',
    'Whether ids that the catalogue does not know are refused, or accepted for a game newer than the catalogue',
  ],
  useWhitelist: [
    'PalDefender whitelist',
    'Whether WhiteList.json of PalDefender keeps players out, with a game server',
  ],
  whitelistMessage: ['Whitelist message', 'Shown to players whom WhiteList.json keeps out'],
  'archives.keepDays': [
    'Keep deleted bases for (days)',
    'Days that archives of deleted bases are kept; 0 keeps all for ever',
  ],
  'archives.keepAtLeast': [
    'Always keep the newest deleted bases',
    'How many of the newest archives stay, however old',
  ],
  'backups.keepDays': ['Keep backups for (days)', 'Days that backups are kept; 0 keeps all for ever'],
  'backups.keepAtLeast': [
    'Always keep the newest backups',
    'How many of the newest backups stay, however old',
  ],
  'audit.keepDays': ['Keep the audit for (days)', 'Days that the audit keeps an entry; 0 for ever'],
  'audit.keepEntries': ['Audit entries', 'How many of the newest entries the audit keeps; 0 for no bound'],
  // RESTAPI/RESTConfig.json
  Enabled: ['API', 'Whether to serve at all'],
  Address: ['Address', 'The address to listen on; 0.0.0.0 for every one of this machine'],
  Port: ['Port', 'The port; 0 for any free one'],
  'Cors.Allowed-Origins': [
    'Allowed websites',
    'Origins whose pages may call the service from a browser; * for all',
  ],
  'Cors.Max-Age': ['Preflight cache (seconds)', 'Seconds that a browser may cache a preflight'],
  TrustedProxies: [
    'Trusted proxies',
    'Addresses and ranges of proxies whose X-Forwarded-For says who the caller is',
  ],
  DefaultPermissions: ['Permissions of every token', 'Permissions that every token file has besides its own'],
  'TLS.Certificate': [
    'TLS certificate',
    'A PEM file, relative to the data folder unless absolute; empty for plain HTTP',
  ],
  'TLS.Key': ['TLS key', 'The PEM file of its key; empty for plain HTTP'],
  AnswerForm: ['Response form', 'The form of answers to tokens without their own'],
  'Limits.Max-Body-Bytes': ['Largest request (bytes)', 'A longer body is answered with 413'],
  'Limits.Max-Queue': ['Longest queue', 'Requests that may wait for the game; one more is answered with 503'],
  'Limits.Requests-Per-Second': [
    'Rate limit',
    'Requests of a token in a second; more are answered with 429; 0 for no limit',
  ],
  'Limits.Max-Connections': ['Connections', 'Connections at once; more are closed'],
  // Server.json
  SaveFolder: ['Save folder', 'The world folder, with Level.sav in it; empty for a standalone service'],
  'Rest.Url': ['REST address', 'Address of the REST interface of the game server'],
  'Rest.PasswordFile': [
    'Password file',
    'A file that holds the AdminPassword and nothing else; relative to the data folder. PALATINE_SERVER_PASSWORD wins',
  ],
  'Rest.AllowPublicAddress': [
    'Allow a public address',
    'Whether Url may lead outside this machine and private networks',
  ],
  Deliveries: ['Deliveries', 'Whether grants wait for the next restart, or are refused'],
  AlertAs: ['Alerts', 'Handling of alerts, which the game server does not have'],
  BanlistFile: [
    'Ban list file',
    'The banlist.txt of the game server; empty for the one beside the save folder',
  ],
  'Polls.PlayersSeconds': ['Read players every (seconds)', 'Seconds between two reads of who is online'],
  'Polls.PlayersWhenEmptySeconds': [
    'Read players of an empty server every (seconds)',
    'The same while no players are online',
  ],
  'Polls.MetricsSeconds': [
    'Read figures every (seconds)',
    'Seconds between two reads of the figures of the server',
  ],
  'Polls.InfoSeconds': [
    'Read name and version every (seconds)',
    'Seconds between two reads of its name and version',
  ],
  'Polls.SettingsSeconds': ['Read settings every (seconds)', 'Seconds between two reads of its settings'],
  'Polls.SaveSeconds': ['Read the save every (seconds)', 'Seconds between two looks at its save'],
  'Polls.SettleSeconds': [
    'Wait for the save to settle',
    'Seconds without a change of its files before the save is read',
  ],
  'Control.Kind': ['Server control', 'Who stops and starts the game server'],
  'Control.Container': ['Container', 'The name of its container'],
  'Control.Socket': ['Docker socket', 'The socket of the Docker Engine'],
  'Control.Stop': [
    'Stop command',
    'A program and its arguments that stop it; no shell reads them. It also runs if Status reports a stopped server',
  ],
  'Control.Start': ['Start command', 'A program and its arguments that start it'],
  'Control.Status': [
    'Status command',
    'A program that says whether it runs: exit code 0 if it does, 3 if it is stopped and nothing restarts it, any other if unknown',
  ],
  'Control.StopTimeoutSeconds': ['Stop timeout (seconds)', 'Seconds that a stop may take'],
  'Control.StartTimeoutSeconds': ['Start timeout (seconds)', 'Seconds that a start may take'],
  'Maintenance.Daily': [
    'Restart daily at',
    'Times of day of this machine at which the countdown begins, such as 05:00',
  ],
  'Maintenance.EveryHours': ['Restart every (hours)', 'Hours between two restarts; 0 for none'],
  'Maintenance.CountdownSeconds': [
    'Countdown (seconds)',
    'When players are warned, in seconds before the stop; the largest is how long the countdown takes',
  ],
  'Maintenance.Message': ['Announcement', 'What players are told; {time} is replaced by the time left'],
  'Maintenance.SkipWhilePlayersOnline': [
    'Skip while players are online',
    'Whether the schedule skips a restart while players are online',
  ],
  'Maintenance.RestartWithoutDeliveries': [
    'Restart without pending changes',
    'Whether the schedule also restarts a server without pending changes',
  ],
  'Maintenance.DeliverWhenStopped': [
    'Deliver when the server is stopped',
    'Whether pending changes are delivered whenever the server is found stopped',
  ],
  'Backups.Folder': ['Backup folder', 'A folder; empty for SaveBackups in the data folder'],
  'Backups.EveryHours': [
    'Back up every (hours)',
    'Hours between two backups; 0 for none but those of a restart',
  ],
  'Backups.KeepDays': ['Keep save backups for (days)', 'Days that backups are kept'],
  'Backups.KeepAtLeast': ['Always keep the newest', 'The newest ones that are always kept'],
  // fleet.json
  Version: ['Version', 'The version of this file'],
  Servers: ['Broker addresses', 'The addresses of the broker, such as tls://10.0.0.5:4222'],
  World: ['World key', 'The key of the world in its fleet; empty for a world without one'],
  Name: ['World name', 'The name of the world, as the fleet shows it'],
  CredentialsFile: ['Credentials file', 'A file relative to the data folder'],
  CAFile: [
    'CA file',
    'Who signs the certificates of the broker; relative to the data folder, empty for those that Node trusts',
  ],
  Lists: ['Shared ban lists', 'The shared lists of bans that this world enforces'],
  Allow: ['Permissions of fleet tokens', 'The permissions that tokens of the fleet have here at most'],
  TokenGraceHours: [
    'Fleet tokens while cut off',
    'How long tokens of the fleet count at this world while it is cut off',
  ],
} as const satisfies Readonly<Record<string, readonly [title: string, meaning: string]>>;
