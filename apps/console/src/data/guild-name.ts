/** What the game calls a guild until its head names it. Source: 9 of the 10 guilds of a 1.0 save. */
const DEFAULT_NAME = 'Unnamed Guild';

/** The name that somebody gave a guild; '' while it has the one of the game, or none. */
export function givenGuildName(name: string | undefined): string {
  return name === undefined || name === DEFAULT_NAME ? '' : name;
}
