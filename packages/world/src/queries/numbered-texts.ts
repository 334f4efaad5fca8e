/** Texts by numbers, so that columns of numbers can stand for them. The number 0 is ''. */
export class NumberedTexts {
  readonly #numbers = new Map<string, number>([['', 0]]);
  readonly #texts: string[] = [''];

  get size(): number {
    return this.#texts.length;
  }

  /** The number of a text, a new one when it has none yet. */
  add(text: string): number {
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    const number = this.#texts.length;
    this.#numbers.set(text, number);
    this.#texts.push(text);
    return number;
  }

  /** The number of a text; undefined for one that was never added. */
  find(text: string): number | undefined {
    return this.#numbers.get(text);
  }

  /** The text of a number. */
  at(number: number): string {
    return this.#texts[number] ?? '';
  }

  /** The texts by their numbers. */
  all(): readonly string[] {
    return this.#texts;
  }

  /** 1 for each number whose text passes, 0 for the others. */
  marks(passes: (text: string) => boolean): Uint8Array {
    return Uint8Array.from(this.#texts, (text) => (passes(text) ? 1 : 0));
  }
}
