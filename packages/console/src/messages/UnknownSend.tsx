import type { JSX } from 'preact';
import { tellSent } from '../actions/dialog.ts';
import { Button } from '../kit/Button.tsx';
import { texts } from '../texts/texts.ts';
import type { Composer } from './composer.ts';

/** A message whose answer was lost: it is asked for again with its key, or let be. */
export function UnknownSend({ composer }: { composer: Composer }): JSX.Element | null {
  const { actionDialog, messages } = texts.value;
  const run = composer.run.value;
  if (run === undefined || run.phase.value !== 'ended') return null;
  async function again(): Promise<void> {
    const sent = await composer.again();
    if (sent !== undefined) tellSent(sent);
  }
  return (
    <div class="compose-unknown" role="alert">
      <p>{actionDialog.unknownOne}</p>
      <Button kind="primary" onClick={() => void again()}>
        {actionDialog.againOne}
      </Button>
      <Button onClick={() => composer.letGo()}>{messages.letGo}</Button>
    </div>
  );
}
