import { countedIn } from '../plural.ts';

const counted = countedIn('en');

export const table = {
  seen: 'Seen',
  whenever: 'Any time',
  idleDays: (days: number) => `Inactive for ${counted(days, { one: 'day', other: 'days' })}`,
  noneMatch: 'Nothing matches all of these filters.',
  noFilters: 'Clear filters',
  filters: 'Filters',
  any: 'Any',
  actions: 'Actions',
  actionsOf: (name: string) => `Actions for ${name}`,
  choose: (name: string) => `Select ${name}`,
  chooseAll: 'Select all',
  chooseMatching: (count: string) => `Select all ${count} that match`,
  chosen: (shown: string) => `${shown} selected`,
  clear: 'Clear the selection',
  keys: {
    next: 'Next row',
    previous: 'Previous row',
    toggle: 'Select the row',
    range: 'Select up to the row',
    openRow: 'Open the row',
    rowMenu: 'Actions for the row',
    clear: 'Clear the selection',
  },
  columns: 'Columns',
  csv: 'Save as CSV',
  of: (matching: string, total: string) => `${matching} of ${total}`,
  changes: (count: number) => counted(count, { one: 'change', other: 'changes' }),
};
