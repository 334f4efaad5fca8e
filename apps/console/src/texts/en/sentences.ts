import type { SentenceCode } from '@palatine/contract';

/** The sentences of the service in other languages than English, in which it sends them. */
export const sentences: Readonly<Partial<Record<SentenceCode, string>>> = {};
