import type { Guid, UserId } from '@palatine/contract';
import { LIMITS } from '@palatine/contract';
import { fieldsOf, integerWithin, type JsonFields, numberWithin, textIn } from './json-fields.ts';
import { playerUidIn, userIdIn } from './read-players.ts';

/** World coordinates in cm. */
export interface ActorLocation {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

/** A player, a Pal or an NPC near an online player. */
export interface CharacterActor {
  /** `Player`, `OtomoPal`, `BaseCampPal`, `WildPal`, `NPC`, or a word of a later version. */
  readonly unitType: string;
  /** Of a player who has loaded. */
  readonly playerUid?: Guid;
  /** Has the form of the save's InstanceId; that it joins to it is not proved. */
  readonly instanceId?: Guid;
  readonly userId?: UserId;
  readonly name: string;
  readonly level?: number;
  /** Points of the game: the save's value through 1000. */
  readonly hp?: number;
  readonly maxHp?: number;
  readonly action: string;
  readonly location?: ActorLocation;
}

/** A Palbox; the server says no base, level or radius. */
export interface PalBoxActor {
  readonly guildId?: Guid;
  readonly guildName: string;
  readonly location: ActorLocation;
}

/** What GET /game-data says: all Palboxes, and characters around online players only. */
export interface GameData {
  readonly fps?: number;
  readonly fpsAverage?: number;
  readonly inGameDay?: number;
  readonly characters: readonly CharacterActor[];
  readonly palBoxes: readonly PalBoxActor[];
}

const TEXT_CHARS = 256;

/** Reads the body of GET /game-data leniently, each actor once; undefined when it is no such body. */
export function readGameData(json: unknown): GameData | undefined {
  const fields = fieldsOf(json);
  const actors = fields?.get('actordata');
  if (fields === undefined || !Array.isArray(actors)) return undefined;
  const fps = numberWithin(fields.get('fps'), 0, Number.MAX_VALUE);
  const fpsAverage = numberWithin(fields.get('averagefps'), 0, Number.MAX_VALUE);
  const inGameDay = integerWithin(fields.get('ingamedays'), 0, Number.MAX_SAFE_INTEGER);
  return {
    ...(fps !== undefined && { fps }),
    ...(fpsAverage !== undefined && { fpsAverage }),
    ...(inGameDay !== undefined && { inGameDay }),
    ...readActors(actors),
  };
}

function readActors(actors: readonly unknown[]): Pick<GameData, 'characters' | 'palBoxes'> {
  const characters = new Map<string, CharacterActor>();
  const palBoxes = new Map<string, PalBoxActor>();
  for (const [index, actor] of actors.entries()) {
    const fields = fieldsOf(actor);
    const type = textIn(fields?.get('type'), TEXT_CHARS)?.toLowerCase();
    if (fields === undefined) continue;
    if (type === 'palbox') {
      const box = readPalBox(fields);
      const key = JSON.stringify(box?.location);
      // The server lists a Palbox twice at times, once without its guild.
      if (box !== undefined && palBoxes.get(key)?.guildId === undefined) palBoxes.set(key, box);
    }
    if (type !== 'character') continue;
    const character = readCharacter(fields);
    const key = character.instanceId ?? `nameless ${index}`;
    // A Pal that went from its player to a base is listed twice: the one beside the player is out of date.
    const known = characters.get(key);
    if (known === undefined || known.unitType === 'OtomoPal') characters.set(key, character);
  }
  return { characters: [...characters.values()], palBoxes: [...palBoxes.values()] };
}

function readCharacter(fields: JsonFields): CharacterActor {
  const [player, instance] = textOf(fields, 'instanceid').split(':');
  const playerUid = playerUidIn(player);
  const instanceId = playerUidIn(instance);
  const userId = userIdIn(fields.get('userid'));
  const level = integerWithin(fields.get('level'), 1, 255);
  const hp = numberWithin(fields.get('hp'), 0, Number.MAX_SAFE_INTEGER);
  const maxHp = numberWithin(fields.get('maxhp'), 0, Number.MAX_SAFE_INTEGER);
  const location = locationOf(fields);
  return {
    unitType: textOf(fields, 'unittype'),
    ...(playerUid !== undefined && { playerUid }),
    ...(instanceId !== undefined && { instanceId }),
    ...(userId !== undefined && { userId }),
    name: textOf(fields, 'nickname'),
    ...(level !== undefined && { level }),
    ...(hp !== undefined && { hp }),
    ...(maxHp !== undefined && { maxHp }),
    action: textOf(fields, 'action'),
    ...(location !== undefined && { location }),
  };
}

function readPalBox(fields: JsonFields): PalBoxActor | undefined {
  const location = locationOf(fields);
  if (location === undefined) return undefined;
  const guildId = playerUidIn(fields.get('guildid'));
  return { ...(guildId !== undefined && { guildId }), guildName: textOf(fields, 'guildname'), location };
}

function locationOf(fields: JsonFields): ActorLocation | undefined {
  const [x, y, z] = ['locationx', 'locationy', 'locationz'].map((name) =>
    numberWithin(fields.get(name), -LIMITS.mapCoordinate, LIMITS.mapCoordinate),
  );
  return x === undefined || y === undefined || z === undefined ? undefined : { x, y, z };
}

function textOf(fields: JsonFields, name: string): string {
  return textIn(fields.get(name), TEXT_CHARS) ?? '';
}
