import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { basename, isAbsolute, resolve } from 'node:path';
import { createSecureContext } from 'node:tls';
import { ConfigError } from '@palatine/platform/config-error';
import { FILE_BYTES, readTextFile, UnreadableFileError } from '@palatine/platform/read-file';
import { type RestConfig, restConfigFile } from './rest-config.ts';

/** A certificate with its chain, and its key, in PEM. */
export interface Tls {
  cert: string;
  key: string;
}

/** Reads the files named in RESTConfig.json; undefined if there are none. Throws a ConfigError. */
export function readTls({ Certificate, Key }: RestConfig['TLS'], dataFolder: string): Tls | undefined {
  if (Certificate === '' && Key === '') return undefined;
  if (Certificate === '') throw tlsError('Certificate', 'is missing, and a Key is given');
  if (Key === '') throw tlsError('Key', 'is missing, and a Certificate is given');

  const cert = readPem('Certificate', Certificate, dataFolder);
  const key = readPem('Key', Key, dataFolder);
  const leaf = parseAs('Certificate', Certificate, 'a certificate in PEM', () => new X509Certificate(cert));
  const privateKey = parseAs('Key', Key, 'a private key in PEM without a passphrase', () =>
    createPrivateKey(key),
  );
  if (!hasKey(leaf, privateKey))
    throw tlsError('Key', `${nameOf(Key)} is not the key of ${nameOf(Certificate)}`);
  const validTo = new Date(leaf.validTo);
  if (validTo.getTime() < Date.now())
    throw tlsError('Certificate', `${nameOf(Certificate)} expired on ${validTo.toISOString().slice(0, 10)}`);
  parseAs('Certificate', Certificate, 'a certificate that can be served', () =>
    createSecureContext({ cert, key }),
  );
  return { cert, key };
}

function hasKey(certificate: X509Certificate, key: KeyObject): boolean {
  try {
    return certificate.checkPrivateKey(key);
  } catch {
    return false; // the key types differ
  }
}

function readPem(field: string, file: string, dataFolder: string): string {
  let text: string | undefined;
  try {
    text = readTextFile(resolve(dataFolder, file), FILE_BYTES.pem);
  } catch (error) {
    if (!(error instanceof UnreadableFileError)) throw error;
    throw tlsError(field, `${nameOf(file)} ${error.reason}`, error);
  }
  if (text === undefined) throw tlsError(field, `there is no file ${nameOf(file)}`);
  return text;
}

/** Callers read the error as well, so it has no path of the machine. */
function nameOf(file: string): string {
  return isAbsolute(file) ? basename(file) : file;
}

/** OpenSSL's messages do not help an operator, so the error names the expected content. */
function parseAs<T>(field: string, file: string, expected: string, parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    throw tlsError(field, `${nameOf(file)} does not hold ${expected}`, error);
  }
}

function tlsError(field: string, reason: string, cause?: unknown): ConfigError {
  return new ConfigError(`${restConfigFile.name}: TLS.${field} ${reason}`, { cause });
}
