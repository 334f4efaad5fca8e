import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { resolve } from 'node:path';
import { createSecureContext } from 'node:tls';
import { ConfigError } from '@palatine/platform/config-error';
import { FILE_BYTES, readTextFile } from '@palatine/platform/read-file';
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

  const cert = readPem('Certificate', resolve(dataFolder, Certificate));
  const key = readPem('Key', resolve(dataFolder, Key));
  const leaf = parseAs('Certificate', Certificate, 'a certificate in PEM', () => new X509Certificate(cert));
  const privateKey = parseAs('Key', Key, 'a private key in PEM without a passphrase', () =>
    createPrivateKey(key),
  );
  if (!hasKey(leaf, privateKey)) throw tlsError('Key', `${Key} is not the key of ${Certificate}`);
  const validTo = new Date(leaf.validTo);
  if (validTo.getTime() < Date.now())
    throw tlsError('Certificate', `${Certificate} expired on ${validTo.toISOString().slice(0, 10)}`);
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

function readPem(field: string, file: string): string {
  let text: string | undefined;
  try {
    text = readTextFile(file, FILE_BYTES.pem);
  } catch (error) {
    throw tlsError(field, (error as Error).message, error);
  }
  if (text === undefined) throw tlsError(field, `there is no file ${file}`);
  return text;
}

/** OpenSSL's messages do not help an operator, so the error names the expected content. */
function parseAs<T>(field: string, file: string, expected: string, parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    throw tlsError(field, `${file} does not hold ${expected}`, error);
  }
}

function tlsError(field: string, reason: string, cause?: unknown): ConfigError {
  return new ConfigError(`${restConfigFile.name}: TLS.${field} ${reason}`, { cause });
}
