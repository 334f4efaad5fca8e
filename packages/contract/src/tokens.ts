import type { AnswerForm } from './service.ts';

/** A token in memory, without its secret. */
export interface Token {
  /** Identifies a token whatever its file is called, without revealing the secret. */
  id: string;
  name: string;
  permissions: readonly string[];
  answerForm: AnswerForm | undefined;
  /** For a token of a fleet: keys and tags of its worlds. */
  worlds?: readonly string[];
}

/** The tokens that a server accepts. */
export interface TokenSource {
  find(secret: string): Token | undefined;
  /** Like `find`, but reads the folder again before it returns undefined. */
  findEagerly(secret: string): Promise<Token | undefined>;
  /** The present token; undefined once removed. */
  byId(id: string): Token | undefined;
  /** Calls back whenever tokens may have changed. @returns a function that stops it. */
  onRead(listener: () => void): () => void;
  refresh(): Promise<void>;
  /** Errors of token files, each a sentence. */
  readonly faults: readonly string[];
}
