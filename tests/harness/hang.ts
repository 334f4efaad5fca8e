/**
 * What has not come about after so long hangs. No test asserts a speed: a machine with other work to do takes many
 * times as long as one without.
 */
export const HANG_MS = 120_000;
