import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import {
  ALL_ROUTES,
  type AnyRouteName,
  EXAMPLE_IDS,
  type ExampleCall,
  fillPath,
  queryText,
  type RouteShape,
} from '@palatine/contract';
import type { TestService } from './start-service.ts';
import { versionHeaders } from './version-headers.ts';

type AttachedRouteName = {
  [Name in AnyRouteName]: (typeof ALL_ROUTES)[Name] extends { attachedOnly: true } ? Name : never;
}[AnyRouteName];

export type SampleName = Exclude<AnyRouteName, AttachedRouteName>;

/** An example call of a route with the identities of a running service, so that it succeeds there. */
export interface SampleCall extends ExampleCall {
  name: SampleName;
  route: RouteShape;
}

/**
 * Calls that must come after others: what is known cannot be learned, and an unban needs a ban. A deleted base shows no more,
 * and a backup makes its event some time after its answer.
 */
const LAST: readonly SampleName[] = [
  'deleteBase',
  'learnTechnologies',
  'legacyGive',
  'kickPlayer',
  'banPlayer',
  'banIP',
  'getBanlist',
  'unbanPlayer',
  'unbanIP',
  'reloadConfig',
  'getAudit',
  'getEvents',
  'controlSimulation',
  'makeBackup',
];

/** Served beside a running game server only; packages/sidecar/test/attached calls them. */
function isAttachedOnly(name: AnyRouteName): name is AttachedRouteName {
  const route: RouteShape = ALL_ROUTES[name];
  return route.attachedOnly === true;
}

/** Every route of a service with its own world, in an order in which all sample calls succeed. */
export const CALL_ORDER: readonly SampleName[] = [
  ...(Object.keys(ALL_ROUTES) as AnyRouteName[]) // the table's own keys
    .filter((name) => !isAttachedOnly(name))
    .filter((name) => !LAST.includes(name)),
  ...LAST,
];

/** Free slots of the common inventory that all sample calls together need, with room to spare. */
const FREE_SLOTS = 8;

export type SampleService = Pick<TestService, 'api' | 'data'>;

/** The example calls of every route, in an order in which all succeed. The service serves a demo world. */
export async function sampleCalls(service: SampleService): Promise<SampleCall[]> {
  const identities = await findIdentities(service);
  writeTemplates(service);
  for (const [placeholder, etag] of await etagsOf(service)) identities.set(placeholder, etag);
  return CALL_ORDER.flatMap((name) => {
    const route: RouteShape = ALL_ROUTES[name];
    return route.examples.map((example) => ({ name, route, ...resolve(example, identities) }));
  });
}

export function sendSample(
  { fetch }: Pick<TestService, 'fetch'>,
  { route, params, query, body, ifMatch }: Omit<SampleCall, 'name'>,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(fillPath(route, params) + queryText(query), {
    method: route.method,
    headers: { ...versionHeaders({ ifMatch }), ...headers },
    ...(body === undefined || route.method === 'GET' ? {} : { body: JSON.stringify(body) }),
  });
}

/** An example with each placeholder replaced by the identity it stands for. */
function resolve(example: ExampleCall, identities: ReadonlyMap<string, string>): ExampleCall {
  return JSON.parse(JSON.stringify(example), (_, value) => identities.get(value) ?? value);
}

async function findIdentities({ api }: SampleService): Promise<Map<string, string>> {
  const { Players } = await api.getPlayers();
  const guilds = await api.getGuilds();
  const online = Players.filter(({ Status }) => Status === 'Online');
  for (const player of online) {
    const [camp] = guilds[player.GuildUUID]?.camps ?? [];
    const another = online.find(({ UserId, IP }) => UserId !== player.UserId && IP !== player.IP);
    if (camp === undefined || another === undefined) continue;
    const items = await api.getItems({ params: { player_identifier: player.UserId } });
    if (items.Inventory.Items.FreeSlots < FREE_SLOTS) continue;
    const { Pals } = await api.getPals({ params: { player_identifier: player.UserId } });
    const [pal = ''] = Object.keys(Pals.Team);
    const archive = await archiveOfAnother(api, player.GuildUUID, camp.id);
    return new Map([
      [EXAMPLE_IDS.player, player.UserId],
      [EXAMPLE_IDS.otherPlayer, another.UserId],
      [EXAMPLE_IDS.pal, pal],
      [EXAMPLE_IDS.guild, player.GuildUUID],
      [EXAMPLE_IDS.camp, camp.id],
      [EXAMPLE_IDS.archive, archive],
    ]);
  }
  throw new Error('the demo world has no player online with room and a camp, beside another one');
}

/** Deletes a camp that no other sample call is about. @returns the file name of its archive. */
async function archiveOfAnother(api: TestService['api'], guildId: string, campId: string): Promise<string> {
  const guilds = Object.entries(await api.getGuilds());
  const others = guilds.filter(([id]) => id !== guildId).flatMap(([, { camps }]) => camps);
  const siblings = guilds.flatMap(([, { camps }]) => camps).filter(({ id }) => id !== campId);
  const [another] = [...others, ...siblings];
  if (another === undefined) throw new Error('the demo world has one camp only');
  const { Archive } = await api.deleteBase({ params: { base_camp_id: another.id } });
  return basename(Archive);
}

function writeTemplates({ data }: SampleService): void {
  const folder = join(data, 'Pals', 'Templates');
  mkdirSync(folder, { recursive: true });
  const template = { PalID: 'SheepBall', Nickname: 'Lucky', Level: 12, Shiny: true };
  for (const name of [EXAMPLE_IDS.template, EXAMPLE_IDS.otherTemplate]) {
    writeFileSync(join(folder, `${name}.json`), JSON.stringify(template));
  }
}

/** The placeholder of each file that an example replaces, and the ETag of the file. */
async function etagsOf({ api }: SampleService): Promise<[placeholder: string, etag: string][]> {
  const template = await api.getTemplate({ params: { name: EXAMPLE_IDS.template } });
  const another = await api.getTemplate({ params: { name: EXAMPLE_IDS.otherTemplate } });
  const { Files } = await api.getSettings();
  const settings = Files.find(({ File }) => File === 'Config.json');
  const rules = await api.getImportRule({ params: { name: 'Default' } });
  return [
    [EXAMPLE_IDS.templateETag, template.ETag],
    [EXAMPLE_IDS.otherTemplateETag, another.ETag],
    [EXAMPLE_IDS.rulesETag, rules.ETag],
    [EXAMPLE_IDS.settingsETag, settings?.ETag ?? ''],
  ];
}
