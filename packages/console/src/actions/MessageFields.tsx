import { LIMITS, SEND_TYPES } from '@palatine/contract';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { formatNumber } from '../data/format.ts';
import { Field } from '../kit/Field.tsx';
import { Select } from '../kit/Select.tsx';
import { TextArea } from '../kit/TextArea.tsx';
import { TextField } from '../kit/TextField.tsx';
import { texts } from '../texts/texts.ts';
import { errorOf, type FieldProps, fillIn } from './field-props.ts';
import { allowedSendTypes } from './speaking.ts';

/** The text that players read, with how much of it is left. */
export function MessageField({ run, problems }: FieldProps): JSX.Element {
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
export function SenderField({ run, problems }: FieldProps): JSX.Element {
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
export function SendTypeField({ run, problems }: FieldProps): JSX.Element {
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
