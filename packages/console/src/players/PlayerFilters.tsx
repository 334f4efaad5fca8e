import type { Signal } from '@preact/signals';
import Eye from 'lucide/dist/esm/icons/eye.mjs';
import EyeOff from 'lucide/dist/esm/icons/eye-off.mjs';
import SlidersHorizontal from 'lucide/dist/esm/icons/sliders-horizontal.mjs';
import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import { useCommands } from '../commands/use-commands.ts';
import { Button } from '../kit/Button.tsx';
import { Field } from '../kit/Field.tsx';
import { Icon } from '../kit/Icon.tsx';
import { IconButton } from '../kit/IconButton.tsx';
import { Popover } from '../kit/Popover.tsx';
import { Select } from '../kit/Select.tsx';
import { TextField } from '../kit/TextField.tsx';
import { address, setQuery } from '../navigation/router.ts';
import { texts } from '../texts/texts.ts';
import { hiddenFilters, PLATFORMS, PLAYER_FILTERS, type PlayerFilter, SEEN_DAYS } from './player-query.ts';

const set = (name: PlayerFilter, value: string) => setQuery({ [name]: value === ANY ? '' : value });
/** A choice needs a value for "any", which the address leaves out. */
const ANY = 'any';

/** What the list of players is filtered by. All of it stands in the address. */
export function PlayerFilters({ showsPrivate }: { showsPrivate: Signal<boolean> | undefined }): JSX.Element {
  const text = texts.value.players;
  const { query } = address.value;
  const status = query.get('status') ?? '';
  const hidden = hiddenFilters(query);
  const find = useRef<HTMLInputElement>(null);
  useCommands([
    {
      id: 'rows.filter',
      text: texts.value.table.keys.filter,
      group: 'rows',
      keys: '/',
      listed: false,
      run: () => find.current?.focus(),
    },
  ]);
  return (
    <>
      <span class="player-find">
        <TextField
          ref={find}
          type="search"
          label={text.find}
          placeholder={text.find}
          maxLength={100}
          value={query.get('find') ?? ''}
          onInput={(value) => set('find', value)}
        />
      </span>
      <fieldset class="chips">
        <legend class="spoken">{text.columns.status}</legend>
        {(['', 'online', 'offline'] as const).map((value) => (
          <button
            key={value}
            type="button"
            aria-pressed={status === value}
            onClick={() => set('status', value)}
          >
            {value === '' ? text.everybody : text[value]}
          </button>
        ))}
      </fieldset>
      <Popover
        title={text.filters}
        align="start"
        trigger={
          <Button kind="bare">
            <Icon shape={SlidersHorizontal} size={16} />
            {text.filters}
            {hidden > 0 && <span class="chip">{hidden}</span>}
          </Button>
        }
      >
        <MoreFilters />
      </Popover>
      {showsPrivate !== undefined && (
        <IconButton
          icon={showsPrivate.value ? EyeOff : Eye}
          label={showsPrivate.value ? text.hidePrivate : text.showPrivate}
          onClick={() => {
            showsPrivate.value = !showsPrivate.value;
          }}
        />
      )}
    </>
  );
}

function MoreFilters(): JSX.Element {
  const text = texts.value.players;
  const { query } = address.value;
  const chosenFor = (name: PlayerFilter) => query.get(name) || ANY;
  const yesOrNo = [
    { value: ANY, text: text.any },
    { value: 'yes', text: text.yes },
    { value: 'no', text: text.no },
  ];
  const chosen = (name: PlayerFilter, options: readonly { value: string; text: string }[]) => (
    <Select value={chosenFor(name)} options={options} onChange={(value) => set(name, value)} />
  );
  return (
    <div class="filter-fields">
      <Field label={text.columns.platform}>
        {chosen('platform', [
          { value: ANY, text: text.any },
          ...PLATFORMS.map((name) => ({ value: name, text: name })),
        ])}
      </Field>
      <Field label={text.notSeenFor}>
        {chosen('seen', [
          { value: ANY, text: text.any },
          ...SEEN_DAYS.map((days) => ({ value: days, text: text.days(Number(days)) })),
        ])}
      </Field>
      <fieldset class="level-range">
        <legend>{text.columns.level}</legend>
        {(['from', 'to'] as const).map((name) => (
          <TextField
            key={name}
            label={text.levelRange[name]}
            placeholder={text.levelRange[name]}
            maxLength={4}
            value={query.get(name) ?? ''}
            onInput={(value) => set(name, value.replaceAll(/\D/g, ''))}
          />
        ))}
      </fieldset>
      <Field label={text.inGuild}>
        {chosen('guild', [
          { value: ANY, text: text.any },
          { value: 'none', text: text.noGuild },
          ...(query.get('guild') && query.get('guild') !== 'none'
            ? [{ value: query.get('guild') ?? '', text: text.thisGuild }]
            : []),
        ])}
      </Field>
      <Field label={text.banned}>{chosen('banned', yesOrNo)}</Field>
      <Field label={text.hasPlayerFile} hint={text.playerFileHint}>
        {chosen('file', yesOrNo)}
      </Field>
      <Button onClick={() => setQuery(Object.fromEntries(PLAYER_FILTERS.map((name) => [name, ''])))}>
        {text.noFilters}
      </Button>
    </div>
  );
}
