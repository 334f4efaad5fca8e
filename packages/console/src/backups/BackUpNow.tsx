import { type getBackups, makeBackup, type RouteReply } from '@palatine/contract';
import type { JSX } from 'preact';
import type { Resource } from '../data/resource.ts';
import { useEvery } from '../data/use-every.ts';
import { Status } from '../faces/Status.tsx';
import { Button } from '../kit/Button.tsx';
import { Meter } from '../kit/Meter.tsx';
import { showToast } from '../kit/toasts.ts';
import { newKey, send } from '../outbox/outbox.ts';
import { may } from '../session/session.ts';
import { texts } from '../texts/texts.ts';

/** How often the progress of a running backup is read, in ms. */
const PROGRESS_MS = 1000;

/** The button that starts a backup; while one runs, how far it is. */
export function BackUpNow(props: { backups: Resource<RouteReply<typeof getBackups>> }): JSX.Element {
  const { backups } = props;
  const text = texts.value.backups;
  const { Running, Failed } = backups.value.value ?? {};
  useEvery(PROGRESS_MS, [backups], Running !== undefined);

  async function begin(): Promise<void> {
    const outcome = await send({ route: 'makeBackup', label: text.make, key: newKey(), body: {} });
    if (outcome.state === 'done') showToast({ text: text.started });
    else if (outcome.state !== 'stopped') showToast({ text: outcome.error.message, tone: 'danger' });
    await backups.refresh();
  }

  if (Running !== undefined) {
    const { Doing, By, Done = 0, Of = 0 } = Running;
    return (
      <Meter label={text.making} value={Done} max={Math.max(Of, 1)}>
        {text.doing(Doing, By)}
      </Meter>
    );
  }
  return (
    <>
      {Failed !== undefined && <Status tone="danger">{`${text.failed}: ${Failed.Message}`}</Status>}
      {may(makeBackup) && (
        <Button kind="primary" onClick={() => void begin()}>
          {text.make}
        </Button>
      )}
    </>
  );
}
