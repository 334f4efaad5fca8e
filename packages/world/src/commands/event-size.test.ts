import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ALL_ROUTES, LIMITS, type RequestSchema, type RouteShape } from '@palatine/contract';
import { Compile } from 'typebox/compile';
import { COMMANDS, type CommandName } from '../commands.ts';
import type { GameContext } from '../state/game-context.ts';
import type { WorldEvent } from '../state/world.ts';
import { memoryArchives } from '../testing/archive-files.ts';
import { filesOf } from '../testing/grant-builder.ts';
import { PANEL } from '../testing/run-command.ts';
import { aCamp, aGameContext, aGuild, aMapObject, aPlayer } from '../testing/world-builder.ts';
import type { Command } from './command.ts';

/** The world keeps at least sixteen of such events. */
const MAX_EVENT_BYTES = 1024 * 1024;
const { listEntries, messageChars, reasonChars, senderChars, technologyEntries, templateEntries } = LIMITS;

/** No character takes more room as JSON than this one: six bytes. */
const wide = (chars: number) => '\u0001'.repeat(chars);
/** The longest id that is taken without being known; a quote takes two bytes. */
const longId = (index: number) => `${index}`.padStart(128, '"');
const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => make(at));

const [zoe, ...others] = times(listEntries, (index) =>
  aPlayer({ name: 'Z'.repeat(64), userId: `steam_${`${index}`.padStart(64, '0')}`, ip: '203.0.113.1' }),
) as [ReturnType<typeof aPlayer>, ...ReturnType<typeof aPlayer>[]];
const players = [zoe, ...others];
const guild = aGuild([zoe], { name: wide(64) });
const camp = aCamp(guild);
const template = 'T'.repeat(200);

function aTown(): GameContext {
  return {
    ...aGameContext(
      { players, guilds: [guild], camps: [camp], mapObjects: [aMapObject(camp)] },
      { unknownIds: 'Accept', announcePunishments: true },
    ),
    files: memoryArchives(filesOf({ [template]: { PalID: 'SheepBall' } })).files,
  };
}

const player_identifier = zoe.userId;
const params = { player_identifier };
const reason = { Reason: wide(reasonChars) };
const items = times(30, (index) => ({ ItemID: longId(index), Count: 1 }));
const pals = times(900, (index) => ({ PalID: longId(index), Level: 50 }));
const eggs = times(30, (index) => ({ EggID: longId(index), PalID: longId(index) }));
const technologies = times(technologyEntries, longId);

/** The requests of commands whose events are the largest. Those of a list run one after another. */
const LARGEST = {
  legacyGive: [
    ['legacyGive', { body: { UserID: player_identifier, Items: items, Pals: pals, Techs: technologies } }],
  ],
  giveItems: [['giveItems', { params, body: { Items: items } }]],
  givePals: [['givePals', { params, body: { Pals: pals } }]],
  givePalTemplates: [
    ['givePalTemplates', { params, body: { PalTemplates: times(templateEntries, () => template) } }],
  ],
  givePalEggs: [['givePalEggs', { params, body: { PalEggs: eggs } }]],
  giveProgression: [
    [
      'giveProgression',
      { params, body: { EXP: 1000, TechnologyPoints: 1000, AncientTechnologyPoints: 1000 } },
    ],
  ],
  summonPal: [['summonPal', { body: { PalID: longId(0), X: 0, Y: 0, Z: 0 } }]],
  summonNPC: [['summonNPC', { body: { NPCID: longId(0), X: 0, Y: 0, Z: 0 } }]],
  learnTechnologies: [['learnTechnologies', { params, body: { Technology: technologies } }]],
  forgetTechnologies: [
    ...times(3, (round): [CommandName, object] => [
      'learnTechnologies',
      { params, body: { Technology: times(technologyEntries, (index) => longId(round * 10_000 + index)) } },
    ]),
    ['forgetTechnologies', { params, body: { Technology: 'All' } }],
  ],
  deleteBase: [['deleteBase', { params: { base_camp_id: camp.id }, body: {} }]],
  restoreBase: [
    ['deleteBase', { params: { base_camp_id: camp.id }, body: {} }],
    ['restoreBase', { params: { file: `deletebase-19700101T000000000Z-${camp.id}.json.gz` }, body: {} }],
  ],
  banPlayer: [['banPlayer', { params, body: { ...reason, IP: true } }]],
  unbanPlayer: [
    ['banPlayer', { params, body: reason }],
    ['unbanPlayer', { params: { user_id: zoe.userId }, body: reason }],
  ],
  banIP: [['banIP', { params: { ip: '203.0.113.1' }, body: { ...reason, UserId: player_identifier } }]],
  unbanIP: [
    ['banIP', { params: { ip: '203.0.113.1' }, body: reason }],
    ['unbanIP', { params: { ip: '203.0.113.1' }, body: reason }],
  ],
  sendPlayerMessage: [
    [
      'sendPlayerMessage',
      {
        body: {
          SendType: 'PlayerLogVeryImportant',
          Message: wide(messageChars),
          Sender: wide(senderChars),
          UserIDs: players.map(({ userId }) => userId),
        },
      },
    ],
  ],
} satisfies { readonly [Name in CommandName]?: [name: CommandName, call: object][] };

function largest(shape: RequestSchema): unknown {
  const { enum: words, anyOf, properties = {}, items = {}, maxItems = 1, maxLength = 1, maximum = 1 } = shape;
  if (words !== undefined) return words[0];
  if (anyOf !== undefined) return largest(anyOf.at(-1) ?? {});
  switch (shape.type) {
    case 'object':
      return Object.fromEntries(Object.entries(properties).map(([name, inner]) => [name, largest(inner)]));
    case 'array':
      return times(maxItems, (index) => {
        const entry = largest(items);
        return typeof entry === 'string' ? `${index}`.padStart(entry.length, entry) : entry; // no two alike
      });
    case 'string':
      return wide(maxLength);
    case 'boolean':
      return true;
    default:
      return maximum;
  }
}

/** The calls of a command without a line above: the largest body of its shape, about what is there. */
function largestCalls(name: CommandName): [name: CommandName, call: object][] {
  if (Object.hasOwn(LARGEST, name)) return (LARGEST as Record<string, [CommandName, object][]>)[name] ?? [];
  const { body }: RouteShape = ALL_ROUTES[name];
  const named = { player_identifier, user_id: player_identifier, base_camp_id: camp.id, ip: '203.0.113.1' };
  return [[name, { params: named, body: body && largest(body as RequestSchema) }]]; // they use nothing else
}

function eventsOf(name: CommandName): WorldEvent[] {
  const game = aTown();
  for (const [command, call] of largestCalls(name)) {
    const run = COMMANDS[command] as unknown as Command<'giveItems'>; // one signature for all
    run(game, { params: {}, issuer: { ...PANEL, name: wide(64) }, ...call } as Parameters<typeof run>[1]);
  }
  return [...game.world.events.values()];
}

for (const name of Object.keys(COMMANDS) as CommandName[]) {
  test(`the largest body of ${name} fits its shape`, () => {
    const { body }: RouteShape = ALL_ROUTES[name];
    if (body !== undefined) assert.deepEqual([...Compile(body).Errors(largest(body as RequestSchema))], []);
  });

  test(`the largest events of ${name} are below 1 MiB each`, () => {
    const events = eventsOf(name);
    assert.ok(events.length > 0);
    for (const event of events) {
      const bytes = Buffer.byteLength(JSON.stringify(event));
      assert.ok(bytes < MAX_EVENT_BYTES, `${event.type}: ${bytes} bytes`);
    }
  });
}

test('forgetting more technologies than a request names makes several events', () => {
  const events = eventsOf('forgetTechnologies')
    .filter(({ type }) => type === 'technologies')
    .slice(-3);
  const lengths = events.map(({ data }) => (data as { forgotten: string[] }).forgotten.length);
  assert.deepEqual(lengths, [technologyEntries, technologyEntries, technologyEntries]);
});
