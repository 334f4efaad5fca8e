import type { Version } from '@palatine/contract';

/** Version of Palatine, as in every package.json; scripts/versions.test.ts compares them. */
export const PALATINE_VERSION = '0.1.0';

const major = 1;
const minor = 9;
const patch = 0;
const build = 1;

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
