import type { FunctionComponent } from 'preact';
import type { Draft, FieldName } from './action.ts';
import { fieldProblems, problemOf } from './field-problems.ts';
import {
  EggsField,
  ItemsField,
  PalsField,
  ProgressField,
  TechnologiesField,
  TemplatesField,
} from './GrantFields.tsx';
import {
  CountdownField,
  HeightField,
  LevelField,
  MaintenanceField,
  MessageField,
  ReasonField,
  SenderField,
  SendTypeField,
  StillField,
  SummonedField,
  TemplateField,
  UncapturableField,
  WithAddressField,
} from './SingleFields.tsx';
import type { FieldProps, FormRun } from './shared-fields.tsx';
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
export function ActionForm({ run: { action, draft, refusal } }: { run: FormRun }) {
  const problems = fieldProblems(refusal.value, action.fields);
  const fillIn = (changes: Partial<Draft>) => {
    draft.value = { ...draft.value, ...changes };
  };
  return (
    <>
      {action.fields.map((name) => {
        const Part = FIELDS[name];
        const ofField = (row?: number) => problemOf(problems, name, row);
        return (
          Part && <Part key={name} action={action} draft={draft.value} fillIn={fillIn} problemOf={ofField} />
        );
      })}
    </>
  );
}
