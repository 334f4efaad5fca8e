import { LIMITS } from '@palatine/contract';
import { Checkbox } from '../kit/Checkbox.tsx';
import { Field } from '../kit/Field.tsx';
import { NumberField } from '../kit/NumberField.tsx';
import { RadioGroup } from '../kit/RadioGroup.tsx';
import { TextField } from '../kit/TextField.tsx';
import { texts } from '../texts/texts.ts';
import { errorOf, type FieldProps, fillIn } from './field-props.ts';
import { lastReasons } from './reasons.ts';
import { isStoppedByHand } from './server-control.ts';

/** Most seconds of a countdown, as the route says. */
const COUNTDOWN_SECONDS = 3600;

/** Why somebody is punished or pardoned, with the reasons last given. */
export function ReasonField({ run, problems }: FieldProps) {
  const text = texts.value.actionDialog;
  const { reason } = run.draft.value;
  const last = lastReasons(localStorage, run.action.id).filter((each) => each !== reason);
  return (
    <div class="field">
      <Field label={text.reason} hint={text.reasonHint} {...errorOf(problems, 'reason')}>
        <TextField
          value={reason}
          maxLength={LIMITS.reasonChars}
          onInput={(next) => fillIn(run, { reason: next })}
        />
      </Field>
      {last.length > 0 && (
        <ul class="chosen" aria-label={text.lastReasons}>
          {last.map((each) => (
            <li key={each}>
              <button type="button" class="choice" onClick={() => fillIn(run, { reason: each })}>
                <bdi>{each}</bdi>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Whether the address of a player is banned too. */
export function WithAddressField({ run, problems }: FieldProps) {
  const text = texts.value.actionFields;
  const { error } = errorOf(problems, 'withAddress');
  return (
    <div>
      <Checkbox
        checked={run.draft.value.withAddress}
        onChange={(withAddress) => fillIn(run, { withAddress })}
      >
        {text.withAddress} <span class="faint">{text.withAddressHint}</span>
      </Checkbox>
      {error !== undefined && <p class="field-error">{error}</p>}
    </div>
  );
}

/** Whether a maintenance delivers, or only restarts. */
export function MaintenanceField({ run }: FieldProps) {
  const text = texts.value.actionFields;
  return (
    <RadioGroup
      label={text.maintenance}
      value={run.draft.value.maintenance}
      options={[
        { value: 'Deliver', text: text.deliver },
        { value: 'Restart', text: text.restart },
      ]}
      onChange={(maintenance) => fillIn(run, { maintenance })}
    />
  );
}

/** How long before the stop players get the first announcement. */
export function CountdownField({ run, problems }: FieldProps) {
  const text = texts.value.actionFields;
  return (
    <Field
      label={text.countdown}
      hint={isStoppedByHand() ? text.countdownHintByHand : text.countdownHint}
      {...errorOf(problems, 'countdownSeconds')}
    >
      <NumberField
        value={run.draft.value.countdownSeconds}
        min={0}
        max={COUNTDOWN_SECONDS}
        step={10}
        onChange={(countdownSeconds) => fillIn(run, { countdownSeconds })}
      />
    </Field>
  );
}
