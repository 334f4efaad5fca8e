import { LIMITS } from '@palatine/contract';
import type { FunctionComponent } from 'preact';
import { useEffect } from 'preact/hooks';
import { formatNumber } from '../data/format.ts';
import { reasonsFor } from '../data/preferences.ts';
import { isStoppedByHand } from '../data/world-now.ts';
import { Field, NumberField, optionsOf, Select, TextArea, TextField } from '../kit/Fields.tsx';
import { Checkbox, RadioGroup } from '../kit/Toggles.tsx';
import { texts } from '../texts/texts.ts';
import { CataloguePicker } from '../views/CataloguePicker.tsx';
import type { Draft, FieldName } from './action.ts';
import { allowedSendTypes } from './action-table.ts';
import { fieldProblems, LEVEL_CAP, problemOf } from './field-problems.ts';
import { GRANT_FIELDS } from './GrantFields.tsx';
import { type FieldProps, type FormRun, Problem, TemplatePicker } from './shared-fields.tsx';
import './action-form.css';

function ReasonField({ action, draft: { reason }, fillIn, bound, problemOf }: FieldProps) {
  const text = texts.value.actionDialog;
  const last = reasonsFor(localStorage, action.id).all.value.filter((lastReason) => lastReason !== reason);
  return (
    <div class="field">
      <Field label={text.reason} hint={text.reasonHint} error={problemOf()}>
        <TextField {...bound('reason')} maxLength={LIMITS.reasonChars} />
      </Field>
      {last.length > 0 && (
        <ul class="cluster tight" aria-label={text.lastReasons}>
          {last.map((lastReason) => (
            <li key={lastReason}>
              <button type="button" class="choice row" onClick={() => fillIn({ reason: lastReason })}>
                <bdi>{lastReason}</bdi>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function MessageField({ draft: { message }, bound, problemOf }: FieldProps) {
  const text = texts.value.actionFields;
  const left = text.left(formatNumber(LIMITS.messageChars - message.length));
  return (
    <Field label={text.message} hint={left} error={problemOf()}>
      <TextArea {...bound('message')} rows={4} maxLength={LIMITS.messageChars} />
    </Field>
  );
}

function SenderField({ bound, problemOf }: FieldProps) {
  const text = texts.value.actionFields;
  return (
    <Field label={text.sender} error={problemOf()}>
      <TextField {...bound('sender')} placeholder={text.senderHint} maxLength={LIMITS.senderChars} />
    </Field>
  );
}

/** Where the screen shows it: of the six ways those that the token may use. */
function SendTypeField({ draft: { sendType }, fillIn, bound, problemOf }: FieldProps) {
  const text = texts.value.actionFields;
  const allowed = allowedSendTypes();
  const [first] = allowed;
  useEffect(() => {
    if (first !== undefined && !allowed.includes(sendType)) fillIn({ sendType: first });
  }, [first, sendType]);
  return (
    <Field label={text.sendType} error={problemOf()}>
      <Select {...bound('sendType')} options={optionsOf(text.sendTypes, allowed)} />
    </Field>
  );
}

function MaintenanceField({ bound }: FieldProps) {
  const text = texts.value.actionFields;
  const options = optionsOf({ Deliver: text.deliver, Restart: text.restart });
  return <RadioGroup label={text.maintenance} {...bound('maintenance')} options={options} />;
}

/** Maximum of a countdown in seconds, as the route has it. */
const COUNTDOWN_SECONDS = 3600;

/** How long before the stop players get the first announcement. */
function CountdownField({ bound, problemOf }: FieldProps) {
  const text = texts.value.actionFields;
  const hint = isStoppedByHand() ? text.countdownHintByHand : text.countdownHint;
  return (
    <Field label={text.countdown} hint={hint} error={problemOf()}>
      <NumberField {...bound('countdownSeconds')} min={0} max={COUNTDOWN_SECONDS} step={10} />
    </Field>
  );
}

function SummonedField({ action, draft, fillIn, problemOf }: FieldProps) {
  const text = texts.value.actionFields;
  const isPal = action.id === 'summonPal';
  return (
    <Field label={isPal ? text.pal : text.npc} disabled={isPal && draft.template !== ''} error={problemOf()}>
      <CataloguePicker
        kinds={[isPal ? 'Pals' : 'NPCs']}
        id={draft.summoned}
        onChange={(summoned) => fillIn({ summoned })}
      />
    </Field>
  );
}

function TemplateField({ draft, fillIn, problemOf }: FieldProps) {
  const text = texts.value.actionFields;
  return (
    <Field label={text.instead} hint={text.templateHint} error={problemOf()}>
      <TemplatePicker name={draft.template} onChange={(template) => fillIn({ template })} />
    </Field>
  );
}

function LevelField({ action, draft, bound, problemOf }: FieldProps) {
  const disabled = action.id === 'summonPal' && draft.template !== '';
  return (
    <Field label={texts.value.actionFields.level} disabled={disabled} error={problemOf()}>
      <NumberField {...bound('level')} min={1} max={LEVEL_CAP} />
    </Field>
  );
}

/** How high it appears, in m for people. */
function HeightField({ draft: { height }, fillIn, problemOf }: FieldProps) {
  const text = texts.value.actionFields;
  return (
    <Field label={text.height} hint={text.heightHint} error={problemOf()}>
      <NumberField
        value={height === null ? null : Math.ceil(height / 100)}
        min={-1_000}
        max={1_000}
        onChange={(meters) => fillIn({ height: meters === null ? null : meters * 100 })}
      />
    </Field>
  );
}

const flagField = (name: 'withAddress' | 'uncapturable' | 'still') =>
  function FlagField({ bound, problemOf }: FieldProps) {
    const text = texts.value.actionFields;
    return (
      <div>
        <Checkbox {...bound(name)}>
          {text[name]} {name === 'withAddress' && <span class="faint">{text.withAddressHint}</span>}
        </Checkbox>
        <Problem text={problemOf()} />
      </div>
    );
  };

/** How each part of a draft is filled in. What has no field belongs to another one, or to the target. */
const FIELDS: Partial<Record<FieldName, FunctionComponent<FieldProps>>> = {
  ...GRANT_FIELDS,
  reason: ReasonField,
  withAddress: flagField('withAddress'),
  message: MessageField,
  sender: SenderField,
  sendType: SendTypeField,
  summoned: SummonedField,
  template: TemplateField,
  level: LevelField,
  height: HeightField,
  uncapturable: flagField('uncapturable'),
  still: flagField('still'),
  maintenance: MaintenanceField,
  countdownSeconds: CountdownField,
};

export function ActionForm({ run: { action, draft, refusal } }: { run: FormRun }) {
  const problems = fieldProblems(refusal.value, action.fields);
  const fillIn = (changes: Partial<Draft>) => {
    draft.value = { ...draft.value, ...changes };
  };
  const bound: FieldProps['bound'] = (name) => ({
    value: draft.value[name],
    onChange: (value) => fillIn({ [name]: value }),
  });
  const props = { action, draft: draft.value, fillIn, bound };
  return (
    <>
      {action.fields.map((name) => {
        const Part = FIELDS[name];
        return Part && <Part key={name} {...props} problemOf={(row) => problemOf(problems, name, row)} />;
      })}
    </>
  );
}
