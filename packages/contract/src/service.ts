import Type, { type Static } from 'typebox';
import { route } from './route.ts';
import { closedObject, Int32, Text } from './shapes.ts';

export const ANSWER_FORMS = ['Flat', 'Wrapped'] as const;
/** Flat is the service document to the letter; newer clients of the original read Wrapped. */
export type AnswerForm = (typeof ANSWER_FORMS)[number];

export const Version = closedObject({
  major: Int32,
  minor: Int32,
  patch: Int32,
  build: Int32,
  version_str: Text,
  version_str_long: Text,
});
export type Version = Static<typeof Version>;

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

export const getVersion = route('GET /v1/pdapi/version', {
  tag: 'Service',
  permission: 'REST.Version.Read',
  title: 'Get version',
  summary: 'The version of the service; answers while the service is reachable and the token works',
  notes:
    'Needs no game work, so it answers also while the world is busy: use it as a check of address and token. `major` and `minor` are those of the interface.',
  reply: Version,
  wrapped: {
    wrap: (version: Version) => ({
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
    // What `wrap` above gave.
    unwrap: (response) =>
      'Version' in response ? flatVersion(response.Version as WrappedVersion) : undefined,
    shape: '{ "Version": { "Major", "Minor", "Patch", "Build", "Version", "VersionLong", "Beta" } }',
  },
});

export const reloadConfig = route('POST /v1/pdapi/ReloadConfig', {
  tag: 'Service',
  permission: 'REST.Reload.Config',
  title: 'Reload config',
  summary: 'Read the operator files again',
  notes:
    'Reads Config.json, RESTConfig.json with its certificate, and Banlist.json. Of a file that is wrong nothing is taken and its last good state stays: the answer is 200 with `Success` false, and the reason is in a `config.rejected` event, the log and `palatine doctor`. So it is for all files when the game does not get to the reload in time. Address, port, origins, queue and whether there is TLS count at the next start. Token files count within a second, without a reload.',
  game: true,
  excludedErrors: ['REQUEST_TIMEOUT'], // a late reload is `Success` false
  body: Type.Object({}),
  bodyErrors: { notAnObject: 'VALIDATION_FAILED' },
  reply: closedObject({ Success: Type.Boolean() }),
  errors: ['VALIDATION_FAILED'],
  examples: [{ body: {} }],
});
