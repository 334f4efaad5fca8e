import type { CampRow } from '@palatine/contract';
import type { BaseTarget } from '../actions/target.ts';
import { formatPlace } from '../data/format.ts';
import { givenGuildName } from '../data/guild-name.ts';
import { texts } from '../texts/texts.ts';

/** A base as an action names it: by its guild, or the head of a nameless one, and its place. */
export function baseTarget({
  Id,
  GuildName,
  HeadName,
  Place,
}: Pick<CampRow, 'Id' | 'GuildName' | 'HeadName' | 'Place'>): BaseTarget {
  return {
    kind: 'base',
    id: Id,
    name: texts.value.bases.called(givenGuildName(GuildName) || HeadName, formatPlace(Place)),
  };
}
