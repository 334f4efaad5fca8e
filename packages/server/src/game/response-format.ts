import { hash } from 'node:crypto';
import type { AnswerForm, GuildDetail, GuildsAnswer, Version } from '@palatine/contract';
import type { CachedResponse } from './protocol.ts';

/** Serialises an answer, with an ETag over its bytes: equal answers have equal tags. */
export function serialize(value: unknown): CachedResponse {
  const bytes = Buffer.from(JSON.stringify(value));
  return { bytes, etag: `"${hash('sha1', bytes, 'base64url')}"` };
}

/** The three answers that newer clients of the original read in a wrapped form; all else is the same in both. */
const WRAPPED: Record<string, (value: never) => unknown> = {
  getVersion: (version: Version) => ({
    Version: {
      Major: version.major,
      Minor: version.minor,
      Patch: version.patch,
      Build: version.build,
      Version: version.version_str,
      VersionLong: version.version_str_long,
      Beta: false,
    },
  }),
  getGuilds: (guilds: GuildsAnswer) => ({ Meta: { GuildCount: Object.keys(guilds).length }, Guilds: guilds }),
  getGuild: (guild: GuildDetail) => ({ Guild: guild }),
};

/** The answer of a route in the form asked for. */
export function applyResponseFormat(routeName: string, form: AnswerForm, value: unknown): unknown {
  const wrap = form === 'Wrapped' ? WRAPPED[routeName] : undefined;
  return wrap === undefined ? value : wrap(value as never); // the route name vouches for the answer's kind
}
