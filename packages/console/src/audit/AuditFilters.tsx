import type { ComponentChildren } from 'preact';
import { Select } from '../kit/Select.tsx';
import { SearchField } from '../kit/TextField.tsx';
import { address, setQuery } from '../navigation/router.ts';
import { texts } from '../texts/texts.ts';

/** What the actions of the audit are filtered by: the beginning of a part of their route. */
const ACTIONS = [
  'give',
  'ban',
  'unban',
  'kick',
  'learntech',
  'forgettech',
  'deletebase',
  'SendPlayerMessage',
  'settings',
  'templates',
] as const;
const OUTCOMES = [
  'OK',
  'PLAYER_NOT_FOUND',
  'VALIDATION_FAILED',
  'MISSING_PERMISSION',
  'INVALID_REQUEST',
] as const;
const ANY = 'any';

/** The filters of the audit. All of them stand in the address. `children`: further ones, before these. */
export function AuditFilters({ children }: { children?: ComponentChildren }) {
  const text = texts.value.audit;
  const { query } = address.value;
  const field = (name: 'find' | 'player' | 'token', label: string) => (
    <SearchField
      label={label}
      maxLength={200}
      value={query.get(name) ?? ''}
      onInput={(value) => setQuery({ [name]: value })}
    />
  );
  const choice = (name: 'action' | 'outcome', label: string, values: readonly string[]) => (
    <Select
      label={label}
      value={query.get(name) || ANY}
      options={[{ value: ANY, text: label }, ...values.map((value) => ({ value, text: value }))]}
      onChange={(value) => setQuery({ [name]: value === ANY ? '' : value })}
    />
  );
  const day = (name: 'from' | 'to', label: string) => (
    <label class="audit-day">
      {label}
      <input
        class="input"
        type="date"
        value={query.get(name) ?? ''}
        onInput={(event) => setQuery({ [name]: event.currentTarget.value })}
      />
    </label>
  );
  return (
    <div class="audit-filters">
      {children}
      {field('find', text.find)}
      {field('player', text.player)}
      {field('token', text.token)}
      {choice('action', text.anyAction, ACTIONS)}
      {choice('outcome', text.anyOutcome, OUTCOMES)}
      {day('from', text.from)}
      {day('to', text.to)}
    </div>
  );
}
