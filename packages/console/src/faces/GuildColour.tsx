import { giveHue, givenHue } from '../data/guild-hues.ts';
import { Select } from '../kit/Select.tsx';
import { texts } from '../texts/texts.ts';

/** The colour of a guild in this browser: its own, or one that somebody likes better. */
export function GuildColour({ id }: { id: string }) {
  const { guildColour, colourOfId, colours } = texts.value.faces;
  return (
    <Select
      label={guildColour}
      prefix={guildColour}
      value={String(givenHue(id) ?? '')}
      options={[
        { value: '', text: colourOfId },
        ...colours.map((name, hue) => ({ value: String(hue), text: name })),
      ]}
      onChange={(hue) => giveHue(id, hue === '' ? undefined : Number(hue))}
    />
  );
}
