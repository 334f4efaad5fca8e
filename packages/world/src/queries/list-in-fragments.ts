/** An entry of a list as JSON, made of records that never change. */
export interface Fragment {
  readonly json: string;
  /** Of the JSON in UTF-8. */
  readonly byteLength: number;
}

/** A list of the world of one moment. Its entries are kept as JSON until one of their records changes. */
export interface ListInFragments {
  /** The reply without its entries, which belong into its innermost brackets. */
  readonly outline: object;
  /** The entries, in their order. */
  readonly fragments: readonly Fragment[];
  /** Serialising so many takes a few milliseconds. */
  readonly perPart: number;
}

/** The fields of an object as JSON, without its braces. They are serialised when somebody asks. */
export class FieldsAsJson implements Fragment {
  readonly #fields: () => object;
  #json: string | undefined;
  /** Of characters that take more than one. */
  #moreBytes = 0;

  constructor(fields: () => object) {
    this.#fields = fields;
  }

  get json(): string {
    if (this.#json === undefined) {
      this.#json = JSON.stringify(this.#fields()).slice(1, -1);
      this.#moreBytes = Buffer.byteLength(this.#json) - this.#json.length;
    }
    return this.#json;
  }

  get byteLength(): number {
    return this.json.length + this.#moreBytes;
  }
}
