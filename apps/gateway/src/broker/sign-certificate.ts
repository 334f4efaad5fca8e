import { type KeyObject, randomBytes, sign, X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

export interface CertificateRequest {
  name: string;
  publicKey: KeyObject;
  /** The signer, with its key on P-256. */
  issuer: { name: string; privateKey: KeyObject };
  from: Date;
  until: Date;
  /** Its host names and addresses; absent for an authority. */
  hosts?: readonly string[] | undefined;
}

/** Object identifiers in DER. */
const OID = {
  ecdsaWithSha256: Buffer.from('06082a8648ce3d040302', 'hex'),
  commonName: Buffer.from('0603550403', 'hex'),
  basicConstraints: Buffer.from('0603551d13', 'hex'),
  keyUsage: Buffer.from('0603551d0f', 'hex'),
  extendedKeyUsage: Buffer.from('0603551d25', 'hex'),
  serverAuth: Buffer.from('06082b06010505070301', 'hex'),
  alternativeNames: Buffer.from('0603551d11', 'hex'),
};
const ALGORITHM = sequence(OID.ecdsaWithSha256);
const TRUE = der(0x01, Buffer.from([0xff]));
const VERSION_3 = der(0xa0, der(0x02, Buffer.from([2])));
const SIGNS_CERTIFICATES = der(0x03, Buffer.from([1, 0x06]));
const DIGITAL_SIGNATURE = der(0x03, Buffer.from([7, 0x80]));

/** A certificate of X.509 version 3: RFC 5280. Node reads certificates and writes none. */
export function signCertificate(request: CertificateRequest): X509Certificate {
  const { name, publicKey, issuer, from, until, hosts } = request;
  const serial = Buffer.concat([Buffer.from([0x40]), randomBytes(15)]); // positive
  const extensions =
    hosts === undefined
      ? [extension('basicConstraints', sequence(TRUE)), extension('keyUsage', SIGNS_CERTIFICATES)]
      : [
          extension('basicConstraints', sequence()),
          extension('keyUsage', DIGITAL_SIGNATURE),
          extension('extendedKeyUsage', sequence(OID.serverAuth)),
          extension('alternativeNames', sequence(...hosts.map(hostName))),
        ];
  const toBeSigned = sequence(
    VERSION_3,
    der(0x02, serial),
    ALGORITHM,
    distinguishedName(issuer.name),
    sequence(time(from), time(until)),
    distinguishedName(name),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(...extensions)),
  );
  const signature = der(0x03, Buffer.from([0]), sign('sha256', toBeSigned, issuer.privateKey));
  return new X509Certificate(sequence(toBeSigned, ALGORITHM, signature));
}

function extension(name: keyof typeof OID, value: Buffer): Buffer {
  return sequence(OID[name], TRUE, der(0x04, value));
}

function distinguishedName(name: string): Buffer {
  return sequence(der(0x31, sequence(OID.commonName, der(0x0c, Buffer.from(name)))));
}

function hostName(host: string): Buffer {
  return isIP(host) === 0
    ? der(0x82, Buffer.from(host))
    : der(0x87, Buffer.from(ipaddr.parse(host).toByteArray()));
}

/** Years have two digits up to 2049, then four, as X.509 requires. */
function time(at: Date): Buffer {
  const digits = at.toISOString().replace(/\D/g, '').slice(0, 14);
  if (at.getUTCFullYear() < 2050) return der(0x17, Buffer.from(`${digits.slice(2)}Z`));
  return der(0x18, Buffer.from(`${digits}Z`));
}

function sequence(...parts: Uint8Array[]): Buffer {
  return der(0x30, ...parts);
}

function der(tag: number, ...parts: Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}
