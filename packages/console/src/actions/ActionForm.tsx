import type { FunctionComponent } from 'preact';
import { CountdownField, MaintenanceField, ReasonField, WithAddressField } from './DecisionFields.tsx';
import type { FieldName, ProgressName } from './draft.ts';
import { fieldProblems } from './field-problems.ts';
import { errorOf, type FieldProps, type FormRun, fillIn } from './field-props.ts';
import { EggsField, ItemsField, PalsField, TemplatesField } from './GivenFields.tsx';
import {
  HeightField,
  LevelField,
  StillField,
  SummonedField,
  TemplateField,
  UncapturableField,
} from './SummonFields.tsx';
import './action-form.css';
import { INT32_MAX, LIMITS, SEND_TYPES } from '@palatine/contract';
import { useEffect } from 'preact/hooks';
import { formatNumber } from '../data/format.ts';
import { CatalogueList } from '../faces/CatalogueList.tsx';
import { Checkbox } from '../kit/Checkbox.tsx';
import { Field } from '../kit/Field.tsx';
import { NumberField } from '../kit/NumberField.tsx';
import { Select } from '../kit/Select.tsx';
import { TextArea } from '../kit/TextArea.tsx';
import { TextField } from '../kit/TextField.tsx';
import { texts } from '../texts/texts.ts';
import { PROGRESS_NAMES, progressName } from './giving.ts';
import { allowedSendTypes } from './speaking.ts';

/** How each part of a draft is filled in. What has no field belongs to another one, or to the target. */
const FIELDS: Partial<Record<FieldName, FunctionComponent<FieldProps>>> = {
  items: ItemsField,
  pals: PalsField,
  eggs: EggsField,
  templates: TemplatesField,
  progress: ProgressField,
  technologies: TechnologiesField,
  reason: ReasonField,
  withAddress: WithAddressField,
  message: MessageField,
  sender: SenderField,
  sendType: SendTypeField,
  summoned: SummonedField,
  template: TemplateField,
  level: LevelField,
  height: HeightField,
  uncapturable: UncapturableField,
  still: StillField,
  maintenance: MaintenanceField,
  countdownSeconds: CountdownField,
};

/** The fields of an action, with what the service found wrong beside each. */
export function ActionForm({ run }: { run: FormRun }) {
  const problems = fieldProblems(run.refusal.value, run.action.fields).fields;
  return (
    <>
      {run.action.fields.map((name) => {
        const Part = FIELDS[name];
        return Part === undefined ? null : <Part key={name} run={run} problems={problems} />;
      })}
    </>
  );
}

/** Technologies one by one, or all of them. */
function TechnologiesField({ run, problems }: FieldProps) {
  const text = texts.value.actionFields;
  const { technologies, everything } = run.draft.value;
  const { error } = errorOf(problems, 'technologies');
  return (
    <div class="field">
      <span class="field-label">{text.technologies}</span>
      {!everything && (
        <CatalogueList
          kind="Technologies"
          ids={technologies}
          label={text.addTechnology}
          onChange={(ids) => fillIn(run, { technologies: [...new Set(ids)] })}
        />
      )}
      {error !== undefined && (
        <p class="field-error" role="alert">
          {error}
        </p>
      )}
      <Checkbox checked={everything} onChange={(next) => fillIn(run, { everything: next })}>
        {text.everything}
      </Checkbox>
    </div>
  );
}

/** Totals that are not relics. */
const OWN = 3;

/** EXP, points and relics. */
function ProgressField({ run, problems }: FieldProps) {
  const { progress } = run.draft.value;
  const { error } = errorOf(problems, 'progress');
  const amount = (name: ProgressName) => (
    <Field key={name} label={progressName(name)}>
      <NumberField
        value={progress[name] ?? null}
        min={1}
        max={INT32_MAX}
        onChange={(value) => fillIn(run, { progress: { ...progress, [name]: value } })}
      />
    </Field>
  );
  return (
    <>
      <div class="amounts">{PROGRESS_NAMES.slice(0, OWN).map(amount)}</div>
      <fieldset class="amounts">
        <legend class="field-label">{texts.value.actionFields.relics}</legend>
        {PROGRESS_NAMES.slice(OWN).map(amount)}
      </fieldset>
      {error !== undefined && (
        <p class="field-error" role="alert">
          {error}
        </p>
      )}
    </>
  );
}

/** The text that players read, with how much of it is left. */
function MessageField({ run, problems }: FieldProps) {
  const text = texts.value.actionFields;
  const { message } = run.draft.value;
  return (
    <Field
      label={text.message}
      hint={text.left(formatNumber(LIMITS.messageChars - message.length))}
      {...errorOf(problems, 'message')}
    >
      <TextArea
        value={message}
        rows={4}
        maxLength={LIMITS.messageChars}
        onInput={(next) => fillIn(run, { message: next })}
      />
    </Field>
  );
}

/** Under which name it is sent. */
function SenderField({ run, problems }: FieldProps) {
  const text = texts.value.actionFields;
  return (
    <Field label={text.sender} {...errorOf(problems, 'sender')}>
      <TextField
        value={run.draft.value.sender}
        placeholder={text.senderHint}
        maxLength={LIMITS.senderChars}
        onInput={(sender) => fillIn(run, { sender })}
      />
    </Field>
  );
}

/** Where the screen shows it: of the six ways those that the token may use. */
function SendTypeField({ run, problems }: FieldProps) {
  const text = texts.value.actionFields;
  const { sendType } = run.draft.value;
  const allowed = allowedSendTypes();
  const [first] = allowed;
  useEffect(() => {
    if (first !== undefined && !allowed.includes(sendType)) fillIn(run, { sendType: first });
  }, [run, first, sendType]);
  return (
    <Field label={text.sendType} {...errorOf(problems, 'sendType')}>
      <Select
        value={sendType}
        options={SEND_TYPES.filter((type) => allowed.includes(type)).map((value) => ({
          value,
          text: text.sendTypes[value],
        }))}
        onChange={(next) => fillIn(run, { sendType: next })}
      />
    </Field>
  );
}
