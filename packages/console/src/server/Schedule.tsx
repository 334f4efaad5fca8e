import { getSettings } from '@palatine/contract';
import type { JSX } from 'preact';
import { useResource } from '../data/use-resource.ts';
import { Faces } from '../faces/Faces.tsx';
import { Card, Facts } from '../kit/Layout.tsx';
import { client, may } from '../session/session.ts';
import { texts } from '../texts/texts.ts';
import { scheduleOf } from './server-state.ts';

/** When the server is restarted and backed up, as Server.json says; nothing for a token that may not read settings. */
export function Schedule(): JSX.Element | null {
  return may(getSettings) ? <Read /> : null;
}

function Read(): JSX.Element {
  const text = texts.value.server;
  const settings = useResource((signal) => client().getSettings({ signal }));
  return (
    <Card title={text.schedule}>
      <Faces of={settings} rows={4}>
        {({ Files }) => (
          <>
            <Facts
              of={scheduleOf(Files, Object.keys(text.schedules)).map(({ key, value }) => [
                text.schedules[key] ?? key,
                valueText(value),
              ])}
            />
            <p class="faint">{text.scheduleWhere}</p>
          </>
        )}
      </Faces>
    </Card>
  );
}

function valueText(value: unknown): string {
  const text = texts.value.server;
  if (value === true) return text.yes;
  if (value === false) return text.no;
  if (Array.isArray(value)) return value.length === 0 ? text.never : value.join(', ');
  return value === 0 ? text.never : String(value);
}
