import type { Signal } from '@preact/signals';
import Eye from 'lucide/dist/esm/icons/eye.mjs';
import EyeOff from 'lucide/dist/esm/icons/eye-off.mjs';
import type { JSX } from 'preact';
import { Field } from '../kit/Field.tsx';
import { IconButton } from '../kit/IconButton.tsx';
import { TextField } from '../kit/TextField.tsx';
import {
  ChoiceFilter,
  FilterButton,
  filterOf,
  NoFilters,
  NumberFilter,
  setFilter,
} from '../table/FilterFields.tsx';
import { texts } from '../texts/texts.ts';
import { PLATFORMS, PLAYER_FILTERS, SEEN_DAYS } from './player-query.ts';

/** What the list of players is filtered by. All of it stands in the address. */
export function PlayerFilters({ showsPrivate }: { showsPrivate: Signal<boolean> | undefined }): JSX.Element {
  const text = texts.value.players;
  const status = filterOf('status');
  return (
    <>
      <span class="player-find">
        <TextField
          type="search"
          label={text.find}
          placeholder={text.find}
          maxLength={100}
          value={filterOf('find')}
          onInput={(value) => setFilter('find', value)}
        />
      </span>
      <fieldset class="chips">
        <legend class="spoken">{text.columns.status}</legend>
        {(['', 'online', 'offline'] as const).map((value) => (
          <button
            key={value}
            type="button"
            aria-pressed={status === value}
            onClick={() => setFilter('status', value)}
          >
            {value === '' ? text.everybody : text[value]}
          </button>
        ))}
      </fieldset>
      <FilterButton hidden={PLAYER_FILTERS.filter((name) => name !== 'find' && name !== 'status')}>
        <MoreFilters />
      </FilterButton>
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
  const guild = filterOf('guild');
  const yesOrNo = [
    { value: 'yes', text: text.yes },
    { value: 'no', text: text.no },
  ];
  const guilds = [{ value: 'none', text: text.noGuild }];
  if (guild !== '' && guild !== 'none') guilds.push({ value: guild, text: text.thisGuild });
  return (
    <>
      <Field label={text.columns.platform}>
        <ChoiceFilter name="platform" options={PLATFORMS.map((name) => ({ value: name, text: name }))} />
      </Field>
      <Field label={text.notSeenFor}>
        <ChoiceFilter
          name="seen"
          options={SEEN_DAYS.map((days) => ({ value: days, text: text.days(Number(days)) }))}
        />
      </Field>
      <fieldset class="level-range">
        <legend>{text.columns.level}</legend>
        <NumberFilter name="from" label={text.levelRange.from} digits={4} />
        <NumberFilter name="to" label={text.levelRange.to} digits={4} />
      </fieldset>
      <Field label={text.inGuild}>
        <ChoiceFilter name="guild" options={guilds} />
      </Field>
      <Field label={text.banned}>
        <ChoiceFilter name="banned" options={yesOrNo} />
      </Field>
      <Field label={text.hasPlayerFile} hint={text.playerFileHint}>
        <ChoiceFilter name="file" options={yesOrNo} />
      </Field>
      <NoFilters names={PLAYER_FILTERS} />
    </>
  );
}
