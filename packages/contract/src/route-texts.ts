// Sentences that several routes share in the API document.

/** What REQUEST_FAILED means where the player of the path is looked up by the shared resolver. */
export const NO_SUCH_PLAYER = {
  REQUEST_FAILED:
    'No player whom the route serves has this identifier, or the character is not loaded yet; the message says which. ' +
    'Or the work in the game thread failed, and the log of the service says why.',
} as const;
