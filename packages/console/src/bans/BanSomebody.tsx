import { banIP, banPlayer, LIMITS } from '@palatine/contract';
import { useSignal } from '@preact/signals';
import Ban from 'lucide/dist/esm/icons/ban.mjs';
import type { JSX } from 'preact';
import { openAction } from '../actions/dialog.ts';
import { Button } from '../kit/Button.tsx';
import { Dialog } from '../kit/Dialog.tsx';
import { Field } from '../kit/Field.tsx';
import { Icon } from '../kit/Icon.tsx';
import { TextField } from '../kit/TextField.tsx';
import { may } from '../session/session.ts';
import { texts } from '../texts/texts.ts';
import { typedTarget } from './ban-target.ts';

/** Asks whom to ban, by UserId or address; the dialog of the ban follows. */
export function BanSomebody(): JSX.Element {
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
      <Button
        kind="danger"
        onClick={() => {
          open.value = true;
        }}
      >
        <Icon shape={Ban} size={16} />
        {text.add}
      </Button>
      <Dialog
        open={open.value}
        onClose={() => {
          open.value = false;
        }}
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
              onInput={(value) => {
                who.value = value;
              }}
            />
          </Field>
        </form>
      </Dialog>
    </>
  );
}
