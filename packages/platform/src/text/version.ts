import type { Version } from '@palatine/contract';

/** Version of Palatine, as in every package.json; scripts/versions.test.ts compares them. */
export const PALATINE_VERSION = '0.1.0';

const [major, minor, patch, build] = [1, 9, 0, 1] as const;

/** Version of the interface for GET /version: major and minor follow the implemented surface, patch and build are ours. */
export const VERSION: Version = {
  major,
  minor,
  patch,
  build,
  version_str: `${major}.${minor}.${patch}`,
  version_str_long: `${major}.${minor}.${patch}.${build}`,
};

export const VERSION_LINE = `palatine ${PALATINE_VERSION} (interface ${VERSION.version_str_long})`;
