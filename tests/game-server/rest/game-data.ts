import type { SaveCamp, SaveCharacter, SaveVector } from '@palatine/save';
import type { GameServer } from '../game-server.ts';
import { digitsOf } from '../guid.ts';
import { localTime } from '../log.ts';
import type { Session } from '../sessions.ts';
import { dayAfter } from '../world/encode-round.ts';

type Actor = Record<string, unknown>;

const NOBODY = '0'.repeat(32);
const START: SaveVector = { x: -350_750.8125, y: 270_272, z: 7_153 };

/** `/game-data` (section 3): PalBoxes always, characters only while players are online. */
export function gameData(game: GameServer): Record<string, unknown> {
  const { memory, sessions, variants, clock } = game;
  const actors = memory.save.camps.map((camp) => palBox(game, camp));
  if (sessions.all.length > 0) {
    actors.push(...sessions.all.map((session) => playerActor(game, session)));
    for (const character of memory.save.characters) {
      const actor = palActor(game, character);
      if (actor !== undefined) actors.push(actor);
    }
    for (let index = 0; index < variants.gameDataExtraActors; index += 1) actors.push(wildPal(index));
    if (variants.gameDataTraps) actors.push(...traps(actors));
  }
  return {
    Time: localTime(clock.now() + variants.timeShiftMs),
    FPS: Math.fround(59 + game.chance()),
    AverageFPS: Math.fround(59.5),
    InGameTime: '12:00',
    InGameDays: dayAfter(memory, game.uptimeMs()),
    ActorData: actors,
  };
}

function palBox({ memory }: GameServer, camp: SaveCamp): Actor {
  return {
    Type: 'PalBox',
    Name: '新規生成拠点テンプレート名2(仮)',
    ...guildOf(memory.save.groups, camp.guildId),
    Class: 'BP_BuildObject_PalBoxV2_C',
    ...placeOf(camp.location),
  };
}

function playerActor(game: GameServer, session: Session): Actor {
  const { memory, sessions } = game;
  const { player, loading } = session;
  const body = player === undefined ? undefined : memory.body(player);
  const hp = loading ? 1 : Math.round(body?.hp ?? 500);
  return {
    ...character(
      'Player',
      loading || body === undefined ? '' : `${session.playerId} : ${digitsOf(body.instanceId)}`,
    ),
    NickName: loading ? '' : sessions.nameOf(session),
    userid: session.userId,
    ip: session.ip,
    level: loading ? 1 : (body?.level ?? 1),
    HP: hp,
    MaxHP: loading ? 1 : Math.max(500, hp),
    ...guildOf(memory.save.groups, body?.groupId ?? ''),
    Class: 'BP_Player_Female_C',
    Action: loading ? 'BP_Action_WaitLoadingWorldPartition' : '',
    ...placeOf(player?.location ?? START),
  };
}

/** A Pal of a base, or one in the team of somebody online; undefined for all others, which are not in the world. */
function palActor(game: GameServer, pal: SaveCharacter): Actor | undefined {
  if (pal.isPlayer || pal.slot === null) return undefined;
  const { save } = game.memory;
  const camp = save.camps.find(({ workerContainerId }) => workerContainerId === pal.slot?.containerId);
  const trainer = game.sessions.all.find(({ player }) => player?.teamContainerId === pal.slot?.containerId);
  if (camp === undefined && trainer === undefined) return undefined;
  return {
    ...character(camp === undefined ? 'OtomoPal' : 'BaseCampPal', `${NOBODY} : ${digitsOf(pal.instanceId)}`),
    ...(trainer?.player !== undefined && {
      TrainerInstanceID: `${trainer.playerId} : ${digitsOf(trainer.player.instanceId)}`,
      TrainerNickName: game.sessions.nameOf(trainer),
      TrainerClass: 'BP_Player_Female_C',
    }),
    NickName: pal.characterId,
    level: pal.level,
    HP: Math.round(pal.hp),
    MaxHP: Math.round(Math.max(pal.hp, 500)),
    ...guildOf(save.groups, camp?.guildId ?? pal.groupId),
    Class: `BP_${pal.characterId}_C`,
    ...placeOf(camp?.location ?? trainer?.player?.location ?? START),
  };
}

function wildPal(index: number): Actor {
  const digits = (0xa000_0000 + index).toString(16).toUpperCase().padStart(32, '0');
  return {
    ...character('WildPal', `${NOBODY} : ${digits}`),
    NickName: 'Lamball',
    Class: 'BP_SheepBall_C',
    ...placeOf({ x: START.x + index, y: START.y - index, z: START.z }),
  };
}

/** What has been seen in captures and must not be believed (section 3). */
function traps(actors: readonly Actor[]): Actor[] {
  const worker = actors.find(({ UnitType }) => UnitType === 'BaseCampPal');
  const box = actors.find(({ Type }) => Type === 'PalBox');
  const player = actors.find(({ UnitType }) => UnitType === 'Player');
  return [
    ...(worker === undefined ? [] : [{ ...worker, UnitType: 'OtomoPal', HP: 1, LocationX: 0, LocationY: 0 }]),
    ...(box === undefined ? [] : [{ ...box, GuildID: '', GuildName: '' }]),
    ...(player === undefined ? [] : [{ ...player, HP: 0, Action: 'BP_ActionDeath' }]),
    { ...wildPal(9_999_999), GuildID: 'F00DF00DF00DF00DF00DF00DF00DF00D', GuildName: '' },
    {
      ...character('Player', ''),
      level: 1,
      HP: 1,
      MaxHP: 1,
      Action: 'BP_Action_WaitLoadingWorldPartition',
      userid: 'steam_76561190000000999',
    },
  ];
}

function character(UnitType: string, InstanceID: string): Actor {
  return {
    Type: 'Character',
    InstanceID,
    UnitType,
    NickName: '',
    TrainerInstanceID: '',
    TrainerNickName: '',
    TrainerClass: '',
    userid: '',
    ip: '',
    level: 3,
    HP: 500,
    MaxHP: 500,
    GuildID: '',
    GuildName: '',
    Class: '',
    Action: '',
    AI_Action: '',
    ...placeOf(START),
    RotationX: 0,
    RotationY: 0,
    RotationZ: -44,
    Stage: 'None',
    IsActive: 'true',
  };
}

function placeOf({ x, y, z }: SaveVector): Actor {
  return { LocationX: x, LocationY: y, LocationZ: z };
}

function guildOf(groups: GameServer['memory']['save']['groups'], id: string): Actor {
  const group = groups.find((one) => one.id === id);
  return group === undefined
    ? { GuildID: '', GuildName: '' }
    : { GuildID: digitsOf(id), GuildName: group.guild?.name ?? '' };
}
