import { banIP, banPlayer, LIMITS } from '@palatine/contract';
import { Button } from '../kit/Button.tsx';
import { Field } from '../kit/Field.tsx';
import { optionsOf } from '../kit/Select.tsx';
import { TextField } from '../kit/TextField.tsx';
import { setQuery } from '../navigation/router.ts';
import { may } from '../session/session.ts';
import { ChoiceFilter, SearchFilter, setFilter } from '../table/address-filters.tsx';
import { FilterButton } from '../table/FilterFields.tsx';
import { texts } from '../texts/texts.ts';
import { BAN_FILTERS, type BanFilters } from './ban-list.ts';
import './bans.css';
import { useSignal } from '@preact/signals';
import Ban from 'lucide/dist/esm/icons/ban.mjs';
import { openAction } from '../actions/dialog.ts';
import { FormDialog } from '../faces/FormDialog.tsx';
import { assign } from '../kit/assign.ts';
import { TextInput } from '../kit/TextInput.tsx';
import { typedTarget } from './ban-target.ts';

/** Filters that stand behind a button. */
const MORE = ['user', 'ip', 'reason', 'issuer', 'issuerType', 'issuerIP'] as const;

/** What the list of bans is narrowed to and sorted by; the address of the page holds it. */
export function BanFilterBar({ filters }: { filters: BanFilters }) {
  const text = texts.value.bans;
  const filtered = Object.values(filters).some((value) => value !== '');
  const { all: anyState, ...states } = text.states;
  const { all: anyKind, ...kinds } = text.kinds;
  const { '-given': newestFirst, ...sorts } = text.sorts;
  return (
    <>
      <div class="ban-find">
        <SearchFilter name="find" label={text.find} maxLength={LIMITS.filterChars} />
      </div>
      <ChoiceFilter name="state" label={text.state} any={anyState} options={optionsOf(states)} />
      <ChoiceFilter name="kind" label={text.kind} any={anyKind} options={optionsOf(kinds)} />
      <FilterButton hidden={MORE}>
        {MORE.map((name) => (
          <Field key={name} label={text.filters[name]}>
            <TextField
              value={filters[name]}
              maxLength={LIMITS.filterChars}
              {...(name === 'issuerType' && { placeholder: text.issuerTypeHint })}
              onInput={(value) => setFilter(name, value)}
            />
          </Field>
        ))}
      </FilterButton>
      <ChoiceFilter
        name="sort"
        label={text.sort}
        prefix={text.sort}
        any={newestFirst}
        options={optionsOf(sorts)}
      />
      {filtered && (
        <Button
          kind="bare"
          onClick={() => setQuery(Object.fromEntries(BAN_FILTERS.map((name) => [name, ''])))}
        >
          {text.clear}
        </Button>
      )}
      <span class="toolbar-end">{(may(banPlayer) || may(banIP)) && <BanSomebody />}</span>
    </>
  );
}

/** Asks whom to ban, by UserId or address; the dialog of the ban follows. */
function BanSomebody() {
  const text = texts.value.bans;
  const open = useSignal(false);
  const who = useSignal('');
  const target = typedTarget(who.value);
  const allowed = target !== undefined && may(target.kind === 'address' ? banIP : banPlayer);
  async function go(): Promise<void> {
    open.value = false;
    who.value = '';
    if (target !== undefined) openAction(target.kind === 'address' ? 'banAddress' : 'ban', target);
  }
  return (
    <>
      <Button kind="danger" icon={Ban} onClick={() => assign(open, true)}>
        {text.add}
      </Button>
      {open.value && (
        <FormDialog
          onClose={() => assign(open, false)}
          title={text.addTitle}
          doText={text.go}
          ready={allowed}
          run={go}
        >
          <TextInput
            label={text.addWho}
            hint={text.addHint}
            bind={who}
            maxLength={LIMITS.idChars}
            spellCheck={false}
          />
        </FormDialog>
      )}
    </>
  );
}
