import { LIMITS } from '@palatine/contract';
import Type, { type Static } from 'typebox';
import { BAN_FACTS, LIST_SUBJECT } from './entry.ts';
import { ListStamp } from './stamp.ts';

/** A ban that a world has given by itself, and the lists that it enforces. Active false: it was lifted there. */
export const BAN_PROPOSAL = {
  ...LIST_SUBJECT,
  ...BAN_FACTS,
  Lists: Type.Array(Type.String({ maxLength: LIMITS.idChars }), { maxItems: 100 }),
};
const Proposal = Type.Object(BAN_PROPOSAL);
export type BanProposal = Static<typeof Proposal>;

/** What somebody has decided of the ban of a world that was offered to a list. */
export const LIST_DECISION = {
  Accepted: Type.Boolean(),
  By: Type.String({ maxLength: 256 }),
  /** Of the ban that was decided: a later one of the same world is offered anew. */
  BannedAt: Type.String({ maxLength: 40 }),
  t: ListStamp,
};
const Decision = Type.Object(LIST_DECISION);
export type ListDecision = Static<typeof Decision>;
