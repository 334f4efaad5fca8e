import { addFleetBan, type FleetList, LIMITS } from '@palatine/contract';
import { useSignal } from '@preact/signals';
import { looksLikeAddress } from '../../bans/ban-list.ts';
import { visibleText } from '../../faces/visible-text.ts';
import { assign } from '../../kit/assign.ts';
import { Field } from '../../kit/Field.tsx';
import { TextField } from '../../kit/TextField.tsx';
import { showToast } from '../../kit/toasts.ts';
import { fleetClient } from '../../session/session.ts';
import { ConfirmDialog } from '../parts/ConfirmDialog.tsx';
import { DateTimeField, isoOf } from '../parts/DateTimeField.tsx';
import { fleetTexts } from '../texts/fleet-texts.ts';

export interface AddEntryProps {
  list: FleetList;
  onClose: () => void;
  onDone: () => void;
}

/** Puts somebody on a shared list. */
export function AddEntry({ list, onClose, onDone }: AddEntryProps) {
  const text = fleetTexts.value.lists;
  const id = useSignal('');
  const reason = useSignal('');
  const until = useSignal('');
  const whom = id.value.trim();
  async function add(): Promise<void> {
    const Expires = isoOf(until.value);
    await fleetClient().call(addFleetBan, {
      params: { list: list.List },
      body: {
        ...(looksLikeAddress(whom) ? { IP: whom } : { UserId: whom }),
        ...(reason.value.trim() !== '' && { Reason: reason.value.trim() }),
        ...(Expires !== undefined && { Expires }),
      },
    });
    showToast({ text: text.added(whom), tone: 'ok' });
    onDone();
  }
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={text.addTitle(visibleText(whom), list.List, list.Kind)}
      description={text.addWhy}
      doText={text.addDo[list.Kind]}
      cancel={text.cancel}
      danger={list.Kind === 'Ban'}
      disabled={whom === ''}
      run={add}
    >
      <Field label={text.id} hint={list.Kind === 'Ban' ? text.idHint : fleetTexts.value.many.userIdHint}>
        <TextField
          value={id.value}
          maxLength={LIMITS.idChars}
          spellCheck={false}
          onInput={(value) => assign(id, value)}
        />
      </Field>
      <Field label={text.reason}>
        <TextField
          value={reason.value}
          maxLength={LIMITS.reasonChars}
          onInput={(value) => assign(reason, value)}
        />
      </Field>
      <DateTimeField
        label={text.until}
        hint={text.untilHint}
        value={until.value}
        onInput={(value) => assign(until, value)}
      />
    </ConfirmDialog>
  );
}
