import './glyphs.css';

/** The colour of a guild, beside its name. `hue` is in degrees. */
export function GuildDot({ hue }: { hue: number }) {
  return <span class="guild-dot" style={{ '--hue': String(hue) }} aria-hidden="true" />;
}
