import { createHash, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isIP } from 'node:net';

const TRUE = der(0x01, Buffer.from([0xff]));

export interface CertificateRequest {
  name: string;
  publicKey: KeyObject;
  /** Who signs: its name, and its keys, on P-256. */
  issuer: { name: string; publicKey: KeyObject; privateKey: KeyObject };
  from: Date;
  until: Date;
  /** The host names and addresses it stands for; absent for an authority, which signs others. */
  hosts?: readonly string[];
}

const ECDSA_WITH_SHA256 = sequence(oid('1.2.840.10045.4.3.2'));
const COMMON_NAME = oid('2.5.4.3');
const VERSION_3 = der(0xa0, der(0x02, Buffer.from([2])));
/** Object ids of the extended key usage. */
const SERVER_AUTH = oid('1.3.6.1.5.5.7.3.1');
const DIGITAL_SIGNATURE = bits(Buffer.from([0x80]), 7);
const SIGNS_CERTIFICATES = bits(Buffer.from([0x06]), 1);
const SERIAL_BYTES = 16;

/** A certificate of X.509 version 3, in PEM. */
export function signCertificate({ name, publicKey, issuer, from, until, hosts }: CertificateRequest): string {
  const extensions = [
    extension('2.5.29.14', octets(keyId(publicKey))),
    extension('2.5.29.35', sequence(der(0x80, keyId(issuer.publicKey)))),
    ...(hosts === undefined ? authorityExtensions() : serverExtensions(hosts)),
  ];
  const toBeSigned = sequence(
    VERSION_3,
    integer(serialNumber()),
    ECDSA_WITH_SHA256,
    named(issuer.name),
    sequence(time(from), time(until)),
    named(name),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(...extensions)),
  );
  const signature = bits(sign('sha256', toBeSigned, issuer.privateKey));
  return pem('CERTIFICATE', sequence(toBeSigned, ECDSA_WITH_SHA256, signature));
}

function authorityExtensions(): Buffer[] {
  return [critical('2.5.29.19', sequence(TRUE)), critical('2.5.29.15', SIGNS_CERTIFICATES)];
}

function serverExtensions(hosts: readonly string[]): Buffer[] {
  return [
    critical('2.5.29.19', sequence()),
    critical('2.5.29.15', DIGITAL_SIGNATURE),
    extension('2.5.29.37', sequence(SERVER_AUTH)),
    extension('2.5.29.17', sequence(...hosts.map(subjectName))),
  ];
}

function extension(id: string, value: Buffer): Buffer {
  return sequence(oid(id), octets(value));
}

function critical(id: string, value: Buffer): Buffer {
  return sequence(oid(id), TRUE, octets(value));
}

function named(name: string): Buffer {
  return sequence(der(0x31, sequence(COMMON_NAME, utf8(name))));
}

function subjectName(host: string): Buffer {
  return isIP(host) === 0 ? der(0x82, Buffer.from(host)) : der(0x87, addressBytes(host));
}

/** 4 bytes, or 16 for IPv6. */
function addressBytes(address: string): Buffer {
  if (isIP(address) === 4) return Buffer.from(address.split('.').map(Number));
  const plain = new URL(`http://[${address}]`).hostname.slice(1, -1); // without a dotted end
  const [left = '', right] = plain.split('::');
  const [before, after] = [groupsOf(left), groupsOf(right ?? '')];
  const zeros = Array<number>(8 - before.length - after.length).fill(0);
  return Buffer.from([...before, ...zeros, ...after].flatMap((group) => [group >> 8, group & 0xff]));
}

function groupsOf(text: string): number[] {
  return text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16));
}

function keyId(key: KeyObject): Buffer {
  return createHash('sha1')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest();
}

/** Positive, and without a leading zero byte. */
function serialNumber(): Buffer {
  const bytes = randomBytes(SERIAL_BYTES);
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40;
  return bytes;
}

/** DER, the encoding of X.509 certificates: a tag, a length and a content. Node reads certificates and writes none. */
function der(tag: number, ...parts: Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([tag]), lengthOf(content.length), content]);
}

function lengthOf(length: number): Buffer {
  if (length < 0x80) return Buffer.from([length]);
  if (length < 0x100) return Buffer.from([0x81, length]);
  return Buffer.from([0x82, length >> 8, length & 0xff]);
}

function sequence(...parts: Uint8Array[]): Buffer {
  return der(0x30, ...parts);
}

/** An object identifier, such as `2.5.29.17`. */
function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  return der(0x06, Buffer.from([40 * first + second, ...rest.flatMap(base128)]));
}

function base128(value: number): number[] {
  const digits = [value & 0x7f];
  for (let rest = value >> 7; rest > 0; rest >>= 7) digits.unshift((rest & 0x7f) | 0x80);
  return digits;
}

/** A positive integer. */
function integer(bytes: Uint8Array): Buffer {
  const sign = (bytes[0] ?? 0) >= 0x80 ? [0] : [];
  return der(0x02, Buffer.from([...sign, ...bytes]));
}

function octets(...parts: Uint8Array[]): Buffer {
  return der(0x04, ...parts);
}

/** `unused`: bits of the last byte that do not count. */
function bits(bytes: Uint8Array, unused = 0): Buffer {
  return der(0x03, Buffer.from([unused]), bytes);
}

function utf8(text: string): Buffer {
  return der(0x0c, Buffer.from(text));
}

/** A time in seconds: with two digits of the year up to 2049, as X.509 wants it, then with four. */
function time(at: Date): Buffer {
  const digits = at.toISOString().replace(/\D/g, '').slice(0, 14);
  return at.getUTCFullYear() < 2050
    ? der(0x17, Buffer.from(`${digits.slice(2)}Z`))
    : der(0x18, Buffer.from(`${digits}Z`));
}

/** As text between two lines that name what it is, such as `CERTIFICATE`. */
function pem(label: string, bytes: Buffer): string {
  const lines = bytes.toString('base64').match(/.{1,64}/g) ?? [];
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n');
}
