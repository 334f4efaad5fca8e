import type { GuildDetailsReply } from '@palatine/contract';
import type { JSX } from 'preact';
import { catalogue } from '../data/catalogue.ts';
import { formatDuration, formatNumber } from '../data/format.ts';
import { Status } from '../faces/Status.tsx';
import { Card } from '../kit/Layout.tsx';
import { PlainTable } from '../kit/PlainTable.tsx';
import { texts } from '../texts/texts.ts';

/** The expeditions of the game, and which of them the guild may send. A save does not say which are under way. */
export function Expeditions({ of }: { of: GuildDetailsReply['Expeditions'] }): JSX.Element {
  const text = texts.value.guilds;
  const released = new Set(of.Released.map((id) => id.toLowerCase()));
  const known = catalogue.value?.entries('Expeditions') ?? [];
  return (
    <Card title={text.tabs.expeditions} note={text.finished(formatNumber(of.Finished))} flush>
      <PlainTable
        label={text.tabs.expeditions}
        rows={known}
        keyOf={({ ID }) => ID}
        columns={[
          { title: text.name, cell: ({ Name, ID }) => Name || ID },
          {
            title: text.released,
            cell: ({ ID }) =>
              released.has(ID.toLowerCase()) ? (
                <Status tone="ok">{text.isReleased}</Status>
              ) : (
                <Status tone="off">{text.notReleased}</Status>
              ),
          },
          {
            title: text.takes,
            figures: true,
            cell: ({ Seconds }) => (Seconds === '' ? '–' : formatDuration(Seconds * 1000)),
          },
          {
            title: text.strength,
            figures: true,
            cell: ({ Strength }) => (Strength === '' ? '–' : formatNumber(Strength)),
          },
          {
            title: text.element,
            cell: ({ Element, ElementCount }) => (Element === '' ? '–' : `${ElementCount} × ${Element}`),
          },
        ]}
      />
    </Card>
  );
}
