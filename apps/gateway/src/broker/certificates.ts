import {
  createPrivateKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
  X509Certificate,
} from 'node:crypto';
import { isIP } from 'node:net';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { writeFileAtomically } from '@palatine/platform/atomic-write';
import { ConfigError } from '@palatine/platform/config-error';
import { makePrivateFolder } from '@palatine/platform/private-files';
import { FILE_BYTES, readTextFile } from '@palatine/platform/read-file';
import ipaddr from 'ipaddr.js';

/** The certificates of a broker, in PEM. */
export interface Certificates {
  /** The authority that signed `cert`. */
  readonly ca: string;
  readonly cert: string;
  readonly key: string;
  readonly files: { readonly cert: string; readonly key: string };
}

const DAY_MS = 86_400_000;
const CA_DAYS = 20 * 365;
const SERVER_DAYS = 825;
const RENEWAL_DAYS = 30;
const CA_NAME = 'Palatine fleet';
const HOST_NAME = /^[A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?$/;

/** Ensures an authority and a server certificate for this machine and further addresses, renewed 30 days before its end. */
export function ensureCertificates(
  folder: string,
  { addresses = [], now = Date.now }: { addresses?: readonly string[]; now?: () => number } = {},
): Certificates {
  makePrivateFolder(folder);
  const wrong = addresses.find((address) => !isHost(address));
  if (wrong !== undefined) throw new ConfigError(`${wrong} is neither a host name nor an address`);
  const hosts = [...new Set(['localhost', '127.0.0.1', '::1', hostname(), ...addresses])].filter(isHost);
  const caFiles = { cert: join(folder, 'ca.pem'), key: join(folder, 'ca-key.pem') };
  const files = { cert: join(folder, 'server.pem'), key: join(folder, 'server-key.pem') };
  const nowMs = now();
  const authority = readPair(caFiles) ?? makePair(caFiles, { name: CA_NAME, days: CA_DAYS, nowMs });
  const ca = authority.certificate;
  const existing = readPair(files);
  const { certificate, privateKey } =
    existing !== undefined && serves(existing.certificate, ca, hosts, nowMs)
      ? existing
      : makePair(files, { name: 'palatine', days: SERVER_DAYS, nowMs, hosts, signer: authority.privateKey });
  return { ca: ca.toString(), cert: certificate.toString(), key: keyPem(privateKey), files };
}

/** The SHA-256 fingerprint of the first certificate of a PEM text, as Node writes it: `AB:CD:…`. */
export function fingerprintOf(cert: string): string {
  return new X509Certificate(cert).fingerprint256;
}

/** A host name, or an address without a zone. */
function isHost(text: string): boolean {
  return HOST_NAME.test(text) || (isIP(text) === 6 && !text.includes('%'));
}

type Pair = { readonly certificate: X509Certificate; readonly privateKey: KeyObject };

function serves(cert: X509Certificate, ca: X509Certificate, hosts: string[], nowMs: number): boolean {
  const lasts = cert.validToDate.getTime() > nowMs + RENEWAL_DAYS * DAY_MS;
  const covers = (host: string) =>
    (isIP(host) === 0 ? cert.checkHost(host) : cert.checkIP(host)) !== undefined;
  return lasts && cert.verify(ca.publicKey) && hosts.every(covers);
}

/** Makes a key and its certificate, self-signed without a `signer`. Valid from a day ago, for slow clocks. */
function makePair(
  files: Certificates['files'],
  options: Pick<CertificateRequest, 'name' | 'hosts'> & { days: number; nowMs: number; signer?: KeyObject },
): Pair {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { name, hosts, nowMs, signer = privateKey } = options;
  const [from, until] = [new Date(nowMs - DAY_MS), new Date(nowMs + options.days * DAY_MS)];
  const issuer = { name: CA_NAME, privateKey: signer };
  const certificate = signCertificate({ name, hosts, publicKey, issuer, from, until });
  writeFileAtomically(files.key, keyPem(privateKey));
  writeFileAtomically(files.cert, certificate.toString());
  return { certificate, privateKey };
}

/** A certificate and its key; undefined when one is missing or they do not match. Throws a ConfigError. */
function readPair(files: Certificates['files']): Pair | undefined {
  const [cert, key] = [files.cert, files.key].map((file) => readTextFile(file, FILE_BYTES.pem));
  if (cert === undefined || key === undefined) return undefined;
  try {
    const pair = { certificate: new X509Certificate(cert), privateKey: createPrivateKey(key) };
    return pair.certificate.checkPrivateKey(pair.privateKey) ? pair : undefined;
  } catch (cause) {
    throw new ConfigError(`${files.cert} and its key cannot be read as PEM`, { cause });
  }
}

const keyPem = (key: KeyObject) => String(key.export({ type: 'pkcs8', format: 'pem' }));

interface CertificateRequest {
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
