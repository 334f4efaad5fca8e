/** Where reasons are kept, such as the browser's own storage. */
export interface ReasonStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
}

/** Reasons that are offered again. */
const OFFERED = 5;
/** Longer ones are not kept. */
const KEPT_CHARS = 200;

const keyOf = (actionId: string) => `palatine.reasons.${actionId}`;

/** The reasons last given for an action, newest first. */
export function lastReasons(storage: ReasonStorage, actionId: string): readonly string[] {
  try {
    const kept: unknown = JSON.parse(storage.getItem(keyOf(actionId)) ?? '[]');
    if (!Array.isArray(kept)) return [];
    return kept.filter((each): each is string => typeof each === 'string').slice(0, OFFERED);
  } catch {
    return []; // another page of this origin may have written there
  }
}

/** Keeps a reason for the next time. */
export function keepReason(storage: ReasonStorage, actionId: string, reason: string): void {
  const text = reason.trim();
  if (text === '' || text.length > KEPT_CHARS) return;
  const others = lastReasons(storage, actionId).filter((each) => each !== text);
  storage.setItem(keyOf(actionId), JSON.stringify([text, ...others].slice(0, OFFERED)));
}
