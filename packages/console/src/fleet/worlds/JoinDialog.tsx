import { createJoinCode, type RouteReply } from '@palatine/contract';
import { useSignal } from '@preact/signals';
import { FormDialog } from '../../faces/FormDialog.tsx';
import { SecretDialog } from '../../faces/SecretDialog.tsx';
import { Time } from '../../faces/Time.tsx';
import { Facts } from '../../kit/Layout.tsx';
import { TextInput, wordsOf } from '../../kit/TextInput.tsx';
import { client } from '../../session/session.ts';
import { texts } from '../../texts/texts.ts';

/** Makes the line with which a world joins the fleet, and shows it once. */
export function JoinDialog({ onClose }: { onClose: () => void }) {
  const text = texts.value.join;
  const tags = useSignal('');
  const lists = useSignal('main');
  const made = useSignal<RouteReply<typeof createJoinCode> | undefined>(undefined);
  async function make(): Promise<void> {
    const body = { Tags: wordsOf(tags.value), Lists: wordsOf(lists.value) };
    made.value = await client().call(createJoinCode, { body });
  }
  if (made.value !== undefined) {
    const { Line, Until } = made.value;
    return (
      <SecretDialog
        onClose={onClose}
        title={text.title}
        description={text.hint}
        secret={`npm start -- --join '${Line}'`}
        what={text.command}
        closeText={texts.value.shell.close}
      >
        <Facts of={[[text.until, <Time key="until" at={Until} as="moment" />]]} />
      </SecretDialog>
    );
  }
  return (
    <FormDialog onClose={onClose} title={text.title} doText={text.make} run={make} onDone={() => {}}>
      <TextInput label={text.tags} hint={text.tagsHint} bind={tags} maxLength={400} />
      <TextInput label={text.lists} hint={text.listsHint} bind={lists} maxLength={400} />
    </FormDialog>
  );
}
