import type { FunctionComponent, JSX } from 'preact';
import { CountdownField, MaintenanceField, ReasonField, WithAddressField } from './DecisionFields.tsx';
import type { FieldName } from './draft.ts';
import { fieldProblems } from './field-problems.ts';
import type { FieldProps, FormRun } from './field-props.ts';
import { EggsField, ItemsField, PalsField, TemplatesField } from './GivenFields.tsx';
import { MessageField, SenderField, SendTypeField } from './MessageFields.tsx';
import { ProgressField } from './ProgressField.tsx';
import {
  HeightField,
  LevelField,
  StillField,
  SummonedField,
  TemplateField,
  UncapturableField,
} from './SummonFields.tsx';
import { TechnologiesField } from './TechnologiesField.tsx';
import './action-form.css';

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
export function ActionForm({ run }: { run: FormRun }): JSX.Element {
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
