import type { Version } from '@palatine/contract';

const major = 1;
const minor = 9;
const patch = 0;
const build = 1;

/** What GET /version reports: major and minor follow the surface implemented, patch and build are ours. */
export const VERSION: Version = {
  major,
  minor,
  patch,
  build,
  version_str: `${major}.${minor}.${patch}`,
  version_str_long: `${major}.${minor}.${patch}.${build}`,
};
