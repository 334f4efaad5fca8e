import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { fillPath, type PlayerEntry, ROUTES, type RouteShape } from '@palatine/contract';
import { writePalFile } from '@palatine/testing/pal-templates';
import { startService, type TestService } from '@palatine/testing/start-service';
import { loadCatalogue } from '@palatine/world/catalogue';
import { makeDemoWorld } from '@palatine/world/demo';

const uid = 'AAAAAAAA-00000000-00000000-00000000';
const CONNECTED = { uid, userId: 'steam_creating', ip: '192.0.2.200', connectedAtMs: 0 };

function demoWorld() {
  const { world } = makeDemoWorld({ catalogue: loadCatalogue(), seed: 7, nowMs: 1_700_000_000_000 });
  world.sessions.put({ ...CONNECTED, characterLoaded: false }); // somebody in character creation: no account yet
  return world;
}

const online = await startService({ world: demoWorld(), faults: true });
const knownService = await startService({ world: demoWorld(), config: { playerResolution: 'Known' } });
after(async () => {
  await online[Symbol.asyncDispose]();
  await knownService[Symbol.asyncDispose]();
});

async function say(service: TestService, route: RouteShape, identifier: string): Promise<string> {
  const response = await service.fetch(fillPath(route, { player_identifier: identifier }));
  const body = (await response.json()) as { Error?: { Code: string } };
  return `${response.status} ${body.Error?.Code ?? 'OK'}`;
}

const { getPlayer, getPals, getItems, getTechnologies, getProgression } = ROUTES;
const READS = { getPlayer, getPals, getItems, getTechnologies, getProgression };

type Expected = Record<keyof typeof READS, string>;

function same(player: string, pals: string, others: string): Expected {
  const rest = { getItems: others, getTechnologies: others, getProgression: others };
  return { getPlayer: player, getPals: pals, ...rest };
}

const NOBODY = same('404 PLAYER_NOT_FOUND', '404 PLAYER_NOT_FOUND', '400 REQUEST_FAILED');
const EVERYTHING = same('200 OK', '200 OK', '200 OK');
const NOT_LOADED = same('200 OK', '404 PLAYER_STATE_NOT_FOUND', '400 REQUEST_FAILED');
const NO_ACCOUNT = same('404 PLAYER_ACCOUNT_NOT_FOUND', '404 PLAYER_STATE_NOT_FOUND', '400 REQUEST_FAILED');

/** Only a player online without a loaded character has Pals that cannot be read. */
async function demoPlayers(service: TestService) {
  const { Players } = await service.api.getPlayers();
  const loaded: PlayerEntry[] = [];
  const notLoaded: PlayerEntry[] = [];
  for (const player of Players.filter(({ Status }) => Status === 'Online')) {
    const answer = await say(service, ROUTES.getPals, player.PlayerUID);
    (answer === '200 OK' ? loaded : notLoaded).push(player);
  }
  return { loaded, notLoaded, offline: Players.filter(({ Status }) => Status === 'Offline') };
}

const CASES: [
  who: string,
  pick: (players: Awaited<ReturnType<typeof demoPlayers>>) => string[],
  online: Expected,
  known: Expected,
][] = [
  [
    'a player online',
    ({ loaded }) => loaded.flatMap(({ UserId, PlayerUID }) => [UserId, PlayerUID]),
    EVERYTHING,
    EVERYTHING,
  ],
  [
    'a player offline',
    ({ offline }) => offline.slice(0, 5).flatMap(({ UserId, PlayerUID }) => [UserId, PlayerUID]),
    NOBODY,
    EVERYTHING,
  ],
  [
    'a player online without a loaded character',
    ({ notLoaded }) => notLoaded.map(({ UserId }) => UserId),
    NOT_LOADED,
    NOT_LOADED,
  ],
  ['a player online without an account', () => [CONNECTED.uid, CONNECTED.userId], NO_ACCOUNT, NO_ACCOUNT],
  [
    'nobody',
    () => ['steam_1', 'x', '00000000-00000000-00000000-00000000', 'constructor', '%'],
    NOBODY,
    NOBODY,
  ],
];

for (const [who, pick, whenOnline, whenKnown] of CASES) {
  for (const name of Object.keys(READS) as (keyof typeof READS)[]) {
    test(`${name} of ${who}: ${whenOnline[name]}, and ${whenKnown[name]} where every known player is served`, async () => {
      const identifiers = pick(await demoPlayers(online));
      assert.ok(identifiers.length > 0);
      for (const identifier of identifiers) {
        assert.equal(await say(online, READS[name], identifier), whenOnline[name], identifier);
        assert.equal(await say(knownService, READS[name], identifier), whenKnown[name], identifier);
      }
    });
  }
}

test('a player whose character loads is online, and a known one offline has a team to read', async () => {
  const { notLoaded, offline } = await demoPlayers(online);
  for (const { PlayerUID } of notLoaded) {
    const { Player } = await online.api.getPlayer({ params: { player_identifier: PlayerUID } });
    assert.equal(Player.Status, 'Online');
  }
  const pals = offline.map(({ PlayerUID }) =>
    knownService.api.getPals({ params: { player_identifier: PlayerUID } }),
  );
  assert.ok((await Promise.all(pals)).some(({ Meta }) => Meta.TeamCount > 0));
});

test('every route takes a SteamID64 without its platform, and a GUID in braces', async () => {
  const { loaded } = await demoPlayers(online);
  const player = loaded.find(({ UserId }) => /^steam_7656119\d{10}$/.test(UserId));
  assert.ok(player);
  const bare = player.UserId.slice('steam_'.length);
  const braced = `{${player.PlayerUID.toLowerCase()}}`;
  for (const identifier of [bare, braced, `{${player.PlayerUID.replaceAll('-', '')}}`]) {
    for (const route of Object.values(READS)) {
      assert.equal(await say(online, route, identifier), '200 OK', `${route.path} ${identifier}`);
    }
    const params = { player_identifier: identifier };
    await online.api.giveProgression({ params, body: { EXP: 1 } });
    await online.api.legacyGive({ body: { UserID: identifier, EXP: 1 } });
    await online.api.learnTechnologies({ params, body: { Technology: 'aLL' } });
    const message = { SendType: 'PlayerChat', Message: 'x' } as const;
    assert.equal(
      (await online.api.sendPlayerMessage({ body: { ...message, UserID: identifier } })).SentCount,
      1,
    );
    const list = { ...message, UserIDs: [identifier] };
    assert.equal((await online.api.sendPlayerMessage({ body: list })).SentCount, 1);
    assert.equal((await online.api.banPlayer({ params })).UserId, player.UserId);
    await online.api.unbanPlayer({ params: { user_id: bare } });
    await online.api.controlSimulation({ body: { LogIn: identifier } });
    assert.equal((await online.api.kickPlayer({ params })).UserId, player.UserId);
    await online.api.controlSimulation({ body: { LogIn: player.UserId } });
  }
  const [[guild = ''] = []] = Object.entries(await online.api.getGuilds());
  await online.api.getGuild({ params: { guild_id: `{${guild}}` } });
  const camps = Object.values(await online.api.getGuilds()).flatMap(({ camps }) => camps);
  const Id = camps[0]?.id ?? '';
  const deleted = await online.api.deleteBase({ params: { base_camp_id: `{${Id.toLowerCase()}}` } });
  assert.equal(deleted.BaseCamp.Id, Id);
});

const BODIES = {
  giveItems: { Items: [{ ItemID: 'Wood', Count: 1 }] },
  givePals: { Pals: [{ PalID: 'Anubis', Level: 1 }] },
  givePalTemplates: { PalTemplates: ['Anubis'] },
  givePalEggs: { PalEggs: [{ EggID: 'PalEgg_Normal_01', PalID: 'Anubis' }] },
  giveProgression: { EXP: 1 },
  learnTechnologies: { Technology: 'All' },
  forgetTechnologies: { Technology: 'All' },
  kickPlayer: {},
} as const;

/** Answers of every route that addresses a player to an identifier, by the name of the route. */
async function messagesOf(service: TestService, identifier: string): Promise<Record<string, string>> {
  const messages: Record<string, string> = {};
  const record = async (name: string, path: string, body?: object) => {
    const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
    const reply = (await (await service.fetch(path, init)).json()) as { Error: Record<string, unknown> };
    messages[name] = String(name === 'legacyGive' ? reply.Error.UserID : reply.Error.Message);
  };
  for (const [name, route] of Object.entries(READS)) {
    await record(name, fillPath(route, { player_identifier: identifier }));
  }
  for (const [name, body] of Object.entries(BODIES)) {
    const route = ROUTES[name as keyof typeof BODIES];
    await record(name, fillPath(route, { player_identifier: identifier }), body);
  }
  const message = { SendType: 'PlayerChat', Message: 'Hello' };
  await record('sendPlayerMessage', fillPath(ROUTES.sendPlayerMessage, {}), {
    ...message,
    UserIDs: [identifier],
  });
  await record('legacyGive', fillPath(ROUTES.legacyGive, {}), { UserID: identifier, EXP: 1 });
  return messages;
}

/** Messages that a body problem begins with its place. */
const PLACES: Record<string, string> = { sendPlayerMessage: 'UserIDs[0]: ', legacyGive: 'UserID: ' };

const OFFLINE = 'is known, but offline';
const SERVES_ONLINE =
  '; this route serves offline players only where playerResolution in Config.json is "Known"';
/** The end of PalDefender's message: clients look for the name. */
const ENDING = '. Failed to find APalPlayerController';

test('every route says whether an identifier is none, names nobody, or names somebody who is offline', async () => {
  writePalFile(online, 'Templates/Anubis.json', { PalID: 'Anubis' });
  const [loner] = (await demoPlayers(online)).offline;
  assert.ok(loner);
  const { PlayerUID, UserId } = loner;
  const file = PlayerUID.replaceAll('-', '');
  const none =
    'is not a UserId (such as steam_76561198000000000) or a PlayerUID (32 hexadecimal digits); names are not identifiers';
  const expected = {
    Fury: `"Fury" ${none}`,
    steam_1: 'this world knows no player with the UserId steam_1',
    'FFFFFFFF-00000000-00000000-00000001':
      'this world knows no player with the PlayerUID FFFFFFFF-00000000-00000000-00000001',
    [UserId]: `${UserId} ${OFFLINE}${SERVES_ONLINE}${ENDING}`,
    [file]: `${file} ${OFFLINE}${SERVES_ONLINE}${ENDING}`,
  };
  for (const [identifier, message] of Object.entries(expected)) {
    for (const [name, answer] of Object.entries(await messagesOf(online, identifier))) {
      const place = PLACES[name] ?? '';
      assert.equal(answer.startsWith(place), true, answer);
      const rest = answer.slice(place.length);
      const needsSession = ['kickPlayer', 'sendPlayerMessage'].includes(name);
      assert.equal(rest, needsSession ? message.replace(SERVES_ONLINE, '') : message, name);
    }
  }
});

const { giveItems } = ROUTES;

test('a header reaches offline players for a token with the permission, and the audit says so', async () => {
  const { offline } = await demoPlayers(online);
  const player = offline.find(({ UserId }) => UserId !== '') ?? assert.fail();
  const path = fillPath(giveItems, { player_identifier: player.UserId });
  const body = { Items: [{ ItemID: 'PalSphere', Count: 1 }] };
  const give = async (header?: string, secret = online.token, key?: string) => {
    const headers = {
      ...(header !== undefined && { 'palatine-offline-players': header }),
      ...(key !== undefined && { 'idempotency-key': key }),
    };
    const response = await online.post(path, body, { authorization: `Bearer ${secret}`, headers });
    return `${response.status} ${((await response.json()) as { Error?: { Code: string } }).Error?.Code ?? 'OK'}`;
  };
  assert.equal(await give(), '400 REQUEST_FAILED');
  assert.equal(await give('yes'), '400 VALIDATION_FAILED');
  assert.equal(await give('allow', online.addToken('REST.Items.*')), '403 MISSING_PERMISSION');
  assert.equal(
    await give('allow', online.addToken(['REST.Items.*', 'Palatine.Players.Offline']), 'once'),
    '200 OK',
  );
  assert.equal(await give('allow', online.token, 'mine'), '200 OK');
  assert.equal(await give(undefined, online.token, 'mine'), '422 IDEMPOTENCY_KEY_REUSED');
  const { Entries } = await online.api.getAudit({ query: { Limit: 3 } });
  assert.ok(Entries.some(({ Summary, Outcome }) => Outcome === 'OK' && Summary.endsWith('(offline)')));
});
