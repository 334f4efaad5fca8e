import type { Version } from '@palatine/contract';

/** The version of Palatine, as every package.json has it; scripts/versions.test.ts compares them. */
export const PALATINE_VERSION = '0.1.0';

const major = 1;
const minor = 9;
const patch = 0;
const build = 1;

/** The version of the interface, which GET /version reports: major and minor follow the surface implemented, patch and build are ours. */
export const VERSION: Version = {
  major,
  minor,
  patch,
  build,
  version_str: `${major}.${minor}.${patch}`,
  version_str_long: `${major}.${minor}.${patch}.${build}`,
};

export const VERSION_LINE = `palatine ${PALATINE_VERSION} (interface ${VERSION.version_str_long})`;
