/** A save that cannot be read as it is at the moment. Its message says why, for an operator. */
export class UnreadableSaveError extends Error {
  override name = 'UnreadableSaveError';
}
