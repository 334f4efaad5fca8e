import type { JSX } from 'preact';
import { guildHue } from './hue.ts';
import './glyphs.css';

/** The colour of a guild, beside its name. */
export function GuildDot({ id }: { id: string }): JSX.Element {
  return <span class="guild-dot" style={{ '--hue': String(guildHue(id)) }} aria-hidden="true" />;
}
