import { createJoinCode, type RouteReply } from '@palatine/contract';
import { useSignal } from '@preact/signals';
import { CopyId } from '../../faces/CopyId.tsx';
import { Time } from '../../faces/Time.tsx';
import { Button } from '../../kit/Button.tsx';
import { Dialog } from '../../kit/Dialog.tsx';
import { Field } from '../../kit/Field.tsx';
import { Facts } from '../../kit/Layout.tsx';
import { TextField } from '../../kit/TextField.tsx';
import { fleetClient } from '../../session/session.ts';
import { ConfirmDialog } from '../parts/ConfirmDialog.tsx';
import { splitWords } from '../parts/split-words.ts';
import { fleetTexts } from '../texts/fleet-texts.ts';
import { joinOpen } from './join-open.ts';
import '../world/worlds.css';
import { assign } from '../../kit/assign.ts';

/** Makes the line with which a world joins the fleet, and shows it once. */
export default function JoinDialog() {
  const text = fleetTexts.value.join;
  const tags = useSignal('');
  const lists = useSignal('main');
  const made = useSignal<RouteReply<typeof createJoinCode> | undefined>(undefined);
  const close = () => assign(joinOpen, false);
  async function make(): Promise<void> {
    const body = { Tags: splitWords(tags.value), Lists: splitWords(lists.value) };
    made.value = await fleetClient().call(createJoinCode, { body });
  }
  const code = made.value;
  return (
    <>
      <ConfirmDialog
        open={joinOpen.value && code === undefined}
        onClose={() => {
          if (made.value === undefined) close();
        }}
        title={text.title}
        doText={text.make}
        cancel={fleetTexts.value.many.cancel}
        run={make}
      >
        <Field label={text.tags} hint={text.tagsHint}>
          <TextField value={tags.value} maxLength={400} onInput={(value) => assign(tags, value)} />
        </Field>
        <Field label={text.lists} hint={text.listsHint}>
          <TextField value={lists.value} maxLength={400} onInput={(value) => assign(lists, value)} />
        </Field>
      </ConfirmDialog>
      <Dialog
        open={code !== undefined}
        onClose={() => {
          made.value = undefined;
          close();
        }}
        alert
        wide
        title={text.title}
        description={text.hint}
        footer={
          <Button
            kind="primary"
            onClick={() => {
              made.value = undefined;
              close();
            }}
          >
            {fleetTexts.value.many.close}
          </Button>
        }
      >
        {code !== undefined && (
          <div class="fleet-form">
            <div class="secret-line">
              <CopyId id={`npm start -- --join '${code.Line}'`} what={text.command} />
            </div>
            <Facts of={[[text.until, <Time key="until" at={code.Until} as="moment" />]]} />
          </div>
        )}
      </Dialog>
    </>
  );
}
