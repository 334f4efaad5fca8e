import { ROUTES, type RouteShape, type Version } from '@palatine/contract';

/**
 * An answer as the route table types it. An operator may have three answers wrapped for other clients
 * (`AnswerForm` `Wrapped`); a program that uses this one need not know.
 */
export function unwrap(route: RouteShape, answer: object): object {
  if (route === ROUTES.getVersion && 'Version' in answer)
    return flatVersion(answer.Version as WrappedVersion);
  if (route === ROUTES.getGuilds && 'Meta' in answer && 'Guilds' in answer) return answer.Guilds as object;
  if (route === ROUTES.getGuild && 'Guild' in answer) return answer.Guild as object;
  return answer;
}

interface WrappedVersion {
  Major: number;
  Minor: number;
  Patch: number;
  Build: number;
  Version: string;
  VersionLong: string;
}

function flatVersion({ Major, Minor, Patch, Build, Version, VersionLong }: WrappedVersion): Version {
  return {
    major: Major,
    minor: Minor,
    patch: Patch,
    build: Build,
    version_str: Version,
    version_str_long: VersionLong,
  };
}
