import { FLEET_LIST_ADOPTIONS, FLEET_LIST_KINDS, type FleetList, putFleetList } from '@palatine/contract';
import { useSignal } from '@preact/signals';
import { Field } from '../../kit/Field.tsx';
import { RadioGroup } from '../../kit/RadioGroup.tsx';
import { optionsOf } from '../../kit/Select.tsx';
import { Switch } from '../../kit/Switch.tsx';
import { TextField } from '../../kit/TextField.tsx';
import { fleetClient } from '../../session/session.ts';
import { ConfirmDialog } from '../parts/ConfirmDialog.tsx';
import { fleetTexts } from '../texts/fleet-texts.ts';

export interface ListDialogProps {
  /** Undefined for a new one. */
  list: FleetList | undefined;
  onClose: () => void;
  onSaved: (name: string) => void;
}

const NAME = /^[a-z\d-]{1,32}$/;

/** Makes a shared list, or changes what it is. */
export function ListDialog({ list, onClose, onSaved }: ListDialogProps) {
  const text = fleetTexts.value.lists;
  const draft = useSignal({
    name: list?.List ?? '',
    title: list?.Title ?? '',
    kind: list?.Kind ?? FLEET_LIST_KINDS[0],
    adopt: list?.Adopt ?? FLEET_LIST_ADOPTIONS[1],
    localUnban: list?.LocalUnban ?? true,
  });
  const { name, title, kind, adopt, localUnban } = draft.value;
  const change = (part: Partial<typeof draft.value>) => {
    draft.value = { ...draft.value, ...part };
  };
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={list === undefined ? text.create : `${text.edit}: ${list.List}`}
      doText={text.save}
      cancel={text.cancel}
      disabled={!NAME.test(name)}
      run={async () => {
        await fleetClient().call(putFleetList, {
          params: { list: name },
          body: {
            Title: title,
            Adopt: adopt,
            LocalUnban: localUnban,
            ...(list === undefined && { Kind: kind }),
          },
        });
        onSaved(name);
      }}
    >
      {list === undefined && (
        <>
          <Field label={text.name} hint={text.nameHint}>
            <TextField
              value={name}
              maxLength={32}
              spellCheck={false}
              onInput={(next) => change({ name: next })}
            />
          </Field>
          <RadioGroup
            label={text.kind}
            value={kind}
            options={FLEET_LIST_KINDS.map((value) => ({
              value,
              text: text.kinds[value],
              hint: text.kindHints[value],
            }))}
            onChange={(next) => change({ kind: next })}
          />
        </>
      )}
      <Field label={text.titleField}>
        <TextField value={title} maxLength={256} onInput={(next) => change({ title: next })} />
      </Field>
      {kind === 'Ban' && (
        <>
          <div>
            <p class="field-label">{text.adopt}</p>
            <RadioGroup
              label={text.adopt}
              value={adopt}
              options={optionsOf(text.adopts, FLEET_LIST_ADOPTIONS)}
              onChange={(next) => change({ adopt: next })}
            />
          </div>
          <Switch checked={localUnban} onChange={(next) => change({ localUnban: next })}>
            {text.localUnban}
          </Switch>
        </>
      )}
    </ConfirmDialog>
  );
}
