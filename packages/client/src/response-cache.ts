/** Answers kept, and how long they may be together, in characters. */
const MAX_ANSWERS = 100;
const MAX_CHARACTERS = 8 * 1024 * 1024;

export interface RememberedAnswer {
  etag: string;
  text: string;
}

/** Last answers with their ETags, so that what has not changed is not sent again. The oldest used go first. */
export class ResponseCache {
  readonly #answers = new Map<string, RememberedAnswer>();
  #characters = 0;

  get(target: string): RememberedAnswer | undefined {
    const answer = this.#answers.get(target);
    if (answer === undefined) return undefined;
    this.#answers.delete(target);
    this.#answers.set(target, answer);
    return answer;
  }

  set(target: string, answer: RememberedAnswer): void {
    this.#forget(target);
    if (answer.text.length > MAX_CHARACTERS) return;
    this.#answers.set(target, answer);
    this.#characters += answer.text.length;
    for (const oldest of this.#answers.keys()) {
      if (this.#answers.size <= MAX_ANSWERS && this.#characters <= MAX_CHARACTERS) return;
      this.#forget(oldest);
    }
  }

  #forget(target: string): void {
    this.#characters -= this.#answers.get(target)?.text.length ?? 0;
    this.#answers.delete(target);
  }
}
