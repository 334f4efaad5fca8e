import { ChoiceFilter, filterOf, SearchFilter, setFilter } from '../table/address-filters.tsx';
import { texts } from '../texts/texts.ts';
import { WorldFilter } from '../worlds/WorldColumn.tsx';

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

/** The filters of the audit. All of them stand in the address. */
export function AuditFilters() {
  const text = texts.value.audit;
  const field = (name: 'find' | 'player' | 'token', label: string) => (
    <SearchFilter name={name} label={label} maxLength={200} />
  );
  const choice = (name: 'action' | 'outcome', label: string, values: readonly string[]) => (
    <ChoiceFilter
      name={name}
      label={label}
      any={label}
      options={values.map((value) => ({ value, text: value }))}
    />
  );
  const day = (name: 'from' | 'to', label: string) => (
    <label class="audit-day">
      {label}
      <input
        class="input"
        type="date"
        value={filterOf(name)}
        onInput={(event) => setFilter(name, event.currentTarget.value)}
      />
    </label>
  );
  return (
    <div class="audit-filters">
      <WorldFilter />
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
