import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { createSecureContext } from 'node:tls';
import { ConfigError } from './config-error.ts';
import { type RestConfig, restConfigFile } from './rest-config.ts';

/** A certificate (with those that vouch for it) and its key, in PEM. */
export interface Tls {
  cert: string;
  key: string;
}

/** Reads the files that RESTConfig.json names; undefined when it names none. Throws an OperatorFault. */
export function readTls({ Certificate, Key }: RestConfig['TLS'], dataFolder: string): Tls | undefined {
  if (Certificate === '' && Key === '') return undefined;
  if (Certificate === '') throw fault('Certificate', 'is missing, and a Key is given');
  if (Key === '') throw fault('Key', 'is missing, and a Certificate is given');

  const cert = textOf('Certificate', resolve(dataFolder, Certificate));
  const key = textOf('Key', resolve(dataFolder, Key));
  const leaf = parsed('Certificate', Certificate, 'a certificate in PEM', () => new X509Certificate(cert));
  const secret = parsed('Key', Key, 'a private key in PEM without a passphrase', () => createPrivateKey(key));
  if (!belong(leaf, secret)) throw fault('Key', `${Key} is not the key of ${Certificate}`);
  const validTo = new Date(leaf.validTo);
  if (validTo.getTime() < Date.now())
    throw fault('Certificate', `${Certificate} ran out on ${validTo.toISOString().slice(0, 10)}`);
  parsed('Certificate', Certificate, 'a certificate that can be served', () =>
    createSecureContext({ cert, key }),
  );
  return { cert, key };
}

function belong(certificate: X509Certificate, key: KeyObject): boolean {
  try {
    return certificate.checkPrivateKey(key);
  } catch {
    return false; // keys of different kinds
  }
}

function textOf(field: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw fault(
      field,
      code === 'ENOENT' ? `there is no file ${file}` : `${file} cannot be read: ${code}`,
      error,
    );
  }
}

/** What OpenSSL says of a bad file is no help to anyone, so the fault says what the file should be. */
function parsed<T>(field: string, file: string, wanted: string, parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    throw fault(field, `${file} does not hold ${wanted}`, error);
  }
}

function fault(field: string, what: string, cause?: unknown): ConfigError {
  return new ConfigError(`${restConfigFile.name}: TLS.${field} ${what}`, { cause });
}
