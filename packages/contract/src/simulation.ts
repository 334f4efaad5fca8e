import { EXAMPLE_IDS } from './example-ids.ts';
import { LIMITS } from './limits.ts';
import { REQUIRED_BODY, route } from './route.ts';
import * as Type from './type.ts';

/** Work that `FailNext` makes fail once, so that a client can meet every code of the catalogue. */
export const FAILING_WORK = ['grant', 'alert', 'message', 'summon', 'deletebase'] as const;
export type FailingWork = (typeof FAILING_WORK)[number];

const identifier = (description: string) => Type.idText(description);

export const controlSimulation = route('POST /v1/palatine/simulation', {
  tag: 'Service',
  permission: 'Palatine.Simulation.Control',
  title: 'Inject faults',
  summary: 'Inject faults, for tests of clients; only on a server started with --faults',
  notes:
    'Each field that is given is applied, `FreezeMs` last. `LogIn` loads the character too. A manager stays away until it is given back or the server stops.',
  game: true,
  body: Type.Object({
    LogIn: Type.Optional(identifier('PlayerUID or UserId of a known player')),
    LogOut: Type.Optional(identifier('PlayerUID or UserId of somebody online')),
    LoadCharacter: Type.Optional(
      Type.Object(
        { Player: Type.IdText, Loaded: Type.Boolean() },
        { description: 'Whether a character counts as loaded' },
      ),
    ),
    ForgetAccount: Type.Optional(identifier('PlayerUID of somebody online whose account record goes')),
    FreezeMs: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 60_000,
        description: 'The game takes nothing for so many ms, as on a stalled disk: requests time out',
      }),
    ),
    PlayerManagerAvailable: Type.flag('false: routes of players answer that the manager is missing'),
    BaseCampManagerAvailable: Type.flag('false: Delete base answers `BASE_CAMP_MANAGER_UNAVAILABLE`'),
    FailNext: Type.Optional(
      Type.Array(Type.oneOf(FAILING_WORK), {
        maxItems: LIMITS.listEntries,
        description: 'Each named kind of work fails once, the next time it is valid',
      }),
    ),
  }),
  bodyErrors: REQUIRED_BODY,
  reply: Type.closedObject({ Success: Type.Boolean() }),
  errors: ['PLAYER_NOT_FOUND'],
  examples: [
    { body: { LogIn: EXAMPLE_IDS.otherPlayer } },
    {
      body: {
        LoadCharacter: { Player: EXAMPLE_IDS.player, Loaded: true },
        FreezeMs: 1,
        PlayerManagerAvailable: true,
        BaseCampManagerAvailable: true,
        FailNext: ['alert'],
      },
    },
    { body: { ForgetAccount: EXAMPLE_IDS.otherPlayer } },
    { body: { LogOut: EXAMPLE_IDS.player } },
  ],
});
