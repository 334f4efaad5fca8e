import {
  type AnyRouteName,
  type AttachedRouteName,
  EXAMPLE_IDS,
  LIMITS,
  MAX_ARCHIVES,
  putMapPicture,
  type QueryValues,
  RELIC_TYPES,
  ROUTES,
  type RouteShape,
} from '@palatine/contract';

/** What a route takes beside its path. */
export interface WorstCall {
  params?: Record<string, string>;
  query?: QueryValues;
  headers?: Record<string, string>;
  body?: object;
}

/** Identities of the world that is asked. Each turn has players of its own, so that no grant finds the other full. */
export interface Identities {
  player: string;
  /** As many as a list may have, beside those of the turns. */
  players: readonly string[];
  bannedUser: string;
  bannedIP: string;
  guild: string;
  /** Instance id. */
  pal: string;
  camp: string;
  /** Of a base that an earlier request deleted. */
  archive: string;
  /** File names of Pal templates. */
  templates: readonly string[];
  itemIds: readonly string[];
  technologies: readonly string[];
}

/** Routes of a service as an operator runs it, without those of tests. */
export type FairRoute = Exclude<AnyRouteName, 'controlSimulation' | AttachedRouteName>;

type Worst = (known: Identities) => WorstCall;

const repeated = <T>(count: number, entry: T): T[] => Array.from({ length: count }, () => entry);
const long = (chars: number) => 'x'.repeat(chars);
const ofPlayer: Worst = ({ player }) => ({ params: { player_identifier: player } });
const ofUid: Worst = ({ player }) => ({ params: { uid: player } });
const ofTemplate: Worst = ({ templates: [name = ''] }) => ({ params: { name } });
const ofRules: Worst = () => ({ params: { name: 'Default' } });
const withBody =
  (body: (known: Identities) => object): Worst =>
  (known) => ({ ...ofPlayer(known), body: body(known) });
const punishment = { Reason: long(LIMITS.reasonChars) };
const banFilters = { q: 'nothing has this', reason: 'nor this', issuerName: 'nor that' };

/** The request of each route that makes the most work, within what the contract allows. */
export const WORST_CALLS: Record<FairRoute, Worst> = {
  getVersion: () => ({}),
  getPlayers: () => ({}),
  getPlayer: ofPlayer,
  getPals: ofPlayer,
  getItems: ofPlayer,
  getTechnologies: ofPlayer,
  getProgression: ofPlayer,
  getGuilds: () => ({}),
  getGuild: ({ guild }) => ({ params: { guild_id: guild } }),
  getBanlist: () => ({ query: banFilters }),
  legacyGive: ({ player, players, technologies }) => ({
    body: {
      UserID: player,
      UnlockTechnology: 'All',
      Techs: technologies,
      Items: players.map((id) => ({ ItemID: id, Count: 0 })),
      Pals: players.map((id) => ({ PalID: id, Level: 0 })),
      PalEggs: players.map((id) => ({ EggID: id, PalID: id, Level: 0 })),
    },
  }),
  giveItems: withBody(({ itemIds }) => ({
    Items: repeated(LIMITS.listEntries, 0).map((_, at) => ({
      ItemID: itemIds[at % itemIds.length],
      Count: 1,
    })),
  })),
  givePals: withBody(() => ({ Pals: repeated(900, { PalID: 'PinkCat', Level: 50 }) })),
  givePalTemplates: withBody(({ templates }) => ({ PalTemplates: templates })),
  givePalEggs: withBody(() => ({
    PalEggs: repeated(LIMITS.listEntries, { EggID: 'PalEgg_Normal_01', PalID: 'SheepBall', Level: 1 }),
  })),
  giveProgression: withBody(() => ({
    EXP: 1_000_000,
    TechnologyPoints: 1,
    AncientTechnologyPoints: 1,
    Relics: Object.fromEntries(RELIC_TYPES.map((type) => [type, 1])),
  })),
  summonPal: () => ({
    body: { PalID: 'PinkCat', X: 0, Y: 0, Z: 0, DisableStatuses: repeated(LIMITS.statusEntries, 'x') },
  }),
  summonNPC: () => ROUTES.summonNPC.examples[0],
  learnTechnologies: withBody(() => ({ Technology: 'All' })),
  forgetTechnologies: withBody(({ technologies }) => ({ Technology: technologies })),
  deleteBase: ({ camp }) => ({ params: { base_camp_id: camp } }),
  getArchives: () => ({ query: { Limit: String(MAX_ARCHIVES) } }),
  restoreBase: ({ archive }) => ({ params: { file: archive } }),
  banPlayer: withBody(() => ({ ...punishment, IP: true })),
  unbanPlayer: ({ bannedUser }) => ({ params: { user_id: bannedUser }, body: punishment }),
  banIP: () => ({ params: { ip: EXAMPLE_IDS.ip }, body: punishment }),
  unbanIP: ({ bannedIP }) => ({ params: { ip: bannedIP }, body: punishment }),
  kickPlayer: withBody(() => punishment),
  sendPlayerMessage: ({ players }) => ({
    body: {
      SendType: 'PlayerChat',
      Message: long(LIMITS.messageChars),
      Sender: long(LIMITS.senderChars),
      UserIDs: players,
    },
  }),
  broadcast: () => ({ body: { Message: long(LIMITS.messageChars), Sender: long(LIMITS.senderChars) } }),
  alert: () => ({ body: { Message: long(LIMITS.messageChars) } }),
  reloadConfig: () => ({ body: {} }),
  getSession: () => ({}),
  getTemplates: () => ({ query: { Limit: '500' } }),
  getTemplate: ofTemplate,
  putTemplate: (known) => ({
    ...ofTemplate(known),
    headers: { 'if-match': EXAMPLE_IDS.templateETag },
    body: { Text: long(LIMITS.fileChars) },
  }),
  deleteTemplate: (known) => ({
    ...ofTemplate(known),
    headers: { 'if-match': EXAMPLE_IDS.templateETag },
  }),
  checkTemplate: () => ({
    body: {
      Template: {
        PalID: 'SheepBall',
        ActiveSkills: repeated(LIMITS.listEntries, 'no such skill'),
        Passives: repeated(LIMITS.listEntries, 'no such passive'),
      },
    },
  }),
  getTemplateVersions: ofTemplate,
  getImportRules: () => ({ query: { Limit: '500' } }),
  getImportRule: ofRules,
  putImportRule: (known) => ({
    ...ofRules(known),
    headers: { 'if-match': EXAMPLE_IDS.rulesETag },
    body: { Rules: { BannedPalIDs: repeated(LIMITS.listEntries, 'SheepBall') } },
  }),
  deleteImportRule: (known) => ({ ...ofRules(known), headers: { 'if-match': EXAMPLE_IDS.rulesETag } }),
  checkImportRule: () => ({
    body: { Name: 'Default', Rules: { BannedPalIDs: repeated(LIMITS.listEntries, 'SheepBall') } },
  }),
  getImportRuleVersions: ofRules,
  getSettings: () => ({}),
  getTokens: () => ({}),
  getBackups: () => ({ query: { Limit: '500' } }),
  makeBackup: () => ({ body: { Archives: true } }),
  getFindings: () => ({}),
  getMapPictures: () => ({}),
  putMapPicture: () => ({
    headers: { 'if-match': EXAMPLE_IDS.settingsETag },
    body: putMapPicture.examples[0].body,
  }),
  getSettingsVersions: () => ({ params: { file: 'Config.json' } }),
  putSettings: () => ({
    params: { file: 'Config.json' },
    headers: { 'if-match': EXAMPLE_IDS.settingsETag },
    body: { Values: { bannedTechnologies: repeated(LIMITS.listEntries, 'x') } },
  }),
  getCatalogue: () => ({}),
  searchPlayers: () => ({ query: { Find: 'e', Sort: 'Playtime', Limit: 500 } }),
  getPlayerInventory: ofUid,
  getPlayerPals: (known) => ({ ...ofUid(known), query: { Box: 'Palbox', Text: 'a', Impossible: true } }),
  getPlayerTechnologies: ofUid,
  getPlayerProgress: ofUid,
  searchPals: () => ({ query: { Text: 'a', Sort: 'Owner', Limit: 500 } }),
  getPalDetails: ({ pal }) => ({ params: { id: pal } }),
  find: () => ({ query: { Text: 'e', Limit: 100 } }),
  getPlayerDetails: ({ player }) => ({ params: { uid: player } }),
  getBanPreview: ({ player }) => ({ params: { uid: player } }),
  getWorld: () => ({}),
  searchGuilds: () => ({ query: { Find: 'e', Sort: 'LastSeen', Limit: 500 } }),
  getGuildDetails: ({ guild }) => ({ params: { guild_id: guild }, query: { All: true } }),
  searchCamps: () => ({ query: { Find: 'e', Sort: 'Stacks', Limit: 500 } }),
  getCampDetails: ({ camp }) => ({ params: { base_camp_id: camp } }),
  previewBaseDeletion: ({ camp }) => ({ params: { base_camp_id: camp } }),
  getItemHolders: ({ itemIds: [item_id = ''] }) => ({ params: { item_id }, query: { Limit: 500 } }),
  getMapMarks: () => ({}),
  getDeliveries: () => ({ query: { Limit: '500' } }),
  getServer: () => ({}),
  getAudit: () => ({ query: { Token: 'Bench', Route: 'none', Limit: '500' } }),
  getEvents: () => ({ headers: { 'last-event-id': '0' } }),
  getPositions: () => ({}),
  getTrails: () => ({}),
  getHeat: () => ({}),
  getHealthDetails: () => ({}),
  getPastEvents: () => ({ query: { Text: 'no event has this', Limit: '500' } }),
  getPlayerSessions: ({ player }) => ({ params: { uid: player } }),
  getSeries: () => ({ query: { From: '2000-01-01', Points: '3000' } }),
};

/** Texts of a body that no route looks at. */
const FILLER_CHARS = 20;

/** A body as large as the contract allows: the one given, and besides values that no route knows. */
export function largestBody(body: object = {}): object {
  const left = LIMITS.bodyBytes - JSON.stringify(body).length - 100;
  const entries = Math.min(Math.floor(left / (FILLER_CHARS + 3)), LIMITS.bodyValues / 2);
  return {
    ...body,
    Filler: repeated(entries, long(FILLER_CHARS)),
    More: long(left - entries * (FILLER_CHARS + 3)),
  };
}

/** Whether a route takes a body. */
export function takesBody(route: RouteShape): boolean {
  return route.body !== undefined;
}
