/** DER, the encoding of X.509 certificates: a tag, a length and a content. Node reads certificates and writes none. */
export function der(tag: number, ...parts: Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([tag]), lengthOf(content.length), content]);
}

function lengthOf(length: number): Buffer {
  if (length < 0x80) return Buffer.from([length]);
  if (length < 0x100) return Buffer.from([0x81, length]);
  return Buffer.from([0x82, length >> 8, length & 0xff]);
}

export function sequence(...parts: Uint8Array[]): Buffer {
  return der(0x30, ...parts);
}

/** An object identifier, such as `2.5.29.17`. */
export function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  return der(0x06, Buffer.from([40 * first + second, ...rest.flatMap(base128)]));
}

function base128(value: number): number[] {
  const digits = [value & 0x7f];
  for (let rest = value >> 7; rest > 0; rest >>= 7) digits.unshift((rest & 0x7f) | 0x80);
  return digits;
}

/** A positive integer. */
export function integer(bytes: Uint8Array): Buffer {
  const sign = (bytes[0] ?? 0) >= 0x80 ? [0] : [];
  return der(0x02, Buffer.from([...sign, ...bytes]));
}

export function octets(...parts: Uint8Array[]): Buffer {
  return der(0x04, ...parts);
}

/** `unused`: bits of the last byte that do not count. */
export function bits(bytes: Uint8Array, unused = 0): Buffer {
  return der(0x03, Buffer.from([unused]), bytes);
}

export function utf8(text: string): Buffer {
  return der(0x0c, Buffer.from(text));
}

export const TRUE = der(0x01, Buffer.from([0xff]));

/** A time in seconds: with two digits of the year up to 2049, as X.509 wants it, then with four. */
export function time(at: Date): Buffer {
  const digits = at.toISOString().replace(/\D/g, '').slice(0, 14);
  return at.getUTCFullYear() < 2050
    ? der(0x17, Buffer.from(`${digits.slice(2)}Z`))
    : der(0x18, Buffer.from(`${digits}Z`));
}

/** As text between two lines that name what it is, such as `CERTIFICATE`. */
export function pem(label: string, bytes: Buffer): string {
  const lines = bytes.toString('base64').match(/.{1,64}/g) ?? [];
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n');
}
