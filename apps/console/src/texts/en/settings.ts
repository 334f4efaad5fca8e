export const settings = {
  files: { 'Config.json': 'Rules', 'RESTConfig.json': 'API', 'Server.json': 'Game server' },
  default: (value: string) => `Default: ${value}`,
  nextStart: 'applies at the next start',
  inForceIs: (value: string) => `active: ${value}`,
  readOnly: 'changed in the file only',
  wrong: 'invalid in the file',
  problems: 'This file is ignored while it is invalid:',
  warnings: 'This looks like a mistake:',
  pending: 'The file differs from the active settings.',
  putInForce: 'Apply',
  inForce: 'The settings are applied.',
  changes: (count: number) => (count === 1 ? 'one unsaved change' : `${count} unsaved changes`),
  discard: 'Discard',
  review: 'Review and save…',
  reviewText: 'The file is checked as a whole before it is replaced, and the version before is kept.',
  save: (file: string) => `Save ${file}`,
  saved: (file: string) => `${file} is saved.`,
  reread: 'Read it again',
  toDefault: 'Reset to default',
  absent: 'the default',
  empty: 'empty',
  yes: 'yes',
  no: 'no',
  oneEach: 'One per line',
};

/** Name and meaning of settings in other languages than English, in which the service has them. */
export const settingTexts: Readonly<Record<string, readonly [title: string, meaning: string]>> = {};
