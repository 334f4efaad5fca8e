import { createPrivateKey, generateKeyPairSync, type KeyObject, X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { writeFileAtomically } from '@palatine/platform/atomic-write';
import { ConfigError } from '@palatine/platform/config-error';
import { makePrivateFolder } from '@palatine/platform/private-files';
import { FILE_BYTES, readTextFile } from '@palatine/platform/read-file';
import { type CertificateRequest, signCertificate } from './sign-certificate.ts';

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

/**
 * Ensures that the folder has a private authority and a server certificate signed by it, for localhost, the name of this
 * machine and further addresses. The server certificate is renewed when fewer than 30 days are left, or an address is
 * missing. `now`: ms since 1970. Throws a ConfigError.
 */
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
