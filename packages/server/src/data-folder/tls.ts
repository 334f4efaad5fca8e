import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { resolve } from 'node:path';
import { createSecureContext } from 'node:tls';
import { ConfigError } from './config-error.ts';
import { FILE_BYTES, readTextFile } from './read-file.ts';
import { type RestConfig, restConfigFile } from './rest-config.ts';

/** A certificate with its chain, and its key, in PEM. */
export interface Tls {
  cert: string;
  key: string;
}

/** What an operator calls the two settings. */
const IN_REST_CONFIG: Record<keyof RestConfig['TLS'], string> = {
  Certificate: `${restConfigFile.name}: TLS.Certificate`,
  Key: `${restConfigFile.name}: TLS.Key`,
};

/** Reads a certificate and its key; undefined when neither is named. Throws a ConfigError. */
export function readTls(
  { Certificate, Key }: RestConfig['TLS'],
  folder: string,
  names = IN_REST_CONFIG,
): Tls | undefined {
  if (Certificate === '' && Key === '') return undefined;
  if (Certificate === '') throw tlsError(names.Certificate, 'is missing, and a Key is given');
  if (Key === '') throw tlsError(names.Key, 'is missing, and a Certificate is given');

  const cert = readPem(names.Certificate, resolve(folder, Certificate));
  const key = readPem(names.Key, resolve(folder, Key));
  const leaf = parseAs(
    names.Certificate,
    Certificate,
    'a certificate in PEM',
    () => new X509Certificate(cert),
  );
  const privateKey = parseAs(names.Key, Key, 'a private key in PEM without a passphrase', () =>
    createPrivateKey(key),
  );
  if (!hasKey(leaf, privateKey)) throw tlsError(names.Key, `${Key} is not the key of ${Certificate}`);
  const validTo = new Date(leaf.validTo);
  if (validTo.getTime() < Date.now())
    throw tlsError(names.Certificate, `${Certificate} ran out on ${validTo.toISOString().slice(0, 10)}`);
  parseAs(names.Certificate, Certificate, 'a certificate that can be served', () =>
    createSecureContext({ cert, key }),
  );
  return { cert, key };
}

function hasKey(certificate: X509Certificate, key: KeyObject): boolean {
  try {
    return certificate.checkPrivateKey(key);
  } catch {
    return false; // of different key types
  }
}

function readPem(name: string, file: string): string {
  let text: string | undefined;
  try {
    text = readTextFile(file, FILE_BYTES.pem);
  } catch (error) {
    throw tlsError(name, (error as Error).message, error);
  }
  if (text === undefined) throw tlsError(name, `there is no file ${file}`);
  return text;
}

/** OpenSSL's messages do not help an operator, so the error says what the file should hold. */
function parseAs<T>(name: string, file: string, wanted: string, parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    throw tlsError(name, `${file} does not hold ${wanted}`, error);
  }
}

function tlsError(name: string, reason: string, cause?: unknown): ConfigError {
  return new ConfigError(`${name} ${reason}`, { cause });
}
