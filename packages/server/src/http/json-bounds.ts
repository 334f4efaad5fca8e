import { LIMITS, Refusal } from '@palatine/contract';

const BYTE_ORDER_MARK = Buffer.from('\uFEFF');
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * Throws for JSON that is nested too deep (INVALID_JSON) or holds too many values (PAYLOAD_TOO_LARGE), whichever comes
 * first. Looks at each byte once, before anything is parsed: JSON.parse takes any depth, but copies to the game thread
 * and fingerprints would overflow the stack. What is not JSON is left to the parser.
 */
export function assertJsonBounds(bytes: Buffer): void {
  const start = bytes.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK)
    ? BYTE_ORDER_MARK.length
    : 0;
  let depth = 0;
  let values = 0;
  let wordAt = -1; // where a number, true, false or null was last seen
  for (let at = start; at < bytes.length; at++) {
    switch (bytes[at]) {
      case QUOTE:
        values += 1;
        at = endOfText(bytes, at);
        break;
      case 0x7b: // {
      case 0x5b: // [
        values += 1;
        depth += 1;
        break;
      case 0x7d: // }
      case 0x5d: // ]
        depth -= 1;
        break;
      case 0x3a: // :
        values -= 1; // the text before it was a key
        break;
      case 0x2c: // ,
      case 0x20: // white space
      case 0x09:
      case 0x0a:
      case 0x0d:
        break;
      default:
        if (at !== wordAt + 1) values += 1;
        wordAt = at;
    }
    if (depth > LIMITS.bodyDepth) {
      throw new Refusal('INVALID_JSON', `the body is nested more than ${LIMITS.bodyDepth} levels deep`);
    }
    if (values > LIMITS.bodyValues + 1) throw tooManyValues(); // not the first beyond: it may yet turn out to be a key
  }
  if (values > LIMITS.bodyValues) throw tooManyValues();
}

/** The position of the quote that ends a text; the end of the bytes where none does. */
function endOfText(bytes: Buffer, quoteAt: number): number {
  let at = quoteAt + 1;
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return at;
}

function tooManyValues(): Refusal {
  return new Refusal('PAYLOAD_TOO_LARGE', `the body holds more than ${LIMITS.bodyValues} values`);
}
