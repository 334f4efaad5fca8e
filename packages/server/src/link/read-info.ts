import { LIMITS } from '@palatine/contract';
import { fieldsOf, textIn } from './json-fields.ts';

/** What GET /info says. */
export interface GameServerInfo {
  /** As printed, such as `v1.0.5.102999`. */
  readonly version?: string;
  /** '' when the server does not say. */
  readonly name: string;
  readonly description: string;
  /** 32 hexadecimal digits in upper case: the name of the world's folder. Absent when the server does not say. */
  readonly worldGuid?: string;
}

const VERSION_CHARS = 64;
const GUID = /^[0-9A-F]{32}$/;

/** Reads the body of GET /info leniently; undefined when it is no such body. */
export function readInfo(json: unknown): GameServerInfo | undefined {
  const fields = fieldsOf(json);
  if (fields === undefined) return undefined;
  const version = textIn(fields.get('version'), VERSION_CHARS);
  const name = textIn(fields.get('servername'), LIMITS.filterChars);
  const worldGuid = worldGuidIn(fields.get('worldguid'));
  if (version === undefined && name === undefined && worldGuid === undefined) return undefined;
  return {
    ...(version !== undefined && { version }),
    name: name ?? '',
    description: textIn(fields.get('description'), LIMITS.messageChars) ?? '',
    ...(worldGuid !== undefined && { worldGuid }),
  };
}

/** The GUID of a world as the game names its folder; undefined for zeros and for any other text. */
export function worldGuidIn(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const guid = value.trim().replaceAll('-', '').toUpperCase();
  return GUID.test(guid) && !/^0+$/.test(guid) ? guid : undefined;
}
