import { createHash, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isIP } from 'node:net';
import { bits, der, integer, octets, oid, pem, sequence, TRUE, time, utf8 } from './der.ts';

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
