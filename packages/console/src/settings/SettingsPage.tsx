import { getSettings, reloadConfig } from '@palatine/contract';
import type { JSX } from 'preact';
import { useResource } from '../data/use-resource.ts';
import { useTouch } from '../data/use-touch.ts';
import { Faces } from '../faces/Faces.tsx';
import { Button } from '../kit/Button.tsx';
import { PageBody } from '../kit/Layout.tsx';
import { showToast } from '../kit/toasts.ts';
import { newKey, send } from '../outbox/outbox.ts';
import { client, may } from '../session/session.ts';
import { texts } from '../texts/texts.ts';
import { SettingsCard } from './SettingsCard.tsx';

/** The settings of the service, file by file. */
export default function SettingsPage(): JSX.Element {
  const text = texts.value.settings;
  const settings = useResource((signal) => client().call(getSettings, { signal }));
  useTouch(settings, ({ Type }) => Type === 'settings.saved' || Type === 'config.reloaded');
  const isPending = settings.value.value?.Files.some(({ Pending }) => Pending) === true;

  async function putInForce(): Promise<void> {
    const outcome = await send({ route: 'reloadConfig', label: text.putInForce, key: newKey() });
    if (outcome.state === 'done') showToast({ text: text.inForce, tone: 'ok' });
    else if (outcome.state !== 'stopped') showToast({ text: outcome.error.message, tone: 'danger' });
    await settings.refresh();
  }
  const bar = isPending ? (
    <>
      <span>{text.pending}</span>
      {may(reloadConfig) && <Button onClick={() => void putInForce()}>{text.putInForce}</Button>}
    </>
  ) : undefined;
  return (
    <PageBody toolbar={bar}>
      <Faces of={settings}>
        {({ Files }) =>
          Files.map((file) => (
            <SettingsCard key={file.File} file={file} onSaved={() => void settings.refresh()} />
          ))
        }
      </Faces>
    </PageBody>
  );
}
