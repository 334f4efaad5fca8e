import { LIST_DEFINITION } from './lists/definition.ts';
import { LIST_ENTRY } from './lists/entry.ts';
import { BAN_PROPOSAL, LIST_DECISION } from './lists/proposal.ts';
import { message } from './message.ts';

// What stands in the bucket LISTS and the stream PROPOSALS, each as a JSON text.

export const listDefinition = message(LIST_DEFINITION);
export const listEntry = message(LIST_ENTRY);
export const listDecision = message(LIST_DECISION);
export const banProposal = message(BAN_PROPOSAL);
