import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  X509Certificate,
} from 'node:crypto';
import { isIP } from 'node:net';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { writeFileAtomically } from '../../data-folder/atomic-write.ts';
import { ConfigError } from '../../data-folder/config-error.ts';
import { makePrivateFolder } from '../../data-folder/private-files.ts';
import { FILE_BYTES, readTextFile } from '../../data-folder/read-file.ts';
import { signCertificate } from './sign-certificate.ts';

/** The files of a broker's certificates, in PEM. */
export interface CertificateFiles {
  ca: string;
  cert: string;
  key: string;
}

export interface CertificateOptions {
  /** Further host names and addresses by which worlds reach the broker and its gateway. */
  addresses?: readonly string[];
  /** Milliseconds since 1970. */
  now?: () => number;
}

const DAY_MS = 86_400_000;
const CA_DAYS = 20 * 365;
const SERVER_DAYS = 825;
const RENEWED_WITH_DAYS_LEFT = 30;
/** For clocks of worlds that are slow. */
const EARLIER_DAYS = 1;

const CA_NAME = 'Palatine fleet';
const SERVER_NAME = 'palatine';
const HOST_NAME = /^[A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?$/;

/**
 * Makes sure that the folder holds an authority of our own and a server certificate signed by it: for localhost, the
 * name of this machine and the given addresses. The server certificate is made anew when fewer than 30 days are left,
 * or an address is missing. Throws a ConfigError.
 */
export function ensureCertificates(
  folder: string,
  { addresses = [], now = Date.now }: CertificateOptions = {},
): CertificateFiles {
  makePrivateFolder(folder);
  const files = {
    ca: join(folder, 'ca.pem'),
    cert: join(folder, 'server.pem'),
    key: join(folder, 'server-key.pem'),
  };
  const hosts = hostsOf(addresses);
  const authority = readPair(files.ca, join(folder, 'ca-key.pem')) ?? makeAuthority(folder, files.ca, now());
  const server = readPair(files.cert, files.key);
  if (server === undefined || !serves(server.certificate, authority.certificate, hosts, now())) {
    makeServerPair(files, authority, hosts, now());
  }
  return files;
}

/** The SHA-256 fingerprint of the first certificate of a PEM text, as Node writes it: `AB:CD:…`. */
export function fingerprintOf(cert: string): string {
  return new X509Certificate(cert).fingerprint256;
}

/** A host name, or an address without a zone. */
function isHost(text: string): boolean {
  return HOST_NAME.test(text) || (isIP(text) === 6 && !text.includes('%'));
}

interface Pair {
  certificate: X509Certificate;
  privateKey: KeyObject;
}

function hostsOf(addresses: readonly string[]): string[] {
  const wrong = addresses.find((address) => !isHost(address));
  if (wrong !== undefined) throw new ConfigError(`${wrong} is neither a host name nor an address`);
  const own = isHost(hostname()) ? [hostname()] : [];
  return [...new Set(['localhost', '127.0.0.1', '::1', ...own, ...addresses])];
}

function serves(
  server: X509Certificate,
  ca: X509Certificate,
  hosts: readonly string[],
  now: number,
): boolean {
  const lasts = server.validToDate.getTime() > now + RENEWED_WITH_DAYS_LEFT * DAY_MS;
  return lasts && server.verify(ca.publicKey) && hosts.every((host) => covers(server, host));
}

function covers(server: X509Certificate, host: string): boolean {
  return (isIP(host) === 0 ? server.checkHost(host) : server.checkIP(host)) !== undefined;
}

function makeAuthority(folder: string, file: string, now: number): Pair {
  const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const cert = signCertificate({
    name: CA_NAME,
    publicKey: keys.publicKey,
    issuer: { name: CA_NAME, ...keys },
    ...validity(now, CA_DAYS),
  });
  writeFileAtomically(join(folder, 'ca-key.pem'), keyText(keys.privateKey));
  writeFileAtomically(file, cert);
  return { certificate: new X509Certificate(cert), privateKey: keys.privateKey };
}

function makeServerPair(
  files: CertificateFiles,
  authority: Pair,
  hosts: readonly string[],
  now: number,
): void {
  const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { privateKey } = authority;
  const cert = signCertificate({
    name: SERVER_NAME,
    publicKey: keys.publicKey,
    issuer: { name: CA_NAME, publicKey: createPublicKey(privateKey), privateKey },
    hosts,
    ...validity(now, SERVER_DAYS),
  });
  writeFileAtomically(files.key, keyText(keys.privateKey));
  writeFileAtomically(files.cert, cert);
}

function validity(now: number, days: number): { from: Date; until: Date } {
  return { from: new Date(now - EARLIER_DAYS * DAY_MS), until: new Date(now + days * DAY_MS) };
}

function keyText(key: KeyObject): string {
  return String(key.export({ type: 'pkcs8', format: 'pem' }));
}

/** A certificate and its key; undefined when one is missing, or they do not belong together. Throws a ConfigError. */
function readPair(certFile: string, keyFile: string): Pair | undefined {
  const [cert, key] = [certFile, keyFile].map((file) => readTextFile(file, FILE_BYTES.pem));
  if (cert === undefined || key === undefined) return undefined;
  try {
    const pair = { certificate: new X509Certificate(cert), privateKey: createPrivateKey(key) };
    return pair.certificate.checkPrivateKey(pair.privateKey) ? pair : undefined;
  } catch (cause) {
    throw new ConfigError(`${certFile} and ${keyFile} are not a certificate and its key in PEM`, { cause });
  }
}
