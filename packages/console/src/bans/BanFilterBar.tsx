import { banIP, banPlayer, LIMITS } from '@palatine/contract';
import { Button } from '../kit/Button.tsx';
import { Field } from '../kit/Field.tsx';
import { Popover } from '../kit/Popover.tsx';
import { Select } from '../kit/Select.tsx';
import { SearchField, TextField } from '../kit/TextField.tsx';
import { address, setQuery } from '../navigation/router.ts';
import { may } from '../session/session.ts';
import { texts } from '../texts/texts.ts';
import { BAN_FILTERS, type BanFilters } from './ban-list.ts';
import './bans.css';
import { useSignal } from '@preact/signals';
import Ban from 'lucide/dist/esm/icons/ban.mjs';
import { openAction } from '../actions/dialog.ts';
import { assign } from '../kit/assign.ts';
import { Dialog } from '../kit/Dialog.tsx';
import { Icon } from '../kit/Icon.tsx';
import { typedTarget } from './ban-target.ts';

/** Filters that stand behind "More filters". */
const MORE = ['user', 'ip', 'reason', 'issuer', 'issuerType', 'issuerIP'] as const;

/** What the list of bans is narrowed to and sorted by; the address of the page holds it. */
export function BanFilterBar({ filters }: { filters: BanFilters }) {
  const text = texts.value.bans;
  const more = MORE.filter((name) => filters[name] !== '').length;
  const filtered = Object.values(filters).some((value) => value !== '');
  const sort = address.value.query.get('sort') || '-given';
  return (
    <>
      <div class="ban-find">
        <SearchField
          label={text.find}
          maxLength={LIMITS.filterChars}
          value={filters.find}
          onInput={(find) => setQuery({ find })}
        />
      </div>
      <Select
        label={text.state}
        value={filters.state || 'all'}
        options={Object.entries(text.states).map(([value, text]) => ({ value, text }))}
        onChange={(state) => setQuery({ state: state === 'all' ? '' : state })}
      />
      <Select
        label={text.kind}
        value={filters.kind || 'all'}
        options={Object.entries(text.kinds).map(([value, text]) => ({ value, text }))}
        onChange={(kind) => setQuery({ kind: kind === 'all' ? '' : kind })}
      />
      <Popover
        title={text.more}
        align="start"
        trigger={<Button>{more === 0 ? text.more : `${text.more} (${more})`}</Button>}
      >
        <div class="ban-more">
          {MORE.map((name) => (
            <Field key={name} label={text.filters[name]}>
              <TextField
                value={filters[name]}
                maxLength={LIMITS.filterChars}
                {...(name === 'issuerType' && { placeholder: text.issuerTypeHint })}
                onInput={(value) => setQuery({ [name]: value })}
              />
            </Field>
          ))}
        </div>
      </Popover>
      <Select
        label={text.sort}
        prefix={text.sort}
        value={sort in text.sorts ? sort : '-given'}
        options={Object.entries(text.sorts).map(([value, text]) => ({ value, text }))}
        onChange={(next) => setQuery({ sort: next === '-given' ? '' : next })}
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
  function go(event: Event): void {
    event.preventDefault();
    if (target === undefined || !allowed) return;
    open.value = false;
    who.value = '';
    openAction(target.kind === 'address' ? 'banAddress' : 'ban', target);
  }
  return (
    <>
      <Button kind="danger" onClick={() => assign(open, true)}>
        <Icon shape={Ban} size={16} />
        {text.add}
      </Button>
      <Dialog
        open={open.value}
        onClose={() => assign(open, false)}
        title={text.addTitle}
        footer={
          <Button kind="primary" type="submit" form="ban-somebody" disabled={!allowed}>
            {text.go}
          </Button>
        }
      >
        <form id="ban-somebody" onSubmit={go}>
          <Field label={text.addWho} hint={text.addHint}>
            <TextField
              value={who.value}
              maxLength={LIMITS.idChars}
              spellCheck={false}
              onInput={(value) => assign(who, value)}
            />
          </Field>
        </form>
      </Dialog>
    </>
  );
}
