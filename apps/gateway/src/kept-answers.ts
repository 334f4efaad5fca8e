import type { BytesAnswer } from '@palatine/web/route-calls';

/** Of all answers together, without their compressed forms. */
const MAX_BYTES = 16 * 1024 * 1024;
/** What an entry takes beside its bytes and its question. */
const ENTRY_BYTES = 512;

/**
 * What worlds have answered to reads. The gateway asks again with the ETag, and a world whose answer is the same sends no
 * body: the line to it may be slow.
 */
export class KeptAnswers {
  /** Asked for since the two changed places, and before. */
  #recent = new Map<string, BytesAnswer>();
  #older = new Map<string, BytesAnswer>();
  #recentBytes = 0;

  get(question: string): BytesAnswer | undefined {
    const recent = this.#recent.get(question);
    if (recent !== undefined) return recent;
    const older = this.#older.get(question);
    if (older !== undefined) this.set(question, older);
    return older;
  }

  /** Drops what was not asked for lately where there is no room; does not keep what is too long. */
  set(question: string, answer: BytesAnswer): void {
    const bytes = sizeOf(question, answer);
    if (bytes > MAX_BYTES / 2) return;
    const replaced = this.#recent.get(question);
    if (replaced !== undefined) this.#recentBytes -= sizeOf(question, replaced);
    if (this.#recentBytes + bytes > MAX_BYTES / 2) {
      this.#older = this.#recent;
      this.#recent = new Map();
      this.#recentBytes = 0;
    }
    this.#recent.set(question, answer);
    this.#recentBytes += bytes;
  }
}

function sizeOf(question: string, { bytes }: BytesAnswer): number {
  return bytes.buffer.byteLength + 2 * question.length + ENTRY_BYTES;
}
