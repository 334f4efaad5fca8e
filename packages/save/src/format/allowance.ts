/**
 * A bound that grows with the size of each file, and a spare amount that all files of a folder share: small files
 * may exceed the factor, but many small files may not add up to more than one spare amount.
 */
export class Allowance {
  readonly #perByte: number;
  #spare: number;

  constructor(perByte: number, spare: number) {
    this.#perByte = perByte;
    this.#spare = spare;
  }

  /** The most that a file of that size may use. */
  limitFor(fileBytes: number): number {
    return fileBytes * this.#perByte + this.#spare;
  }

  /** Takes what a file used beyond the factor from the spare amount. */
  spend(fileBytes: number, used: number): void {
    const beyond = Math.max(0, used - fileBytes * this.#perByte);
    this.#spare = Math.max(0, this.#spare - beyond);
  }
}
