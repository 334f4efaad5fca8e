import { DerivedFacts } from '../state/derived-facts.ts';
import { campsOf } from '../state/find-guild.ts';
import type { GameContext } from '../state/game-context.ts';
import { headName } from '../state/guild-facts.ts';
import type { Guild } from '../state/model.ts';
import type { Parts } from './at-one-moment.ts';
import { guildEntry } from './guilds.ts';
import { FieldsAsJson, type ListInFragments } from './list-in-fragments.ts';
import { perWorld } from './per-world.ts';

const GUILDS_PER_PART = 200;

/** The reply of `getGuilds` in fragments, of the moment in which the last part ends. */
export function* guildListParts(game: GameContext): Parts<ListInFragments> {
  const known = fragmentsOf(game);
  yield* known.refreshInParts(GUILDS_PER_PART);
  const fragments = [...known.values()];
  // Undefined, so that JSON leaves them out; the keys are there for the wrapped form, which counts them.
  const outline = Object.fromEntries(Array.from(game.world.guilds.keys(), (id) => [id, undefined]));
  return { outline, fragments, perPart: GUILDS_PER_PART };
}

/** They follow the tables of their world from the first list on. */
const fragmentsOf = perWorld(({ world }: GameContext) => {
  const fragments = new DerivedFacts<Guild, FieldsAsJson>(
    world.guilds,
    ({ id }) => id,
    (guild) => {
      const records = { guild, camps: campsOf(world, guild.id), headName: headName(world, guild) };
      return new FieldsAsJson(() => ({ [guild.id]: guildEntry(records) }));
    },
  );
  world.camps.follow({
    changed(before, after) {
      fragments.touch(before?.guildId);
      fragments.touch(after?.guildId);
    },
  });
  world.accounts.follow({
    changed(before, after) {
      if (before?.name === after?.name) return;
      for (const id of world.guildsByAdmin.keys((after ?? before)?.uid ?? '')) fragments.touch(id);
    },
  });
  return fragments;
});
